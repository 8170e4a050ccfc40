-- The contact form's database: holds a message from "Mensagem Enviada!" until it has been mailed and its
-- retention time is over. docs/contact.md describes the whole.

-- # Tables

-- Unsent rows are pending work; sent rows are deleted after the retention time.
create table public.contact_messages (
  id bigint generated always as identity primary key,
  -- SHA-256 of the submission: a repeated submission is one row.
  idempotency_key text not null unique check (idempotency_key ~ '^[0-9a-f]{64}$'),
  -- RFC 5322 Message-ID. Fixed, so that mailboxes can collapse a rare second delivery.
  message_id text not null,
  name text not null check (char_length(name) between 1 and 120),
  phone text not null check (char_length(phone) between 1 and 40),
  message text not null check (char_length(message) between 1 and 5000),
  is_suspect boolean not null default false,
  is_self_test boolean not null default false,
  -- Messages that the visitor had sent within the hour before: frequent senders yield to others.
  visitor_rank smallint not null default 0,
  created_at timestamptz not null default now(),

  -- Token of the worker's claim. If it is still set after next_attempt_at, the worker died.
  claim uuid,
  -- Time of the next attempt; while a worker holds the row, the end of its lease.
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Failed attempts that count towards parking: the mail may have arrived, was refused permanently, or
  -- cannot be composed.
  counted_attempts integer not null default 0,
  -- A short code such as ETIMEDOUT or 451, never the server's text, which may quote addresses.
  last_error text,
  -- Mailed again only by `replay` (docs/contact.md).
  parked_at timestamptz,
  sent_at timestamptz
);

-- The order in which messages are mailed.
create index contact_messages_pending
  on public.contact_messages (is_suspect, (counted_attempts <= 1), visitor_rank, next_attempt_at)
  where sent_at is null and parked_at is null;
create index contact_messages_claimed on public.contact_messages (next_attempt_at) where claim is not null;
create index contact_messages_sent on public.contact_messages (sent_at) where sent_at is not null;

-- A schema that the Data API does not expose, for the function and the operator only.
create schema contact_private;

-- When each visitor wrote, for the rate limit. Kept apart from the messages, so that no message can be traced
-- to an address, and deleted after a day.
create table contact_private.rate_events (
  -- Keyed hash of the visitor's address and the day.
  visitor_hash text not null,
  created_at timestamptz not null default now()
);
create index rate_events_visitor on contact_private.rate_events (visitor_hash, created_at);
create index rate_events_created on contact_private.rate_events (created_at);

-- Events counted by the hour; kept for a day.
create table contact_private.tallies (
  kind text not null check (kind in ('limited', 'direct_mail', 'disagreement')),
  hour timestamptz not null default date_trunc('hour', now()),
  count integer not null,
  primary key (kind, hour)
);

-- One row: the function's settings, the state of the job, and the operator's alerts.
create table contact_private.job (
  is_only_row boolean primary key default true check (is_only_row),
  retention interval not null default '180 days',
  storage_limit_bytes bigint not null default 300e6,
  installed_at timestamptz not null default now(),
  ran_at timestamptz,
  -- The schedule's last call, and since when its calls have led to no run.
  request_id bigint,
  unanswered_since timestamptz,
  digest_at timestamptz,
  -- Time of the last accepted self-test, and attempts since.
  self_tested_at timestamptz,
  self_test_tries integer not null default 0,
  -- The current alert, and when a webhook or a mailbox accepted it.
  alert text,
  alerted_at timestamptz,
  alert_checked_at timestamptz,
  -- The webhook call that the schedule makes itself.
  alert_request_id bigint
);
insert into contact_private.job default values;

-- Protects unsent messages from deletion, by an operator or by a future job.
create function contact_private.keep_unsent() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or exists (select from public.contact_messages where sent_at is null) then
    raise exception 'contact_messages holds what has not been mailed yet and is not deleted'
      using hint = 'To erase it on purpose, set sent_at = now() first.';
  end if;
  return null;
end
$$;
create trigger contact_messages_keep_unsent before delete on public.contact_messages
  for each row when (old.sent_at is null) execute function contact_private.keep_unsent();
create trigger contact_messages_keep_unsent_from_truncate before truncate on public.contact_messages
  execute function contact_private.keep_unsent();

-- # API of the function: each call is one round trip and one transaction

create function contact_private.tally(p_kind text, p_count integer) returns void
language sql set search_path = '' as $$
  insert into contact_private.tallies as t (kind, count) values (p_kind, p_count)
  on conflict (kind, hour) do update set count = t.count + excluded.count;
$$;

-- Accepts a submission: recognises a repeated one, applies the visitor's limit and stores the message. Once
-- storage is full, it also refuses messages that are suspect or not their visitor's first within the hour.
--
-- p_duplicate_keys   keys under which the same submission may already be stored, including its own
-- p_content_hash     serialises submissions with the same content, so that the second of two taps sees the
--                    row of the first
-- p_visitor_hash     null if the visitor's address is unknown: no limit applies
-- p_spam_points      2 or more mark the message as suspect; a message within 5 s of the last adds a point
create function contact_private.accept_message(
  p_idempotency_key text, p_duplicate_keys text[], p_content_hash text, p_message_id text,
  p_visitor_hash text, p_name text, p_phone text, p_message text, p_spam_points integer,
  p_is_self_test boolean, p_visitor_limit_per_hour integer,
  out outcome text, -- stored, duplicate or limited
  out id bigint, out is_suspect boolean, out retry_after_seconds integer
)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_window_start timestamptz := now() - interval '1 hour';
  v_from_visitor integer := 0;
  v_first timestamptz;
  v_last timestamptz;
begin
  -- Locks content before visitor, always: a fixed order prevents deadlocks.
  perform pg_advisory_xact_lock(51001, hashtext(p_content_hash));
  if p_is_self_test then
    update contact_private.job set self_tested_at = now(), self_test_tries = 0;
  end if;

  select 'duplicate', m.id, m.is_suspect into outcome, id, is_suspect
    from public.contact_messages m where m.idempotency_key = any (p_duplicate_keys) limit 1;
  if found then
    return;
  end if;

  if p_visitor_hash is not null then
    perform pg_advisory_xact_lock(51002, hashtext(p_visitor_hash));
    -- Ignores future entries, left by a clock that ran ahead.
    select count(*), min(e.created_at), max(e.created_at) into v_from_visitor, v_first, v_last
      from (select r.created_at from contact_private.rate_events r
        where r.visitor_hash = p_visitor_hash and r.created_at > v_window_start and r.created_at <= now()
        order by r.created_at desc limit p_visitor_limit_per_hour) e;
  end if;
  is_suspect := p_spam_points + (v_last is not null and v_last > now() - interval '5 seconds')::integer >= 2;

  if v_from_visitor >= p_visitor_limit_per_hour or (
    (is_suspect or v_from_visitor > 0) and pg_total_relation_size('public.contact_messages')
      > (select j.storage_limit_bytes from contact_private.job j)
  ) then
    perform contact_private.tally('limited', 1);
    outcome := 'limited';
    retry_after_seconds := greatest(1, ceil(extract(epoch from coalesce(v_first, now()) - v_window_start)));
    return;
  end if;

  if p_visitor_hash is not null then
    insert into contact_private.rate_events (visitor_hash) values (p_visitor_hash);
  end if;
  insert into public.contact_messages as m
    (idempotency_key, message_id, name, phone, message, is_suspect, is_self_test, visitor_rank)
  values (p_idempotency_key, p_message_id, p_name, p_phone, p_message, is_suspect, p_is_self_test,
    least(v_from_visitor, 30000))
  returning 'stored', m.id into outcome, id;
end
$$;

-- True if a time lies within the last p_span; false for null and, should a clock have jumped, for the future.
-- By the clock: `now()` is the transaction's start, and another may have set the time since.
create function contact_private.is_recent(p_time timestamptz, p_span interval) returns boolean
language sql set search_path = '' as $$
  select coalesce(p_time between clock_timestamp() - p_span and clock_timestamp(), false);
$$;

-- Claims the next mail for one worker, for the length of the lease: the message due first or, above
-- p_single_mails_per_hour, one digest a minute. From their second counted attempt on, messages are claimed in
-- smaller digests and finally alone, at most p_single_mails_per_hour of them an hour.
create function contact_private.claim_mail(p_lease interval, p_single_mails_per_hour integer)
returns setof public.contact_messages
language plpgsql set search_path = '' as $$
declare
  v_is_above boolean;
  v_counted integer;
  v_size integer := 1;
begin
  -- One worker at a time, so that two cannot exceed the limit together.
  perform pg_advisory_xact_lock(51003, 0);
  v_is_above := p_single_mails_per_hour <= (
    (select count(*) from (select from public.contact_messages
      where sent_at > now() - interval '1 hour' limit p_single_mails_per_hour) sent)
    + (select count(*) from public.contact_messages where claim is not null and next_attempt_at > now()));
  select greatest(1, d.counted_attempts) into v_counted from public.contact_messages d
    where d.sent_at is null and d.parked_at is null and d.claim is null and d.next_attempt_at <= now()
      and (d.counted_attempts <= 1 or not v_is_above or p_single_mails_per_hour > (
        select count(*) from public.contact_messages
        where sent_at > now() - interval '1 hour' and counted_attempts > 1))
    order by d.is_suspect, d.counted_attempts <= 1, d.visitor_rank, d.next_attempt_at limit 1;
  if v_is_above and v_counted = 1 then
    -- A minute, less the jitter between two ticks of the job.
    update contact_private.job set digest_at = clock_timestamp()
      where not contact_private.is_recent(digest_at, '55 seconds');
    v_counted := case when found then v_counted end;
  end if;
  if v_counted is null then
    return;
  elsif v_is_above then
    v_size := greatest(1, 100 / power(10, v_counted - 1));
  end if;

  return query
  update public.contact_messages m
  set attempts = m.attempts + 1, claim = token, next_attempt_at = now() + p_lease
  from gen_random_uuid() token
  where m.id = any (array(
    select d.id from public.contact_messages d
    where d.sent_at is null and d.parked_at is null and d.claim is null and d.next_attempt_at <= now()
      and greatest(1, d.counted_attempts) = v_counted
    order by d.is_suspect, d.visitor_rank, d.next_attempt_at limit v_size
    for update skip locked
  ))
  returning m.*;
end
$$;

create function contact_private.mark_sent(p_ids bigint[]) returns void
language sql set search_path = '' as $$
  update public.contact_messages set sent_at = now(), claim = null, last_error = null
  where id = any (p_ids) and sent_at is null;
$$;

-- Schedules the next attempt: the wait starts at p_base and doubles with each attempt, up to 60 times p_base,
-- with a jitter of a fifth so that messages that failed together do not return together. After a counted
-- attempt the wait starts at fifteen times p_base and doubles with each further one; after five, the message
-- is parked. The claim keeps a worker whose lease has expired from interfering with its successor.
create function contact_private.mark_failed(
  p_ids bigint[], p_claim uuid, p_error text, p_is_counted boolean, p_base interval
) returns void
language sql set search_path = '' as $$
  update public.contact_messages
  set last_error = p_error,
      claim = null,
      counted_attempts = counted_attempts + p_is_counted::integer,
      parked_at = case when p_is_counted and counted_attempts >= 4 then now() end,
      next_attempt_at = now() + (0.8 + 0.4 * random()) * p_base * case
        when p_is_counted then 15 * power(2, counted_attempts)
        else least(60, power(2, least(attempts - 1, 10)))
      end
  where id = any (p_ids) and claim = p_claim and sent_at is null;
$$;

-- Begins a run of the job. Returns whether the daily self-test is due: true until one is accepted.
create function contact_private.begin_run(p_base interval, p_retention interval, p_storage_limit_bytes bigint)
returns boolean
language plpgsql set search_path = '' as $$
begin
  update contact_private.job set ran_at = now(), unanswered_since = null,
    retention = p_retention, storage_limit_bytes = p_storage_limit_bytes;
  -- A worker that died may have mailed its message: a counted attempt.
  perform contact_private.mark_failed(array[id], claim, 'UNREPORTED', true, p_base)
    from public.contact_messages where claim is not null and next_attempt_at <= now();
  update contact_private.job set self_test_tries = self_test_tries + 1
    where not contact_private.is_recent(self_tested_at, '1 day');
  return found;
end
$$;

-- Deletes what has passed its retention time, a thousand messages at a time. Uses arrays, so that a planner
-- without statistics does not scan the whole tables.
create function contact_private.purge_expired() returns void
language sql set search_path = '' as $$
  delete from public.contact_messages where id = any (array(
    select id from public.contact_messages
    where sent_at < now() - (select retention from contact_private.job) order by sent_at limit 1000
  ));
  delete from contact_private.rate_events where ctid = any (array(
    select ctid from contact_private.rate_events
    where created_at < now() - interval '1 day' order by created_at limit 10000
  ));
  delete from contact_private.tallies where hour < now() - interval '1 day';
$$;

-- # Status and alerts

-- The response to a pg_net call; null while there is none, or if it is no longer kept.
create function contact_private.response_to(p_request_id bigint) returns text
language plpgsql set search_path = '' as $$
declare
  v_response text;
begin
  execute 'select coalesce(status_code::text, error_msg) from net._http_response where id = $1'
    into v_response using p_request_id;
  return v_response;
exception when others then
  return null;
end
$$;

-- What is wrong with the schedule or its last call, as far as the database knows; null if nothing is.
create function contact_private.schedule_fault() returns text
language plpgsql set search_path = '' as $$
declare
  v_is_scheduled boolean;
  v_missing text;
begin
  if to_regclass('cron.job') is null or to_regclass('net._http_response') is null then
    return 'pg_cron or pg_net is not installed';
  end if;
  execute $q$select exists (select from cron.job where jobname = 'contact-job' and active)$q$
    into v_is_scheduled;
  if not v_is_scheduled then
    return 'pg_cron has no active job contact-job';
  end if;
  execute $q$select string_agg(wanted, ' and no ')
    from unnest(array['contact_function_url', 'contact_job_secret']) wanted
    where wanted not in (select name from vault.decrypted_secrets)$q$ into v_missing;
  if v_missing is not null then
    return 'Vault has no ' || v_missing;
  end if;
  return 'its last call was answered with '
    || nullif(contact_private.response_to((select request_id from contact_private.job)), '200');
exception when others then
  return 'the schedule cannot be read: ' || sqlerrm;
end
$$;

-- For operators and monitoring: one row with the figures, and what is wrong in words.
create view contact_private.status as
select figures.*, nullif(concat_ws(', ',
    case when is_job_late
      then 'the job does not run' || coalesce(' (' || contact_private.schedule_fault() || ')', '') end,
    case when self_test_tries > 1 then 'the daily self-test was not accepted' end,
    case when disagreements_lately > 5
      then 'visitors are refused because site and function disagree on origin or addresses' end,
    case when overdue > 0 then 'overdue messages: ' || overdue end,
    case when parked > 0 then 'parked messages: ' || parked end,
    case when retention_overdue > 0 then 'messages past their retention time: ' || retention_overdue end,
    case when stored_bytes > storage_limit_bytes / 2 then 'the messages take over half of their storage' end
  ), '') as problems
from (
  select
    m.*,
    (select max(sent_at) from public.contact_messages) as last_sent_at,
    (select count(*) from public.contact_messages
      where sent_at < now() - j.retention - interval '1 day') as retention_overdue,
    (select coalesce(sum(count), 0) from contact_private.tallies where kind = 'limited') as limited_last_day,
    (select coalesce(sum(count), 0) from contact_private.tallies where kind = 'direct_mail')
      as direct_mails_last_day,
    -- In this hour and the one before.
    (select coalesce(sum(count), 0) from contact_private.tallies
      where kind = 'disagreement' and hour > now() - interval '2 hours') as disagreements_lately,
    pg_total_relation_size('public.contact_messages') as stored_bytes,
    j.storage_limit_bytes,
    j.ran_at as job_ran_at,
    -- A paused database may have just started: its schedule has not called yet.
    coalesce(j.unanswered_since, greatest(j.ran_at, j.installed_at, pg_postmaster_start_time()))
      < now() - interval '15 minutes' as is_job_late,
    j.self_tested_at,
    j.self_test_tries,
    j.alerted_at
  from contact_private.job j, (
    select
      count(*) filter (where sent_at is null and parked_at is null) as pending,
      count(*) filter (where sent_at is null and parked_at is null and created_at < now() - interval '1 hour')
        as overdue,
      count(*) filter (where sent_at is null and parked_at is not null) as parked,
      min(created_at) filter (where sent_at is null) as oldest_unsent,
      count(*) filter (where sent_at is not null) as sent_last_day
    from public.contact_messages
    where sent_at is null or sent_at > now() - interval '1 day'
  ) m
) figures;

-- Claims the current alert for one caller; null if there is none. At most one alert an hour, and the same one
-- once a day while it lasts. Until confirm_alert, it is offered to one caller a minute.
create function contact_private.claim_alert() returns text
language plpgsql set search_path = '' as $$
declare
  v_problems text;
begin
  update contact_private.job set alert_checked_at = clock_timestamp()
    where not contact_private.is_recent(alert_checked_at, '55 seconds');
  if not found then
    return null;
  end if;
  select problems into v_problems from contact_private.status;
  update contact_private.job set alert = v_problems, alerted_at = case when v_problems is null then alerted_at end
    where v_problems is null or not contact_private.is_recent(alerted_at, '1 day')
      or (alert is distinct from v_problems and alerted_at < now() - interval '1 hour');
  return (select alert from contact_private.job where alerted_at is null);
end
$$;

create function contact_private.confirm_alert() returns void
language sql set search_path = '' as $$
  update contact_private.job set alerted_at = now(), alert_request_id = null;
$$;

-- # The schedule, if pg_cron and pg_net are available (hosted Supabase and its CLI). Elsewhere, something else
-- has to call POST <function>/job every minute: the local backend uses a timer.

-- Calls the function's /job, which runs the job. Reads URL and secret from Vault at each call, so that both
-- can be set or changed later. If calls have led to no run for a quarter of an hour, the function cannot be
-- relied on for the alert: calls Vault's contact_alert_webhook itself.
create function contact_private.call_job() returns void
language plpgsql set search_path = '' as $$
declare
  v_vault jsonb;
  v_request_id bigint;
  v_alert text;
begin
  update contact_private.job set unanswered_since = coalesce(unanswered_since, now());
  -- Dynamic SQL, because the schemas exist only with the extensions.
  execute $q$select coalesce(jsonb_object_agg(name, decrypted_secret), '{}') from vault.decrypted_secrets
    where name in ('contact_function_url', 'contact_job_secret', 'contact_alert_webhook')$q$ into v_vault;
  if v_vault ?& array['contact_function_url', 'contact_job_secret'] then
    execute 'select net.http_post(url := $1, headers := $2, body := $3, timeout_milliseconds := 55000)'
      into v_request_id
      using rtrim(v_vault ->> 'contact_function_url', '/') || '/job',
        jsonb_build_object('content-type', 'application/json',
          'x-contact-job-secret', v_vault ->> 'contact_job_secret'),
        '{}'::jsonb;
  end if;
  if contact_private.response_to((select alert_request_id from contact_private.job)) like '2%' then
    perform contact_private.confirm_alert();
  end if;
  if v_vault ? 'contact_alert_webhook' and (select is_job_late from contact_private.status) then
    v_alert := 'Contact form: ' || contact_private.claim_alert() || '. See docs/contact.md.';
  end if;
  if v_alert is not null then
    -- Slack and most others read `text`, Discord `content`.
    execute 'with called as (select net.http_post(url := $1, body := $2) as id)
      update contact_private.job set alert_request_id = called.id from called'
      using v_vault ->> 'contact_alert_webhook', jsonb_build_object('text', v_alert, 'content', v_alert);
  end if;
  update contact_private.job set request_id = v_request_id where v_request_id is not null;
end
$$;

do $$
begin
  create extension if not exists pg_cron;
  create extension if not exists pg_net;
  perform cron.schedule('contact-job', '* * * * *', 'select contact_private.call_job()');
  perform cron.schedule('contact-history', '17 3 * * *', $q$delete from cron.job_run_details
    where end_time < now() - interval '7 days'
      and jobid in (select jobid from cron.job where jobname in ('contact-job', 'contact-history'))$q$);
exception when others then
  -- Absent, not loaded, or not for this role to create: status reports each of them.
  raise notice 'pg_cron or pg_net cannot be used (%): nothing calls the contact job yet', sqlerrm;
end
$$;

-- # Privileges: the function connects as the owner; nobody else has access

-- Deliberately without policies: with row-level security on, anon and authenticated can neither read nor
-- write.
alter table public.contact_messages enable row level security;
alter table contact_private.rate_events enable row level security;
alter table contact_private.tallies enable row level security;
alter table contact_private.job enable row level security;

-- Supabase's default privileges grant its API roles the table's sequence, and service_role, which bypasses
-- row-level security, the table itself. None of them needs either. The lock timeout is shorter than a
-- visitor waits for a response.
do $$
declare
  v_role text;
  v_function regprocedure;
begin
  for v_role in select 'public' union all
    select quote_ident(rolname) from pg_catalog.pg_roles
    where rolname in ('anon', 'authenticated', 'service_role')
  loop
    execute 'revoke all on public.contact_messages from ' || v_role;
    execute 'revoke all on sequence public.contact_messages_id_seq from ' || v_role;
    execute 'revoke all on schema contact_private from ' || v_role;
    execute 'revoke all on all tables in schema contact_private from ' || v_role;
    execute 'revoke all on all functions in schema contact_private from ' || v_role;
  end loop;
  for v_function in select p.oid from pg_catalog.pg_proc p
    where p.pronamespace = 'contact_private'::regnamespace
  loop
    execute format('alter function %s set lock_timeout = %L', v_function, '3s');
  end loop;
end
$$;

-- What production taught: outcomes that stay unknown, floods, and an operator who has to notice.

alter table public.contact_messages
  -- A worker has the row until next_attempt_at. Still set after that: the worker died with it.
  add column is_claimed boolean not null default false,
  -- Attempts after which the mail may have arrived, or was refused for good.
  add column unsafe_attempts integer not null default 0,
  -- Not mailed again by itself; see "replay" in docs/contact.md.
  add column parked_at timestamptz,
  -- Gives way to others: marked as suspect, or one of many from its visitor.
  add column is_bulk boolean not null default false,
  add column is_self_test boolean not null default false;

drop index public.contact_messages_pending;
create index contact_messages_pending on public.contact_messages (is_bulk, next_attempt_at)
  where sent_at is null and parked_at is null;

-- How often what happened within an hour; kept for a day.
create table contact_private.tallies (
  kind text not null, -- limited, direct_mail
  hour timestamptz not null default date_trunc('hour', now()),
  count integer not null,
  primary key (kind, hour)
);
alter table contact_private.tallies enable row level security;

create function contact_private.tally(p_kind text, p_count integer) returns void
language sql set search_path = '' as $$
  insert into contact_private.tallies as t (kind, count) values (p_kind, p_count)
  on conflict (kind, hour) do update set count = t.count + excluded.count;
$$;

-- One row: what the job says of itself.
create table contact_private.job (
  is_only_row boolean primary key default true check (is_only_row),
  ran_at timestamptz,
  self_tested_at timestamptz,
  retention interval not null default '180 days',
  alert text,
  alerted_at timestamptz
);
insert into contact_private.job default values;
alter table contact_private.job enable row level security;

-- What earlier forms of these migrations made, and what is made anew below.
drop function if exists contact_private.accept_message, contact_private.claim_due_messages,
  contact_private.mark_failed, contact_private.release_claim, contact_private.purge_expired;

-- Takes a submission in: recognises a repeated one, counts it against the visitor's limit, stores it.
-- Only that limit refuses.
--
-- p_duplicate_keys   keys under which the same submission may already be stored, its own included
-- p_content_hash     serialises submissions with the same content, so that of two taps on the
--                    button the second one sees the row of the first
-- p_visitor_hash     null when the visitor's address is unknown: then no limit refuses
-- p_spam_points      2 or more mark the message; a message within 5 s of the visitor's last one
--                    adds a point
create function contact_private.accept_message(
  p_idempotency_key text,
  p_duplicate_keys text[],
  p_content_hash text,
  p_message_id text,
  p_visitor_hash text,
  p_name text,
  p_phone text,
  p_message text,
  p_spam_points integer,
  p_is_self_test boolean,
  p_visitor_limit_per_hour integer,
  out outcome text, -- stored, duplicate or limited
  out id bigint,
  out is_suspect boolean,
  out retry_after_seconds integer
)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  -- At most this many of a visitor's messages within the hour come before those of others.
  c_first_messages constant integer := 3;
  v_window_start timestamptz := now() - interval '1 hour';
  v_from_visitor integer := 0;
  v_blocking timestamptz;
  v_last timestamptz;
  v_points integer := p_spam_points;
begin
  -- Always content first, then visitor: one order, no deadlock.
  perform pg_advisory_xact_lock(51001, hashtext(p_content_hash));

  select 'duplicate', m.id, m.is_suspect into outcome, id, is_suspect
    from public.contact_messages m where m.idempotency_key = any (p_duplicate_keys) limit 1;
  if found then
    return;
  end if;

  if p_visitor_hash is not null then
    perform pg_advisory_xact_lock(51002, hashtext(p_visitor_hash));
    -- Not later than now: a clock that ran ahead must not count against the visitor until then.
    select count(*), max(e.created_at), min(e.created_at)
      into v_from_visitor, v_last, v_blocking
      from (select r.created_at from contact_private.rate_events r
        where r.visitor_hash = p_visitor_hash and r.created_at > v_window_start and r.created_at <= now()
        order by r.created_at desc limit p_visitor_limit_per_hour) e;
    if v_from_visitor >= p_visitor_limit_per_hour then
      perform contact_private.tally('limited', 1);
      outcome := 'limited';
      retry_after_seconds := greatest(1, ceil(extract(epoch from v_blocking - v_window_start)));
      return;
    end if;
    if v_last > now() - interval '5 seconds' then
      v_points := v_points + 1;
    end if;
    insert into contact_private.rate_events (visitor_hash) values (p_visitor_hash);
  end if;

  insert into public.contact_messages as m
    (idempotency_key, message_id, name, phone, message, is_suspect, is_bulk, is_self_test)
  values
    (p_idempotency_key, p_message_id, p_name, p_phone, p_message, v_points >= 2,
     v_points >= 2 or v_from_visitor >= c_first_messages, p_is_self_test)
  returning 'stored', m.id, m.is_suspect into outcome, id, is_suspect;
end
$$;

-- Hands out the message that is due next, to one worker only, for the length of the lease. Above the
-- total limit messages wait. What comes in bulk may use half of it; the other half is for everybody else.
create function contact_private.claim_message(p_lease interval, p_total_limit_per_hour integer)
returns setof public.contact_messages
language plpgsql set search_path = '' as $$
declare
  v_mails integer;
begin
  -- One worker at a time, so that they do not go past the limit together.
  perform pg_advisory_xact_lock(51003, 0);
  select
    (select count(*) from (select from public.contact_messages
      where sent_at > now() - interval '1 hour' limit p_total_limit_per_hour) sent)
    + (select count(*) from public.contact_messages
      where sent_at is null and parked_at is null and is_claimed and next_attempt_at > now())
    into v_mails;

  return query
  update public.contact_messages m
  set attempts = m.attempts + 1, is_claimed = true, next_attempt_at = now() + p_lease
  where v_mails < p_total_limit_per_hour and m.id = (
    select d.id from public.contact_messages d
    where d.sent_at is null and d.parked_at is null and not d.is_claimed and d.next_attempt_at <= now()
      and (not d.is_bulk or v_mails < p_total_limit_per_hour / 2)
    order by d.is_bulk, d.next_attempt_at limit 1
    for update skip locked
  )
  returning m.*;
end
$$;

-- Plans the next attempt: p_base doubled with each attempt, at most 60 times p_base, give or take
-- a fifth so that messages that failed together do not come back together. After an unsafe attempt
-- p_base counts fifteenfold, and after five of them there is no next one. p_attempts is the worker's
-- claim: a worker whose lease has ended must not disturb the one that came after it.
create function contact_private.mark_failed(
  p_id bigint, p_attempts integer, p_error text, p_is_unsafe boolean, p_base interval
) returns void
language sql set search_path = '' as $$
  update public.contact_messages
  set last_error = p_error,
      is_claimed = false,
      unsafe_attempts = unsafe_attempts + p_is_unsafe::integer,
      parked_at = case when p_is_unsafe and unsafe_attempts >= 4 then now() end,
      next_attempt_at = now() + (0.8 + 0.4 * random()) * p_base * case
        when p_is_unsafe then 15 * power(2, unsafe_attempts)
        else least(60, power(2, least(p_attempts - 1, 10)))
      end
  where id = p_id and attempts = p_attempts and is_claimed and sent_at is null;
$$;

-- Begins a run of the job. Says whether the daily self-test is due, to one caller a day.
create function contact_private.begin_run(p_retention interval) returns boolean
language plpgsql set search_path = '' as $$
begin
  update contact_private.job set ran_at = now(), retention = p_retention;
  -- A worker that died with a message may have mailed it: that counts as an unsafe attempt.
  perform contact_private.mark_failed(id, attempts, 'UNREPORTED', true, interval '0')
    from public.contact_messages
    where sent_at is null and parked_at is null and is_claimed and next_attempt_at <= now();
  update contact_private.job set self_tested_at = now()
    where self_tested_at is null or self_tested_at not between now() - interval '1 day' and now();
  return found;
end
$$;

-- Deletes what the retention time no longer covers, a thousand rows at a time. Returns how many
-- messages went.
create function contact_private.purge_expired() returns integer
language plpgsql set search_path = '' as $$
declare
  v_deleted integer;
begin
  -- As an array, so that not even a planner without statistics reads the whole table.
  delete from public.contact_messages where id = any (array(
    select id from public.contact_messages
    where sent_at < now() - (select retention from contact_private.job) order by sent_at limit 1000
  ));
  get diagnostics v_deleted = row_count;
  delete from contact_private.rate_events where ctid = any (array(
    select ctid from contact_private.rate_events
    where created_at < now() - interval '1 day'
    order by created_at limit 10000
  ));
  delete from contact_private.tallies where hour < now() - interval '1 day';
  return v_deleted;
end
$$;

drop view if exists contact_private.status;
-- For the operator and for monitoring: one row that says how things stand.
create view contact_private.status as
select
  count(*) filter (where sent_at is null and parked_at is null) as pending,
  count(*) filter (where sent_at is null and parked_at is null and created_at < now() - interval '1 hour')
    as overdue,
  count(*) filter (where sent_at is null and attempts >= 5) as failing,
  count(*) filter (where sent_at is null and parked_at is not null) as parked,
  min(created_at) filter (where sent_at is null) as oldest_pending,
  count(*) filter (where sent_at > now() - interval '1 day') as sent_last_day,
  (select max(sent_at) from public.contact_messages) as last_sent_at,
  (select count(*) from public.contact_messages
    where sent_at < now() - (select retention + interval '1 day' from contact_private.job)) as retention_overdue,
  (select coalesce(sum(t.count), 0) from contact_private.tallies t where t.kind = 'limited') as limited_last_day,
  (select coalesce(sum(t.count), 0) from contact_private.tallies t where t.kind = 'direct_mail')
    as direct_mails_last_day,
  (select ran_at from contact_private.job) as job_ran_at,
  (select self_tested_at from contact_private.job) as self_tested_at,
  (select alerted_at from contact_private.job) as alerted_at
from public.contact_messages
where sent_at is null or sent_at > now() - interval '1 day';

-- What the operator has to hear of now, or null: at most once an hour, and the same once a day.
create function contact_private.claim_alert() returns text
language sql set search_path = '' as $$
  with problems as (
    select nullif(concat_ws(', ',
      case when overdue > 0 then 'overdue messages: ' || overdue end,
      case when parked > 0 then 'parked messages: ' || parked end,
      case when retention_overdue > 0 then 'messages past their retention time: ' || retention_overdue end
    ), '') as text from contact_private.status
  )
  update contact_private.job j set alert = p.text, alerted_at = now()
  from problems p
  where p.text is not null
    and (j.alerted_at is null or j.alerted_at < now() - interval '1 hour')
    and (j.alert is distinct from p.text or j.alerted_at < now() - interval '1 day')
  returning j.alert;
$$;

create function contact_private.refuse_unsent_truncate() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select from public.contact_messages where sent_at is null) then
    raise exception 'contact_messages holds messages that have not been mailed yet and is not truncated'
      using hint = 'To erase them on purpose, set sent_at = now() first.';
  end if;
  return null;
end
$$;
create trigger contact_messages_keep_unsent_from_truncate
  before truncate on public.contact_messages
  execute function contact_private.refuse_unsent_truncate();

-- Supabase's default privileges give its API roles the table's sequence, and service_role, which
-- row-level security does not hold back, the table as well. None of them needs either.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    if exists (select from pg_catalog.pg_roles where rolname = role_name) then
      execute format('revoke all on public.contact_messages from %I', role_name);
      execute format('revoke all on sequence public.contact_messages_id_seq from %I', role_name);
      execute format('revoke all on all tables in schema contact_private from %I', role_name);
      execute format('revoke all on schema contact_private from %I', role_name);
    end if;
  end loop;
end
$$;

-- Calls the function's retry path. URL and secret are read from Vault at each run, so both can be set, or
-- changed, later:
--   select vault.create_secret('https://<ref>.supabase.co/functions/v1/send-contact-email', 'contact_function_url');
--   select vault.create_secret('<CONTACT_RETRY_SECRET>', 'contact_retry_secret');
-- When it has not come through for a quarter of an hour, nothing within
-- the function can raise an alert, so this does, to the Vault's contact_alert_webhook.
create or replace function contact_private.call_retry() returns void
language plpgsql set search_path = '' as $$
declare
  v_vault jsonb;
begin
  -- Dynamic, because neither schema exists where the extensions are absent.
  execute $q$select coalesce(jsonb_object_agg(name, decrypted_secret), '{}') from vault.decrypted_secrets
    where name in ('contact_function_url', 'contact_retry_secret', 'contact_alert_webhook')$q$ into v_vault;
  if not v_vault ?& array['contact_function_url', 'contact_retry_secret'] then
    raise exception 'contact retry is not set up: Vault has no contact_function_url or no contact_retry_secret'
      using hint = 'See docs/contact.md, "Schedule".';
  end if;
  execute 'select net.http_post(url := $1, headers := $2, body := $3, timeout_milliseconds := 55000)'
    using rtrim(v_vault ->> 'contact_function_url', '/') || '/retry',
      jsonb_build_object('content-type', 'application/json',
        'x-contact-retry-secret', v_vault ->> 'contact_retry_secret'),
      '{}'::jsonb;
  update contact_private.job set alert = 'the job does not run', alerted_at = now()
    where ran_at < now() - interval '15 minutes' and v_vault ? 'contact_alert_webhook'
      and (alerted_at is null or alerted_at < now() - interval '1 hour');
  if found then
    execute 'select net.http_post(url := $1, body := $2)' using v_vault ->> 'contact_alert_webhook',
      '{"text": "Contact form: the job does not run. See docs/contact.md."}'::jsonb;
  end if;
end
$$;

-- Nobody waits for a lock longer than a visitor waits for an answer. How long a statement may take is
-- set on the function's connection: PostgreSQL measures it from the statement's start.
do $$
declare
  function regprocedure;
begin
  for function in select p.oid from pg_catalog.pg_proc p
    where p.pronamespace = 'contact_private'::regnamespace
  loop
    execute format('alter function %s set lock_timeout = %L set statement_timeout = %L', function, '3s', '10s');
    execute format('revoke all on function %s from public', function);
  end loop;
end
$$;

do $$
begin
  perform cron.schedule('contact-history', '17 3 * * *',
    $q$delete from cron.job_run_details where end_time < now() - interval '7 days'$q$);
exception when invalid_schema_name or undefined_function then
  raise notice 'pg_cron is absent: there is no history to prune';
end
$$;

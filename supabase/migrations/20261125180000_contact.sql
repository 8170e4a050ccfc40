-- The contact form's database: keeps a message until it has been mailed and its retention time is over.
-- docs/contact.md describes the whole.

-- The Data API does not expose this schema, and no role has rights to it but the owner, as whom the function
-- connects.
create schema contact_private;

-- # Tables

create table contact_private.messages (
  id bigint generated always as identity primary key,
  -- SHA-256 of the content and, if the form sent one, its idempotency key.
  submission_key text not null check (submission_key ~ '^[0-9a-f]{64}$'),
  name text not null check (char_length(name) between 1 and 120),
  phone text not null check (char_length(phone) between 1 and 40),
  message text not null check (char_length(message) between 1 and 5000),
  -- Addresses that the site's form names but the function does not use.
  other_addresses text check (char_length(other_addresses) <= 700),
  is_suspect boolean not null default false,
  created_at timestamptz not null default now(),

  -- The only state of a message that is waiting: a worker that claims it moves this on.
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Times that a mail server may have taken the mail, or refused it for good. At five the message is stuck.
  handovers integer not null default 0,
  -- A short code such as ETIMEDOUT or 451, never the server's text, which may quote addresses.
  last_error text,
  sent_at timestamptz
);

create index messages_unsent on contact_private.messages (is_suspect, created_at) where sent_at is null;
create index messages_sent on contact_private.messages (sent_at) where sent_at is not null;
create index messages_submission on contact_private.messages (submission_key);

-- Unsent messages whose time has come. A clock that ran ahead may have set a time that no backoff reaches.
create view contact_private.due with (security_invoker = true) as
select * from contact_private.messages
where sent_at is null and handovers < 5
  and (next_attempt_at <= now() or next_attempt_at > now() + interval '1 hour 5 minutes');

-- When each visitor wrote, for the hourly limit. Kept apart from the messages, so that no message can be
-- traced to an address, and deleted after a day.
create table contact_private.rate_events (
  -- Keyed hash of the visitor's address and the day.
  visitor_hash text not null,
  created_at timestamptz not null default now()
);
create index rate_events_visitor on contact_private.rate_events (visitor_hash, created_at);

-- One row. Claims lock it, so that two workers cannot exceed the mail account's limit together.
create table contact_private.state (
  is_only_row boolean primary key default true check (is_only_row),
  ran_at timestamptz,
  digest_at timestamptz,
  -- The last attempt to log in to the mail account, and the code of its failure.
  login_tried_at timestamptz,
  login_error text
);
insert into contact_private.state default values;

alter table contact_private.messages enable row level security;
alter table contact_private.rate_events enable row level security;
alter table contact_private.state enable row level security;

-- # API of the function: each call is one round trip and one transaction

-- Locks come first and the clock second: whoever waited would otherwise take what another has just written
-- for the future.

-- Stores a submission, unless it is stored already, its visitor has reached the hourly limit, or it is
-- suspect and too many suspects are waiting.
--
-- p_is_keyed      the form sent an idempotency key; otherwise, the same content within ten minutes is one message
-- p_visitor_hash  null if the visitor's address is unknown: no limit applies
create function contact_private.accept_message(
  p_submission_key text, p_is_keyed boolean, p_visitor_hash text, p_name text, p_phone text, p_message text,
  p_other_addresses text, p_is_suspect boolean,
  out outcome text, -- stored, duplicate or limited
  out id bigint
)
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
#variable_conflict use_column
declare
  c_visitor_limit_per_hour constant integer := 30;
  c_waiting_suspects_limit constant integer := 10000;
  v_now timestamptz;
begin
  -- Serialises taps on the same button, then requests of the same visitor: a fixed order prevents deadlocks.
  perform pg_advisory_xact_lock(51001, hashtext(p_submission_key));
  perform pg_advisory_xact_lock(51002, hashtext(p_visitor_hash));
  v_now := clock_timestamp();
  select 'duplicate', m.id into outcome, id from contact_private.messages m
    where m.submission_key = p_submission_key
      and (p_is_keyed or m.created_at between v_now - interval '10 minutes' and v_now)
    limit 1;
  if found then
    return;
  end if;

  -- Ignores the future, which a clock that ran ahead has written.
  if c_visitor_limit_per_hour <= (select count(*) from contact_private.rate_events r
      where r.visitor_hash = p_visitor_hash and r.created_at between v_now - interval '1 hour' and v_now)
    or p_is_suspect and c_waiting_suspects_limit <= (select count(*) from contact_private.messages m
      where m.is_suspect and m.sent_at is null)
  then
    outcome := 'limited';
    return;
  end if;

  if p_visitor_hash is not null then
    insert into contact_private.rate_events (visitor_hash) values (p_visitor_hash);
  end if;
  insert into contact_private.messages as m
    (submission_key, name, phone, message, other_addresses, is_suspect)
  values (p_submission_key, p_name, p_phone, p_message, p_other_addresses, p_is_suspect)
  returning 'stored', m.id into outcome, id;
end
$$;

-- Claims the messages of the next mail. The claim is the backoff: it makes them due again after two minutes,
-- which is longer than any attempt takes, then four, and so on to an hour.
--
-- A few messages leave one by one. Once as many as the mail account allows have left within the hour, one
-- digest a minute takes up to a hundred. What was in a digest that failed leaves alone.
create function contact_private.claim_mail(p_mails_per_hour integer) returns setof contact_private.messages
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  v_now timestamptz;
  v_digest_at timestamptz;
  v_is_flood boolean;
  v_first contact_private.messages;
begin
  select digest_at into v_digest_at from contact_private.state for update;
  v_now := clock_timestamp();
  -- What has left within the hour, and what is on its way.
  v_is_flood := p_mails_per_hour <= (
    (select count(*) from contact_private.messages m where m.sent_at > v_now - interval '1 hour')
    + (select count(*) from contact_private.messages m
      where m.sent_at is null and m.attempts > 0 and m.handovers < 5 and m.next_attempt_at > v_now));
  select d.* into v_first from contact_private.due d
    where d.handovers > 0 or not v_is_flood
      or coalesce(v_now not between v_digest_at and v_digest_at + interval '55 seconds', true)
    order by d.is_suspect, d.created_at limit 1;
  v_is_flood := v_is_flood and v_first.handovers = 0;
  if v_is_flood then
    update contact_private.state set digest_at = v_now;
  end if;

  return query
  update contact_private.messages m
  set attempts = m.attempts + 1,
      next_attempt_at = v_now + least(interval '1 hour', interval '2 minutes' * power(2, least(m.attempts, 5)))
  where m.id in (
    select d.id from contact_private.due d
    where d.id = v_first.id or (v_is_flood and d.handovers = 0 and d.is_suspect = v_first.is_suspect)
    order by d.created_at limit 100
    for update skip locked
  )
  returning m.*;
end
$$;

-- Counts that a mail server may have these messages from now on. Returns false if any of them must not be
-- sent: a worker that took over has done so, or this would be the sixth time.
create function contact_private.hand_over(p_ids bigint[]) returns boolean
language sql set search_path = '' set lock_timeout = '3s' as $$
  with counted as (
    update contact_private.messages set handovers = handovers + 1
    where id = any (p_ids) and sent_at is null and handovers < 5 returning 1
  )
  select count(*) = cardinality(p_ids) from counted;
$$;

-- A mail that has left shows that the login works.
create function contact_private.mark_sent(p_ids bigint[]) returns void
language sql set search_path = '' set lock_timeout = '3s' as $$
  update contact_private.messages set sent_at = now(), last_error = null
  where id = any (p_ids) and sent_at is null;
  update contact_private.state set login_error = null where login_error is not null;
$$;

-- p_taken_back  the server certainly does not have the mail
create function contact_private.mark_failed(p_ids bigint[], p_error text, p_taken_back boolean) returns void
language sql set search_path = '' set lock_timeout = '3s' as $$
  update contact_private.messages
  set last_error = p_error, handovers = handovers - p_taken_back::integer
  where id = any (p_ids) and sent_at is null;
$$;

-- Records that a run begins. Returns whether it has to try the mail login: every ten minutes.
create function contact_private.begin_run() returns boolean
language sql set search_path = '' set lock_timeout = '3s' as $$
  -- Writes the row if it is missing.
  insert into contact_private.state (ran_at) values (now())
  on conflict (is_only_row) do update set ran_at = clock_timestamp()
  returning coalesce(clock_timestamp() not between login_tried_at and login_tried_at + interval '9 minutes', true);
$$;

create function contact_private.mark_login(p_error text) returns void
language sql set search_path = '' as $$
  update contact_private.state set login_tried_at = now(), login_error = p_error;
$$;

-- What is wrong, in the words of the health response; null if nothing is.
create function contact_private.health() returns text
language sql stable set search_path = '' as $$
  select case
    -- As Supabase makes a database whose disk is full.
    when current_setting('transaction_read_only')::boolean then 'database'
    else nullif(concat_ws(', ',
      case when coalesce(now() - s.ran_at not between '-1 hour' and '21 minutes', true) then 'schedule' end,
      case when s.login_error is not null then 'mail' end,
      -- Suspects yield to others.
      case when exists (select from contact_private.messages m where m.sent_at is null and m.handovers < 5
        and m.created_at < now() - case when m.is_suspect then interval '6 hours' else interval '30 minutes' end)
        then 'overdue' end,
      case when exists (select from contact_private.messages m where m.sent_at is null and m.handovers >= 5)
        then 'stuck' end
    ), '')
  end
  from (values (true)) as always (is_true) left join contact_private.state s on true;
$$;

-- # The schedule, if pg_cron and pg_net are available (hosted Supabase and its CLI)

-- Calls the function if something is due, and every ten minutes regardless. Reads URL and secret from Vault
-- at each call, so that both can be set or changed at any time.
create function contact_private.call_function() returns void
language plpgsql set search_path = '' as $$
declare
  v_vault jsonb;
begin
  if extract(minute from now())::integer % 10 <> 0
    and not exists (select from contact_private.due)
  then
    return;
  end if;
  -- Dynamic SQL, because the schemas exist only with the extensions.
  execute $q$select jsonb_object_agg(name, decrypted_secret) from vault.decrypted_secrets
    where name in ('contact_function_url', 'contact_secret')$q$ into v_vault;
  execute 'select net.http_post(url := $1, headers := $2, timeout_milliseconds := 55000)'
    using rtrim(v_vault ->> 'contact_function_url', '/') || '/job',
      jsonb_build_object('x-contact-secret', v_vault ->> 'contact_secret');
end
$$;

-- Deletes what nobody needs any more: messages after the given number of days, suspects after seven.
create function contact_private.delete_expired(p_days integer) returns void
language plpgsql set search_path = '' as $$
begin
  delete from contact_private.messages where sent_at < now() - make_interval(days => p_days);
  delete from contact_private.messages where is_suspect and sent_at < now() - interval '7 days';
  delete from contact_private.rate_events where created_at not between now() - interval '1 day' and now();
  if to_regclass('cron.job_run_details') is not null then
    execute $q$delete from cron.job_run_details where end_time < now() - interval '7 days'
      and jobid in (select jobid from cron.job where jobname like 'contact-%')$q$;
  end if;
end
$$;

do $$
declare
  v_statement text;
begin
  foreach v_statement in array array[
    'create extension if not exists pg_cron',
    'create extension if not exists pg_net with schema extensions',
    $q$select cron.schedule('contact-mail', '* * * * *', 'select contact_private.call_function()')$q$,
    -- The privacy page names this number of days (LGPD).
    $q$select cron.schedule('contact-retention', '17 3 * * *', 'select contact_private.delete_expired(180)')$q$
  ] loop
    begin
      execute v_statement;
    exception when others then
      -- Absent, not loaded, or not for this role to create: health and `npm run contact -- check` show it.
      raise notice '%: %', v_statement, sqlerrm;
    end;
  end loop;
end
$$;

-- What the Edge Function calls. Each is one round trip and one transaction.

-- Takes a submission in: recognises a repeated one, counts it against the rate limits, stores it.
--
-- p_duplicate_keys   keys under which the same submission may already be stored, its own included
-- p_content_hash     serialises submissions with the same content, so that of two taps on the
--                    button the second one sees the row of the first
-- p_visitor_hash     null when the visitor's address is unknown: then only the total limit counts
-- p_spam_points      2 or more marks the message; a message within 5 s of the visitor's last one
--                    adds a point
-- p_lease            how long the caller keeps the message to itself to mail it at once; null
--                    when it leaves the message to the retry job
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
  p_visitor_limit_per_hour integer,
  p_total_limit_per_hour integer,
  p_lease interval
) returns table (
  outcome text, -- stored, duplicate or limited
  id bigint,
  message_id text,
  is_suspect boolean,
  created_at timestamptz,
  retry_after_seconds integer
)
language plpgsql
set search_path = ''
set lock_timeout = '3s'
as $$
#variable_conflict use_column
declare
  v_row public.contact_messages;
  v_window_start timestamptz := now() - interval '1 hour';
  v_newest_id bigint;
  v_oldest_id bigint;
  v_blocking timestamptz;
  v_last timestamptz;
  v_points integer := p_spam_points;
begin
  -- Always content first, then visitor: one order, no deadlock.
  perform pg_advisory_xact_lock(51001, hashtext(p_content_hash));

  select m.* into v_row from public.contact_messages m
    where m.idempotency_key = any (p_duplicate_keys) limit 1;
  if found then
    return query select 'duplicate'::text, v_row.id, v_row.message_id, v_row.is_suspect, v_row.created_at, null::integer;
    return;
  end if;

  -- The total by the distance between identity values: two index look-ups however long the hour
  -- was. A gap (a rolled-back insert) counts as a message, which errs on the safe side.
  select e.id into v_newest_id from contact_private.rate_events e
    where e.created_at > v_window_start order by e.created_at desc limit 1;
  select e.id into v_oldest_id from contact_private.rate_events e
    where e.created_at > v_window_start order by e.created_at limit 1;
  if v_newest_id - v_oldest_id + 1 >= p_total_limit_per_hour then
    select e.created_at into v_blocking from contact_private.rate_events e
      where e.id > v_newest_id - p_total_limit_per_hour order by e.id limit 1;
  end if;

  if v_blocking is null and p_visitor_hash is not null then
    perform pg_advisory_xact_lock(51002, hashtext(p_visitor_hash));
    select e.created_at into v_blocking from contact_private.rate_events e
      where e.visitor_hash = p_visitor_hash and e.created_at > v_window_start
      order by e.created_at desc offset p_visitor_limit_per_hour - 1 limit 1;
    select e.created_at into v_last from contact_private.rate_events e
      where e.visitor_hash = p_visitor_hash order by e.created_at desc limit 1;
    if v_last > now() - interval '5 seconds' then
      v_points := v_points + 1;
    end if;
  end if;

  if v_blocking is not null then
    return query select 'limited'::text, null::bigint, null::text, null::boolean, null::timestamptz,
      greatest(1, ceil(extract(epoch from v_blocking - v_window_start)))::integer;
    return;
  end if;

  insert into public.contact_messages as m
    (idempotency_key, message_id, name, phone, message, is_suspect, attempts, next_attempt_at)
  values
    (p_idempotency_key, p_message_id, p_name, p_phone, p_message, v_points >= 2,
     case when p_lease is null then 0 else 1 end, now() + coalesce(p_lease, interval '0'))
  returning m.* into v_row;
  insert into contact_private.rate_events (visitor_hash) values (p_visitor_hash);

  return query select 'stored'::text, v_row.id, v_row.message_id, v_row.is_suspect, v_row.created_at, null::integer;
end
$$;

-- Hands out messages that are due, each to one worker only, for the length of the lease. A worker
-- that dies with them loses them when the lease ends.
create function contact_private.claim_due_messages(p_limit integer, p_lease interval)
returns setof public.contact_messages
language sql
set search_path = ''
as $$
  update public.contact_messages m
  set attempts = m.attempts + 1, next_attempt_at = now() + p_lease
  from (
    select d.id from public.contact_messages d
    where d.sent_at is null and d.next_attempt_at <= now()
    order by d.next_attempt_at
    limit p_limit
    for update skip locked
  ) due
  where m.id = due.id
  returning m.*;
$$;

create function contact_private.mark_sent(p_id bigint) returns void
language sql
set search_path = ''
as $$
  update public.contact_messages set sent_at = now(), last_error = null
  where id = p_id and sent_at is null;
$$;

-- Plans the next attempt: p_base doubled with each attempt, at most 60 times p_base, give or take
-- a fifth so that messages that failed together do not come back together. p_attempts is the
-- worker's claim: a worker whose lease has ended must not disturb the one that came after it.
create function contact_private.mark_failed(p_id bigint, p_attempts integer, p_error text, p_base interval)
returns void
language sql
set search_path = ''
as $$
  update public.contact_messages
  set last_error = p_error,
      next_attempt_at = now() + p_base * least(60, power(2, least(p_attempts - 1, 10))) * (0.8 + 0.4 * random())
  where id = p_id and attempts = p_attempts and sent_at is null;
$$;

-- Gives a claim back untried.
create function contact_private.release_claim(p_id bigint, p_attempts integer) returns void
language sql
set search_path = ''
as $$
  update public.contact_messages
  set attempts = greatest(0, attempts - 1), next_attempt_at = now()
  where id = p_id and attempts = p_attempts and sent_at is null;
$$;

-- Deletes what the retention time no longer covers, a thousand rows at a time. Returns how many
-- messages went.
create function contact_private.purge_expired(p_retention interval) returns integer
language plpgsql
set search_path = ''
as $$
declare
  v_deleted integer;
begin
  delete from public.contact_messages where id in (
    select id from public.contact_messages
    where sent_at < now() - p_retention order by sent_at limit 1000
  );
  get diagnostics v_deleted = row_count;
  delete from contact_private.rate_events where id in (
    select id from contact_private.rate_events
    where created_at < now() - interval '1 day' order by created_at limit 10000
  );
  return v_deleted;
end
$$;

-- For the operator and for monitoring: one row that says how things stand.
create view contact_private.status as
select
  count(*) filter (where sent_at is null) as pending,
  count(*) filter (where sent_at is null and attempts >= 5) as failing,
  min(created_at) filter (where sent_at is null) as oldest_pending,
  count(*) filter (where sent_at > now() - interval '1 day') as sent_last_day
from public.contact_messages
where sent_at is null or sent_at > now() - interval '1 day';

revoke all on all functions in schema contact_private from public;

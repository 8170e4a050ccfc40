-- A limit that holds from the first hour on, digests that mail programs show whole, a way out for what a server
-- refuses, the site in each mail, and two more faults in health. See docs/contact.md.

alter table contact_private.messages
  -- Origin of the page, if the browser sent one.
  add column site text check (char_length(site) <= 300),
  -- How many messages a mail with this one may have: less after a server had such a mail and did not take it, down to
  -- 0 for what it refused alone; more again once it takes what it had refused.
  add column most_together smallint not null default 100;
update contact_private.messages set most_together = 1 where sent_at is null and handovers > 0;

-- What a server has refused yields to the rest, the more often the more.
create or replace view contact_private.due with (security_invoker = true) as
select *, (most_together < 100)::integer * attempts as turn from contact_private.messages
where sent_at is null and handovers < 5
  and (next_attempt_at <= now() or next_attempt_at > now() + interval '1 hour 5 minutes');

-- Stores a submission, unless it is stored already, its visitor has reached the hourly limit, or it is
-- suspect and too many suspects are waiting. The defaults are for functions older than this migration.
--
-- p_is_keyed      the form sent an idempotency key; otherwise, the same content within ten minutes is one message
-- p_visitor_hash  null if no gateway named the visitor's address: all such visitors share a limit
drop function contact_private.accept_message;
create function contact_private.accept_message(
  p_submission_key text, p_is_keyed boolean, p_visitor_hash text, p_name text, p_phone text, p_message text,
  p_other_addresses text, p_is_suspect boolean, p_site text default null,
  out outcome text, -- stored, duplicate or limited
  out id bigint
)
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
#variable_conflict use_column
declare
  v_visitor constant text := coalesce(p_visitor_hash, 'unknown');
  v_limit_per_hour constant integer := case when p_visitor_hash is null then 300 else 30 end;
  c_waiting_suspects_limit constant integer := 10000;
  v_now timestamptz;
begin
  -- Serialises taps on the same button, then requests of the same visitor: a fixed order prevents deadlocks.
  perform pg_advisory_xact_lock(51001, hashtext(p_submission_key));
  perform pg_advisory_xact_lock(51002, hashtext(v_visitor));
  v_now := clock_timestamp();
  select 'duplicate', m.id into outcome, id from contact_private.messages m
    where m.submission_key = p_submission_key
      and (p_is_keyed or m.created_at between v_now - interval '10 minutes' and v_now)
    limit 1;
  if found then
    return;
  end if;

  -- Ignores the future, which a clock that ran ahead has written.
  if v_limit_per_hour <= (select count(*) from contact_private.rate_events r
      where r.visitor_hash = v_visitor and r.created_at between v_now - interval '1 hour' and v_now)
    or p_is_suspect and c_waiting_suspects_limit <= (select count(*) from contact_private.messages m
      where m.is_suspect and m.sent_at is null)
  then
    outcome := 'limited';
    return;
  end if;

  insert into contact_private.rate_events (visitor_hash) values (v_visitor);
  insert into contact_private.messages as m
    (submission_key, name, phone, message, other_addresses, is_suspect, site)
  values (p_submission_key, p_name, p_phone, p_message, p_other_addresses, p_is_suspect, p_site)
  returning 'stored', m.id into outcome, id;
end
$$;

-- Claims the messages of the next mail. The claim is the backoff: it makes them due again after two minutes,
-- which is longer than any attempt takes, then four, and so on to an hour.
--
-- At most p_mails_per_hour leave in any sixty minutes. Half of them, or 64 if that is less, is reserved for
-- digests, which leave at even intervals once the other half has left. Suspects yield to others.
create or replace function contact_private.claim_mail(p_mails_per_hour integer) returns setof contact_private.messages
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  c_digests_per_hour constant integer := greatest(1, least(64, p_mails_per_hour / 2));
  -- Gmail clips a page of 102 KB.
  c_digest_bytes constant integer := 85000;
  v_now timestamptz;
  v_digest_at timestamptz;
  v_is_flood boolean;
  v_first contact_private.due;
begin
  select digest_at into v_digest_at from contact_private.state for update;
  v_now := clock_timestamp();
  -- What may have left within the hour, each copy counted.
  v_is_flood := p_mails_per_hour - c_digests_per_hour <= (
    (select coalesce(sum(copies), 0) from (select greatest(1, max(m.handovers)) as copies from contact_private.messages m
      where m.sent_at > v_now - interval '1 hour' group by m.sent_at) mails)
    + (select coalesce(sum(greatest(1, m.handovers)), 0) from contact_private.messages m
      where m.sent_at is null and m.attempts > 0 and m.next_attempt_at > v_now - interval '1 hour'));
  -- A mail may leave a minute after its claim.
  if v_is_flood and v_now between v_digest_at and v_digest_at + interval '61 minutes' / c_digests_per_hour then
    return;
  end if;
  select d.* into v_first from contact_private.due d
    order by d.is_suspect, d.turn, d.created_at, d.id limit 1;
  if v_is_flood and v_first.id is not null then
    update contact_private.state set digest_at = v_now;
  end if;

  return query
  update contact_private.messages m
  set attempts = m.attempts + 1,
      next_attempt_at = v_now + least(interval '1 hour', interval '2 minutes' * power(2, least(m.attempts, 5)))
  where m.id in (
    select p.id from (
      -- As much as the mail's HTML takes (mail.ts): labels, the name and links with it, addresses, and the text, escaped.
      select d.id, sum(700 + 8 * octet_length(d.name) + 200 * least(5, regexp_count(d.message, '@'))
        + octet_length(regexp_replace(d.message, E'[&<>"''\n]', '&#00;', 'g'))) over (order by d.turn, d.created_at, d.id) as bytes
      from (
        select * from contact_private.due d
        where d.is_suspect = v_first.is_suspect and d.most_together = v_first.most_together
        order by d.turn, d.created_at, d.id limit case when v_is_flood then greatest(1, v_first.most_together) else 1 end
        for update skip locked
      ) d
    ) p
    where p.bytes <= c_digest_bytes
  )
  returning m.*;
end
$$;

-- The three functions below change messages of one mail, and one of them others too: the state's lock keeps them from
-- waiting for each other.

-- The last step before a mail goes to the server: counts it in `handovers`. False, and the mail must not go, if any
-- message has left meanwhile, or has been handed over five times.
create or replace function contact_private.hand_over(p_ids bigint[]) returns boolean
language sql set search_path = '' set lock_timeout = '3s' as $$
  select from contact_private.state for update;
  with counted as (
    update contact_private.messages set handovers = handovers + 1
    where id = any (p_ids) and sent_at is null and handovers < 5 returning 1
  )
  select count(*) = cardinality(p_ids) from counted;
$$;

-- A mail that has left shows that the login works and, if it was refused before, that the server may take others: they
-- leave in larger mails. What was refused alone (0) stays alone until such a message has left.
create or replace function contact_private.mark_sent(p_ids bigint[]) returns void
language sql set search_path = '' set lock_timeout = '3s' as $$
  select from contact_private.state for update;
  with sent as (
    update contact_private.messages set sent_at = now(), last_error = null
    where id = any (p_ids) and sent_at is null returning most_together
  )
  update contact_private.messages m
  set most_together = least(100, 3 * greatest(m.most_together, (s.smallest = 0)::integer))
  from (select min(most_together) as smallest from sent) s
  where m.sent_at is null and m.id <> all (p_ids) and m.most_together < 100 and s.smallest < 100;
  update contact_private.state set login_error = null where login_error is not null;
$$;

-- p_taken_back  the server certainly does not have the mail: hand_over's count is undone
-- p_was_seen    the server had the mail's content; false for functions older than this migration
drop function contact_private.mark_failed;
create function contact_private.mark_failed(
  p_ids bigint[], p_error text, p_taken_back boolean, p_was_seen boolean default false
) returns void
language sql set search_path = '' set lock_timeout = '3s' as $$
  select from contact_private.state for update;
  update contact_private.messages
  set last_error = p_error, handovers = handovers - p_taken_back::integer,
      most_together = case when not p_was_seen then most_together
        when cardinality(p_ids) = 1 then 0 else greatest(1, cardinality(p_ids) / 10) end
  where id = any (p_ids) and sent_at is null;
$$;

-- What is wrong, in the words of the health response; null if nothing is.
create or replace function contact_private.health() returns text
language sql stable set search_path = '' as $$
  select case
    -- As Supabase makes a database whose disk is full: this session, or only new ones.
    when current_setting('transaction_read_only')::boolean or exists (
      select from pg_db_role_setting s, unnest(s.setconfig) setting
      where s.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))
        and s.setrole in (0, (select r.oid from pg_roles r where r.rolname = current_user))
        and setting ~* '^default_transaction_read_only=(on|true|yes|1)$') then 'database'
    else nullif(concat_ws(', ',
      case when coalesce(now() - s.ran_at not between '-1 hour' and '21 minutes', true) then 'schedule' end,
      case when s.login_error is not null then 'mail' end,
      -- Suspects yield to others.
      case when exists (select from contact_private.messages m where m.sent_at is null and m.handovers < 5
        and m.created_at < now() - case when m.is_suspect then interval '6 hours' else interval '30 minutes' end)
        then 'overdue' end,
      case when exists (select from contact_private.messages m where m.sent_at is null and m.handovers >= 5)
        then 'stuck' end,
      case when exists (select from contact_private.rate_events r where r.visitor_hash = 'unknown'
        and r.created_at > now() - interval '1 day') then 'address' end
    ), '')
  end
  from (values (true)) as always (is_true) left join contact_private.state s on true;
$$;

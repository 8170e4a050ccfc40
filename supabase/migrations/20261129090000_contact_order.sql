-- One order of what is waiting, and no hour spent on a server that is not there. See docs/contact.md.

-- `turn` says who goes before whom; equals go in the order in which they became due, so that none waits for ever:
--   0  a customer
--   1  a customer whose mail was refused together with others, or had no outcome twice, as by a worker that it ends
--   2  suspects, and what a server has refused alone: neither may keep the other for ever
-- `together`: how many messages a mail with this one may have.
create or replace view contact_private.due with (security_invoker = true) as
select *, case when most_together = 0 or is_suspect then 2
    else (most_together < 100 or handovers > 1)::integer end as turn,
  least(most_together, case when handovers > 1 then 1 else 100 end)::integer as together
from contact_private.messages
where sent_at is null and handovers < 5
  and (next_attempt_at <= now() or next_attempt_at > now() + interval '1 hour 5 minutes');

-- How long a claim keeps a message from the next, which is longer than any attempt takes.
create function contact_private.backoff(p_attempts integer) returns interval
language sql immutable set search_path = '' as $$
  select least(interval '1 hour', interval '2 minutes' * power(2, least(p_attempts, 5)));
$$;

-- Claims the messages of the next mail. The claim is the backoff: it makes them due again after two minutes, then four,
-- and so on to an hour.
--
-- A mail server is offered at most p_mails_per_hour in any sixty minutes: each claim counts. Half of them, or 64 if that
-- is less, is reserved for digests, which are claimed at even intervals while the other half is used up, and for what a
-- server has refused alone.
create or replace function contact_private.claim_mail(p_mails_per_hour integer) returns setof contact_private.messages
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  c_digests_per_hour constant integer := contact_private.digests_per_hour(p_mails_per_hour);
  -- Gmail clips a page of 102 KB.
  c_digest_bytes constant integer := 98000;
  -- A mail may leave a minute after its claim.
  c_hour constant interval := '61 minutes';
  v_now timestamptz;
  v_state contact_private.state;
  v_is_digest boolean;
  v_first contact_private.due;
begin
  select * into v_state from contact_private.state for update;
  v_now := clock_timestamp();
  -- Ignores the future, which a clock that ran ahead has written.
  v_state.singles := array(select at from unnest(v_state.singles) at where at between v_now - c_hour and v_now);
  select * into v_first from contact_private.due order by turn, next_attempt_at, id limit 1;
  v_is_digest := v_first.together = 0 or p_mails_per_hour - c_digests_per_hour <= cardinality(v_state.singles);
  if v_first.id is null
    or v_is_digest and v_now between v_state.digest_at and v_state.digest_at + c_hour / c_digests_per_hour
  then
    return;
  elsif v_is_digest then
    update contact_private.state set digest_at = v_now;
  else
    update contact_private.state set singles = v_state.singles || v_now;
  end if;

  return query
  update contact_private.messages m
  set attempts = m.attempts + 1, next_attempt_at = v_now + contact_private.backoff(m.attempts)
  where m.id in (
    select p.id from (
      select d.id, sum(contact_private.mail_bytes(d)) over (order by d.next_attempt_at, d.id) as bytes
      from (
        select * from contact_private.due d where d.turn = v_first.turn and d.together = v_first.together
        order by d.next_attempt_at, d.id limit case when v_is_digest then greatest(1, v_first.together) else 1 end
        for update skip locked
      ) d
    ) p
    where p.bytes <= c_digest_bytes or p.id = v_first.id
  )
  returning m.*;
end
$$;

-- p_taken_back  the server certainly does not have the mail: hand_over's count is undone
-- p_was_seen    the server had the mail's content; false for functions older than 20261126010000
create or replace function contact_private.mark_failed(
  p_ids bigint[], p_error text, p_taken_back boolean, p_was_seen boolean default false
) returns void
language sql set search_path = '' set lock_timeout = '3s' as $$
  select from contact_private.state for update;
  -- A claim without a hand-over offered nothing, as while no session opens: it does not count.
  update contact_private.state s
  set singles = array_remove(s.singles, claim.at), digest_at = nullif(s.digest_at, claim.at)
  from (
    select max(m.next_attempt_at - contact_private.backoff(m.attempts - 1)) as at
    from contact_private.messages m where m.id = any (p_ids)
    having max(m.handovers) = 0 and not p_taken_back
  ) claim;
  update contact_private.messages
  set last_error = p_error, handovers = handovers - p_taken_back::integer,
      most_together = case when not p_was_seen then most_together
        when cardinality(p_ids) = 1 then 0 else greatest(1, cardinality(p_ids) / 10) end
  where id = any (p_ids) and sent_at is null;
$$;

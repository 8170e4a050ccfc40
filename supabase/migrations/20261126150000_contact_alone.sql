-- No message in another's way, whatever it holds; an alarm that follows the mail account's limit; data that goes by
-- itself, and a word in health if it does not. See docs/contact.md.

alter table contact_private.state
  -- Sent messages go so many days after they left, others so many days after they arrived. The privacy page names the
  -- number (LGPD).
  add column retention_days integer not null default 180 check (retention_days > 0),
  -- When that was last done.
  add column expired_at timestamptz not null default now();

-- # Mailing

-- `together`: how many messages a mail with this one may have. What was handed over twice without an outcome, as by a
-- worker that it ends, leaves alone.
create or replace view contact_private.due with (security_invoker = true) as
select *, (most_together < 100 or handovers > 1)::integer * attempts as turn,
  least(most_together, case when handovers > 1 then 1 else 100 end)::integer as together
from contact_private.messages
where sent_at is null and handovers < 5
  and (next_attempt_at <= now() or next_attempt_at > now() + interval '1 hour 5 minutes');

-- How many digests may leave in an hour.
create function contact_private.digests_per_hour(p_mails_per_hour integer) returns integer
language sql immutable set search_path = '' as $$
  select greatest(1, least(64, p_mails_per_hour / 2));
$$;

-- The bytes of a text in HTML (mail.ts): escaped, line breaks as elements.
create function contact_private.html_bytes(p_text text) returns integer
language sql immutable set search_path = '' as $$
  select octet_length(regexp_replace(p_text, E'[&<>"''\n]', '&#00;', 'g'));
$$;

-- The bytes that a message takes in a digest, at most: labels, its fields, and links, which repeat the name and up to
-- five addresses of 254 characters, each within a word of the text.
create function contact_private.mail_bytes(p contact_private.due) returns integer
language sql immutable set search_path = '' as $$
  select 760 + 100 * p.is_suspect::integer + 130 * (p.other_addresses is not null)::integer
    + contact_private.html_bytes(concat(p.name, p.phone, p.message, p.other_addresses, p.site))
    + 5 * octet_length(p.name) + 100 * least(5, regexp_count(words, '@'))
    + least(5 * 254 * 12, 2 * contact_private.html_bytes(words) + 2 * octet_length(words))
  from (
    select coalesce(string_agg(word, ''), '') as words
    from regexp_split_to_table(concat_ws(' ', p.name, p.phone, p.message), '\s+') word where strpos(word, '@') > 0
  ) found;
$$;

-- Claims the messages of the next mail. The claim is the backoff: it makes them due again after two minutes,
-- which is longer than any attempt takes, then four, and so on to an hour.
--
-- At most p_mails_per_hour leave in any sixty minutes. Half of them, or 64 if that is less, is reserved for
-- digests, which leave at even intervals once the other half has left. Suspects yield to others.
create or replace function contact_private.claim_mail(p_mails_per_hour integer) returns setof contact_private.messages
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  c_digests_per_hour constant integer := contact_private.digests_per_hour(p_mails_per_hour);
  -- Gmail clips a page of 102 KB.
  c_digest_bytes constant integer := 98000;
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
      select d.id, sum(contact_private.mail_bytes(d)) over (order by d.turn, d.created_at, d.id) as bytes
      from (
        select * from contact_private.due d
        where d.is_suspect = v_first.is_suspect and d.together = v_first.together
        order by d.turn, d.created_at, d.id limit case when v_is_flood then greatest(1, v_first.together) else 1 end
        for update skip locked
      ) d
    ) p
    where p.bytes <= c_digest_bytes or p.id = v_first.id
  )
  returning m.*;
end
$$;

-- # What has expired

-- Deletes messages that were sent, suspects after seven days; what never left and is not tried any more, or only as a
-- suspect; and visitors' hashes after a day.
drop function contact_private.delete_expired;
create function contact_private.delete_expired() returns void
language plpgsql set search_path = '' as $$
declare
  v_end constant timestamptz := now() - make_interval(days => (select s.retention_days from contact_private.state s));
begin
  delete from contact_private.messages m
  where m.sent_at < v_end or m.is_suspect and m.sent_at < now() - interval '7 days'
    or m.sent_at is null and m.created_at < v_end and (m.handovers >= 5 or m.is_suspect);
  delete from contact_private.rate_events where created_at not between now() - interval '1 day' and now();
  if to_regclass('cron.job_run_details') is not null then
    execute $q$delete from cron.job_run_details where end_time < now() - interval '7 days'
      and jobid in (select jobid from cron.job where jobname like 'contact-%')$q$;
  end if;
  update contact_private.state set expired_at = now();
end
$$;

-- Records that a run begins, and deletes every hour what has expired. Returns whether it has to try the mail login:
-- every ten minutes.
create or replace function contact_private.begin_run() returns boolean
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
declare
  v_state contact_private.state;
begin
  -- Writes the row if it is missing.
  insert into contact_private.state (ran_at) values (now())
  on conflict (is_only_row) do update set ran_at = clock_timestamp()
  returning * into v_state;
  if v_state.expired_at not between clock_timestamp() - interval '1 hour' and clock_timestamp() then
    begin
      perform contact_private.delete_expired();
    exception when others then
      -- No mail waits for it. Health shows it after two days.
      raise warning 'delete_expired: %', sqlstate;
    end;
  end if;
  return coalesce(clock_timestamp() not between v_state.login_tried_at and v_state.login_tried_at + interval '9 minutes',
    true);
end
$$;

-- The run deletes now. Keeps the number of days that an operator has set.
do $$
begin
  if to_regclass('cron.job') is not null then
    execute $q$update contact_private.state set retention_days = days from (
      select greatest(1, substring(command from 'delete_expired\((\d+)\)')::integer) as days
      from cron.job where jobname = 'contact-retention') job where days is not null$q$;
    execute $q$select cron.unschedule(jobname) from cron.job where jobname = 'contact-retention'$q$;
  end if;
end
$$;

-- # Health

-- What is wrong, in the words of the health response; null if nothing is. The default is for functions older than this
-- migration.
drop function contact_private.health;
create function contact_private.health(p_mails_per_hour integer default 300) returns text
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
      -- Suspects yield to others. With few mails an hour, nothing is wrong before the next digest has left.
      case when exists (select from contact_private.messages m where m.sent_at is null and m.handovers < 5
        and m.created_at < now() - case when m.is_suspect then interval '6 hours' else greatest(interval '30 minutes',
          interval '5 minutes' + interval '61 minutes' / contact_private.digests_per_hour(p_mails_per_hour)) end)
        then 'overdue' end,
      case when exists (select from contact_private.messages m where m.sent_at is null and m.handovers >= 5)
        then 'stuck' end,
      case when exists (select from contact_private.rate_events r where r.visitor_hash = 'unknown'
        and r.created_at > now() - interval '1 day') then 'address' end,
      case when now() - s.expired_at not between '-1 hour' and '2 days' then 'retention' end
    ), '')
  end
  from (values (true)) as always (is_true) left join contact_private.state s on true;
$$;

-- Contact messages, from the moment a visitor is told "Mensagem Enviada!" until the mail has left
-- and the retention time is over.

create table public.contact_messages (
  id bigint generated always as identity primary key,
  -- SHA-256 of the submission: the same submission twice is one row.
  idempotency_key text not null unique check (idempotency_key ~ '^[0-9a-f]{64}$'),
  -- RFC 5322 Message-ID. Fixed, so that a rare second delivery collapses in the mailbox.
  message_id text not null,
  name text not null check (char_length(name) between 1 and 120),
  phone text not null check (char_length(phone) between 1 and 40),
  message text not null check (char_length(message) between 1 and 5000),
  is_suspect boolean not null default false,
  -- Attempts begun, not only those that ended: it also tells a worker whether its claim still holds.
  attempts integer not null default 0 check (attempts >= 0),
  -- While a worker has the row, the end of its lease; otherwise when the next attempt is due.
  next_attempt_at timestamptz not null default now(),
  -- A short code such as ETIMEDOUT or 451, never a server's text: that may quote addresses.
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

comment on table public.contact_messages is
  'Messages of the site''s contact form. Unsent rows are work to do; sent rows are deleted after CONTACT_RETENTION_DAYS.';

create index contact_messages_pending on public.contact_messages (next_attempt_at) where sent_at is null;
create index contact_messages_sent on public.contact_messages (sent_at) where sent_at is not null;

-- No policy follows on purpose: with row-level security on, neither anon nor authenticated sees or writes
-- anything. The function connects as the owner of the table.
alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from public;

-- A schema that the Data API does not expose, for what only the function and the operator call.
create schema contact_private;
revoke all on schema contact_private from public;

-- Who wrote when, for the rate limits. Apart from the messages, so that no message can be traced
-- to an address, and short-lived: rows leave after a day.
create table contact_private.rate_events (
  id bigint generated always as identity primary key,
  -- Keyed hash of the visitor's address that changes every day; null when there is no address.
  visitor_hash text,
  created_at timestamptz not null default now()
);
create index rate_events_visitor on contact_private.rate_events (visitor_hash, created_at);
create index rate_events_created on contact_private.rate_events (created_at);
alter table contact_private.rate_events enable row level security;

-- A message that was never mailed must not vanish by an operator's mistake or a future job's.
create function contact_private.refuse_unsent_delete() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'contact_messages row % has not been mailed yet and is not deleted', old.id
    using hint = 'To erase it on purpose, set sent_at = now() first.';
end
$$;

create trigger contact_messages_keep_unsent
  before delete on public.contact_messages
  for each row when (old.sent_at is null)
  execute function contact_private.refuse_unsent_delete();

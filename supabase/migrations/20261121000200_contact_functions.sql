-- What the Edge Function calls. Each is one round trip and one transaction. The others that this migration
-- once made are made anew by the next one.

create function contact_private.mark_sent(p_ids bigint[]) returns void
language sql
set search_path = ''
as $$
  update public.contact_messages set sent_at = now(), last_error = null
  where id = any (p_ids) and sent_at is null;
$$;

revoke all on all functions in schema contact_private from public;

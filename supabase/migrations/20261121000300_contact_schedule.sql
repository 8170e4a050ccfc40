-- Calls the function's retry path every minute, where pg_cron and pg_net are at hand (hosted
-- Supabase and its CLI). Elsewhere the migration only says so, and something else has to call
-- POST <function>/retry: the local backend does it with a timer.

-- Address and secret are read from Vault at each run, so both can be set, or changed, later:
--   select vault.create_secret('https://<ref>.supabase.co/functions/v1/send-contact-email', 'contact_function_url');
--   select vault.create_secret('<CONTACT_RETRY_SECRET>', 'contact_retry_secret');
create function contact_private.call_retry() returns void
language plpgsql
set search_path = ''
as $$
declare
  v_url text;
  v_secret text;
begin
  -- Dynamic, because neither schema exists where the extensions are absent.
  execute $q$select decrypted_secret from vault.decrypted_secrets where name = 'contact_function_url'$q$ into v_url;
  execute $q$select decrypted_secret from vault.decrypted_secrets where name = 'contact_retry_secret'$q$ into v_secret;
  if v_url is null or v_secret is null then
    raise exception 'contact retry is not set up: Vault has no contact_function_url or no contact_retry_secret'
      using hint = 'See docs/contact.md, "Schedule".';
  end if;
  execute 'select net.http_post(url := $1, headers := $2, body := $3, timeout_milliseconds := 55000)'
    using v_url || '/retry',
      jsonb_build_object('content-type', 'application/json', 'x-contact-retry-secret', v_secret),
      '{}'::jsonb;
end
$$;
revoke all on function contact_private.call_retry() from public;

do $$
begin
  if (select count(*) from pg_catalog.pg_available_extensions where name in ('pg_cron', 'pg_net')) = 2 then
    create extension if not exists pg_cron;
    create extension if not exists pg_net;
    perform cron.schedule('contact-retry', '* * * * *', 'select contact_private.call_retry()');
  else
    raise notice 'pg_cron or pg_net is absent: nothing calls the contact retry path yet';
  end if;
end
$$;

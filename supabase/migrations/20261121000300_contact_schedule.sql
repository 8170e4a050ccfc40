-- Calls the function's retry path every minute, where pg_cron and pg_net are at hand (hosted
-- Supabase and its CLI). Elsewhere the migration only says so, and something else has to call
-- POST <function>/retry: the local backend does it with a timer.
do $$
begin
  create extension if not exists pg_cron;
  create extension if not exists pg_net;
  perform cron.schedule('contact-retry', '* * * * *', 'select contact_private.call_retry()');
exception when others then
  -- Absent, or listed and not loaded, or not for this role to create: all the same here.
  raise notice 'pg_cron or pg_net cannot be used (%): nothing calls the contact retry path yet', sqlerrm;
end
$$;

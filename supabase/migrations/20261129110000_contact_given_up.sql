-- A statement that the function has given up ends, instead of holding its connection. See docs/contact.md.

do $$
begin
  -- By name: `current_user` ends the server where supautils is (https://github.com/supabase/supautils/issues/108).
  execute format('alter role %I set client_connection_check_interval = ''2s''', current_user);
exception when others then
  -- No other part of an update waits for it.
  raise warning 'client_connection_check_interval: %', sqlerrm;
end
$$;

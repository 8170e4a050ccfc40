-- Whoever presses twice on a slow line is one message, too. See docs/contact.md.

create index messages_words on contact_private.messages using hash (message);

-- A key is one message for ever. The same words within ten minutes are one too, whatever their keys: a form that posts
-- itself has none, and once its script has loaded, one.
do $$
begin
  execute replace(replace(replace(pg_get_functiondef('contact_private.accept_message'::regproc),
    'hashtext(p_submission_key)', 'hashtext(p_message)'),
    'm.submission_key = p_submission_key', '(p_is_keyed and m.submission_key = p_submission_key
        or (m.name, m.phone, m.message) = (p_name, p_phone, p_message)'),
    'and (p_is_keyed or m', 'and m');
end
$$;

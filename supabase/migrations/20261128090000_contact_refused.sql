-- No customer waits for a digest that did not leave. See docs/contact.md.

-- p_taken_back  the server certainly does not have the mail: hand_over's count is undone
-- p_was_seen    the server had the mail's content; false for functions older than 20261126010000
create or replace function contact_private.mark_failed(
  p_ids bigint[], p_error text, p_taken_back boolean, p_was_seen boolean default false
) returns void
language sql set search_path = '' set lock_timeout = '3s' as $$
  -- A digest whose content is refused leaves the interval to the next.
  update contact_private.state set digest_at = case when p_taken_back and p_was_seen then null else digest_at end;
  update contact_private.messages
  set last_error = p_error, handovers = handovers - p_taken_back::integer,
      most_together = case when not p_was_seen then most_together
        when cardinality(p_ids) = 1 then 0 else greatest(1, cardinality(p_ids) / 10) end
  where id = any (p_ids) and sent_at is null;
$$;

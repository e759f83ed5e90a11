-- An order that is sent twice is made once.
alter table orders add column request_key text check (char_length(request_key) between 1 and 200);
create unique index one_order_a_request on orders (buyer_id, request_key) where request_key is not null;

-- The same as before, and a key of an erased person's program goes with them.
drop trigger order_transitions on orders;
create trigger order_transitions before update on orders for each row
  when (not is_erasing() or to_jsonb(new) - array['network', 'discount_reason', 'request_key']
    is distinct from to_jsonb(old) - array['network', 'discount_reason', 'request_key'])
  execute function check_order_transition();

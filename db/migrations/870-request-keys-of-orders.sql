-- An order that is sent twice is made once.
alter table orders add column request_key text check (char_length(request_key) between 1 and 200);
create unique index one_order_a_request on orders (buyer_id, request_key) where request_key is not null;

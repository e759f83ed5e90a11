-- Cards that people of the demo club store without paying.
create table sandbox_setups (
  id text primary key check (char_length(id) between 1 and 255),
  client_secret text not null unique check (char_length(client_secret) between 1 and 255),
  customer_id text not null check (char_length(customer_id) between 1 and 255),
  status text not null default 'requires_payment_method'
    check (status in ('requires_payment_method', 'requires_action', 'succeeded')),
  method_id text check (char_length(method_id) between 1 and 255),
  created_at timestamptz not null default club_now()
);

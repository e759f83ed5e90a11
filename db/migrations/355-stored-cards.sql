-- Cards that the club may charge for the next periods of a membership. Their numbers stay with the processor.
create table processor_customers (
  member_id uuid not null references members (user_id),
  processor text not null check (processor in ('stripe', 'sandbox')),
  customer_ref text not null check (char_length(customer_ref) between 1 and 255),
  created_at timestamptz not null default club_now(),
  primary key (member_id, processor)
);
create trigger stays_erased before insert on processor_customers for each row execute function refuse_erased('member_id');

create table stored_cards (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members (user_id),
  processor text not null check (processor in ('stripe', 'sandbox')),
  customer_ref text not null check (char_length(customer_ref) between 1 and 255),
  method_ref text not null unique check (char_length(method_ref) between 1 and 255),
  brand text not null check (char_length(brand) between 1 and 30),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  -- Last day on which it can be charged.
  expires_on date not null,
  consent_id uuid not null references consents (id),
  created_at timestamptz not null default club_now()
);
create index on stored_cards (member_id);
create index on stored_cards (consent_id);
create trigger stays_erased before insert on stored_cards for each row execute function refuse_erased('member_id');

-- Null: each period is a bill, paid online or at the desk.
alter table memberships add column card_id uuid references stored_cards (id) on delete set null;
create index on memberships (card_id) where card_id is not null;

alter table consents drop constraint consents_kind_check,
  add constraint consents_kind_check check (kind in ('terms', 'begin at once', 'renewal', 'stored card'));

-- The customer for which the intent was created: the card that pays it is stored.
alter table payment_attempts add column customer_ref text check (char_length(customer_ref) between 1 and 255);

-- When the club charges the stored card for an order. It goes on until it stops, for a reason.
create table collections (
  order_id uuid primary key references orders (id) on delete cascade,
  next_try_at timestamptz,
  tries integer not null default 0 check (tries between 0 and 20),
  stopped_because text check (stopped_because in ('paid', 'bank asks', 'never again', 'no card', 'given up')),
  -- The processor's reason for the last decline.
  last_failure text check (char_length(last_failure) between 1 and 500),
  constraint stops_or_goes_on check ((next_try_at is null) = (stopped_because is not null))
);
create index collections_due on collections (next_try_at) where next_try_at is not null;

-- A try is stored before the processor is asked; its number is part of the idempotency key.
create table collection_tries (
  order_id uuid not null references collections (order_id) on delete cascade,
  try integer not null check (try between 1 and 20),
  attempt integer not null,
  card_id uuid references stored_cards (id) on delete set null,
  asked_at timestamptz not null default club_now(),
  outcome text check (outcome in ('paid', 'processing', 'declined', 'bank asks', 'never again', 'void')),
  answered_at timestamptz,
  primary key (order_id, try),
  foreign key (order_id, attempt) references payment_attempts (booking_id, attempt) on delete cascade,
  constraint answered_has_time check ((outcome is null) = (answered_at is null))
);
create unique index one_unanswered_try on collection_tries (order_id) where outcome is null;
create index tries_unanswered on collection_tries (asked_at) where outcome is null;
create index on collection_tries (order_id, attempt);
create index on collection_tries (card_id) where card_id is not null;

-- The club charges only what is unpaid, and a card at most once a day.
create function check_collection_try() returns trigger language plpgsql as $$
begin
  if not exists (select from orders where id = new.order_id and state in ('held', 'paying')) then
    raise exception 'this order is not to be paid' using errcode = 'check_violation', constraint = 'try_of_unpaid';
  end if;
  if exists (select from collection_tries where order_id = new.order_id and card_id = new.card_id
    and asked_at > new.asked_at - interval '23 hours') then
    raise exception 'a card is charged at most once a day' using errcode = 'check_violation', constraint = 'one_try_a_day';
  end if;
  return new;
end $$;
create trigger try_is_allowed before insert on collection_tries for each row execute function check_collection_try();

-- A collection stops with its order, whatever paid or ended that.
create function stop_collection() returns trigger language plpgsql as $$
begin
  update collections set next_try_at = null,
    stopped_because = case when new.state in ('expired', 'cancelled') then 'given up' else 'paid' end
  where order_id = new.id;
  return null;
end $$;
create trigger collection_stops after update of state on orders for each row
  when (old.state in ('held', 'paying') and new.state not in ('held', 'paying')) execute function stop_collection();

-- Stored cards of the demo club's processor. `later` is what happens when the club charges it.
create table sandbox_methods (
  id text primary key check (char_length(id) between 1 and 255),
  customer_id text not null check (char_length(customer_id) between 1 and 255),
  brand text not null check (char_length(brand) <= 30),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expires_on date not null,
  later text not null check (later in ('succeeds', 'declines', 'asks')),
  created_at timestamptz not null default club_now()
);
alter table sandbox_intents
  add column customer_id text check (char_length(customer_id) between 1 and 255),
  add column method_id text check (char_length(method_id) between 1 and 255);

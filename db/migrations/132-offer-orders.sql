-- Orders of offers: which one, and from when until when it can be used. What is paid gives its classes.
alter table orders
  add column offer_id uuid references offers (id),
  -- Set by a trigger with the payment.
  add column begins_at timestamptz,
  add column until_at timestamptz,
  add constraint hour_has_no_offer check (kind <> 'hour' or num_nonnulls(offer_id, begins_at, until_at) = 0),
  add constraint order_has_both_ends check (num_nonnulls(begins_at, until_at) in (0, 2));
create index orders_of_offer on orders (offer_id) where offer_id is not null;
create unique index one_trial_each on orders (holder_id) where kind = 'trial' and state not in ('expired', 'cancelled');

-- An order has the terms of its offer, which is on sale. The offer's row is locked, so that it and a replacement cannot
-- overlap.
create function check_offer_ordered() returns trigger language plpgsql as $$
begin
  if not exists (
    select from offers where id = new.offer_id and withdrawn_at is null
      and (kind, title, price_cents, currency) = (new.kind, new.title, new.price_cents, new.currency) for share) then
    raise exception 'this offer is not on sale' using errcode = 'check_violation', constraint = 'offer_on_sale';
  end if;
  return new;
end $$;
create trigger offer_on_sale before insert on orders for each row when (new.offer_id is not null) execute function check_offer_ordered();

-- Sets the days of use with the payment: until the end of the last day of the club's calendar.
create function set_order_days() returns trigger language plpgsql as $$
begin
  if new.offer_id is distinct from old.offer_id then
    raise exception 'the offer of an order is frozen' using errcode = 'check_violation', constraint = 'order_frozen';
  end if;
  new.begins_at := old.begins_at;
  new.until_at := old.until_at;
  if new.state = 'paid' and old.state <> 'paid' then
    select new.paid_at, ((new.paid_at at time zone club_zone())::date + valid_days + 1)::timestamp at time zone club_zone()
    into new.begins_at, new.until_at from offers where id = new.offer_id and valid_days is not null;
  end if;
  return new;
end $$;
create trigger order_days before update on orders for each row when (new.kind <> 'hour') execute function set_order_days();

-- What is paid gives its classes, and takes them back when the order ends.
create function give_order_classes() returns trigger language plpgsql as $$
begin
  if new.state = 'paid' then
    insert into allowances (order_id, member_id, given, during)
    select new.id, new.holder_id, classes, tstzrange(new.begins_at, new.until_at) from offers where id = new.offer_id
    on conflict (order_id) do nothing;
  else
    update allowances set ended_at = club_now() where order_id = new.id and ended_at is null;
  end if;
  return null;
end $$;
create trigger order_gives_classes after update of state on orders for each row
  when (new.until_at is not null and new.state <> old.state and 'paid' in (new.state, old.state)) execute function give_order_classes();

-- A month gives the classes that its plan had when it was chosen.
create or replace function give_month_classes() returns trigger language plpgsql as $$
begin
  if new.state = 'paid' then
    insert into allowances (order_id, member_id, given, during)
    values (new.id, new.buyer_id, new.plan_classes, tstzrange(new.begins_at, greatest(new.paid_until, new.begins_at + interval '1 second')))
    on conflict (order_id) do update set during = excluded.during;
  else
    update allowances set ended_at = club_now() where order_id = new.id and ended_at is null;
  end if;
  return null;
end $$;

-- Consents of people, in the words that they read. Only ever added.
create table consents (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members (user_id),
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('terms', 'begin at once')),
  words text not null check (char_length(words) between 1 and 4000),
  -- The admin to whom it was said at the desk.
  heard_by uuid references members (user_id),
  agreed_at timestamptz not null default club_now(),
  unique (order_id, kind)
);
create index consents_of_member on consents (member_id, agreed_at);
create index on consents (heard_by) where heard_by is not null;
create trigger append_only before update or delete on consents for each row execute function refuse_change();

-- The code writes orders first, and a trigger copies an hour's order to its booking. The previous version, which serves
-- beside this one during an upgrade, writes bookings first, so both ways are copied.

-- One rule for the transitions and amounts of every kind. The price of an hour may change until it is paid.
create or replace function check_order_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'held' then
      raise exception 'an order begins held' using errcode = 'check_violation', constraint = 'legal_transition';
    end if;
  else
    if not is_legal_transition(old.state, new.state) then
      raise exception 'an order cannot move from % to %', old.state, new.state
        using errcode = 'check_violation', constraint = 'legal_transition';
    end if;
    if (new.kind, new.buyer_id, new.holder_id, new.title, new.description, new.currency)
        is distinct from (old.kind, old.buyer_id, old.holder_id, old.title, old.description, old.currency)
      or new.price_cents is distinct from old.price_cents and (new.kind <> 'hour' or old.state not in ('held', 'paying')) then
      raise exception 'buyer, title and price of an order are frozen'
        using errcode = 'check_violation', constraint = 'order_frozen';
    end if;
    if old.state not in ('held', 'paying')
      and (new.discount_cents, new.discount_reason, new.amount_cents)
        is distinct from (old.discount_cents, old.discount_reason, old.amount_cents) then
      raise exception 'the amount of a settled order is frozen'
        using errcode = 'check_violation', constraint = 'amount_frozen';
    end if;
  end if;
  new.changed_at := club_now();
  return new;
end $$;
drop trigger order_begins on orders;
drop trigger order_transitions on orders;
create trigger order_begins before insert on orders for each row execute function check_order_transition();
create trigger order_transitions before update on orders for each row
  when (not is_erasing()
    or to_jsonb(new) - array['network', 'discount_reason'] is distinct from to_jsonb(old) - array['network', 'discount_reason'])
  execute function check_order_transition();

-- Plan and amount of an hour are written one after the other, so they are compared at the end of the transaction.
alter table bookings drop constraint plan_has_amount;

create or replace function check_booking_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'held' then
      raise exception 'a booking begins held' using errcode = 'check_violation', constraint = 'legal_transition';
    end if;
  else
    if not is_legal_transition(old.state, new.state) then
      raise exception 'a booking cannot move from % to %', old.state, new.state
        using errcode = 'check_violation', constraint = 'legal_transition';
    end if;
    if old.state not in ('held', 'paying')
      and (new.plan, new.amount_cents, new.discount_cents, new.discount_reason)
        is distinct from (old.plan, old.amount_cents, old.discount_cents, old.discount_reason) then
      raise exception 'the amount of a settled booking is frozen'
        using errcode = 'check_violation', constraint = 'amount_frozen';
    end if;
    if (new.buyer_id, new.slot_price_cents, new.currency) is distinct from (old.buyer_id, old.slot_price_cents, old.currency)
      or new.slot_id <> old.slot_id and not (
        old.state = 'paid' and new.state = 'paid' and new.period = 'current' and new.moved_at is not null and not has_month_after(new.id)
        and (select trainer_id from slots where id = new.slot_id) = (select trainer_id from slots where id = old.slot_id)) then
      raise exception 'slot, buyer and price of a booking are frozen'
        using errcode = 'check_violation', constraint = 'booking_frozen';
    end if;
  end if;
  new.changed_at := club_now();
  return new;
end $$;

create function check_amount_adds_up() returns trigger language plpgsql as $$
begin
  if exists (
    select from bookings b left join orders o on o.id = b.id
    where b.id = new.id and (o.id is null or o.price_cents is distinct from b.slot_price_cents + b.surcharge_cents)) then
    raise exception 'the price of an hour is that of its slot and of its plan'
      using errcode = 'check_violation', constraint = 'amount_adds_up';
  end if;
  return null;
end $$;
create constraint trigger amount_adds_up after insert or update of plan, surcharge_cents on bookings deferrable initially deferred
  for each row execute function check_amount_adds_up();
create constraint trigger amount_adds_up after update of price_cents on orders deferrable initially deferred
  for each row when (new.kind = 'hour') execute function check_amount_adds_up();

-- From the order to the booking.
create function copy_order_to_booking() returns trigger language plpgsql as $$
begin
  update bookings b set state = new.state, amount_cents = new.amount_cents, discount_cents = new.discount_cents,
    discount_reason = new.discount_reason, attempt = new.attempt, hold_expires_at = new.hold_expires_at,
    for_desk = new.for_desk, network = new.network, paid_at = new.paid_at
  where id = new.id and (b.state, b.amount_cents, b.discount_cents, b.discount_reason, b.attempt, b.hold_expires_at, b.for_desk,
      b.network, b.paid_at)
    is distinct from (new.state, new.amount_cents, new.discount_cents, new.discount_reason, new.attempt, new.hold_expires_at,
      new.for_desk, new.network, new.paid_at);
  return null;
end $$;
create trigger hour_copied after update on orders for each row
  when (new.kind = 'hour') execute function copy_order_to_booking();

-- From the booking to the order, where they differ.
create or replace function copy_booking_to_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from orders where id = old.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into orders (id, kind, buyer_id, holder_id, state, price_cents, discount_cents, discount_reason, amount_cents, currency,
      attempt, hold_expires_at, for_desk, network, paid_at, created_at)
    values (new.id, 'hour', new.buyer_id, new.buyer_id, new.state, new.amount_cents + new.discount_cents, new.discount_cents,
      new.discount_reason, new.amount_cents, new.currency, new.attempt, new.hold_expires_at, new.for_desk, new.network, new.paid_at,
      new.created_at)
    on conflict (id) do nothing;
    return null;
  end if;
  update orders o set state = new.state, price_cents = new.amount_cents + new.discount_cents,
    discount_cents = new.discount_cents, discount_reason = new.discount_reason, amount_cents = new.amount_cents,
    attempt = new.attempt, hold_expires_at = new.hold_expires_at, for_desk = new.for_desk, network = new.network,
    paid_at = new.paid_at, created_at = new.created_at
  where id = new.id
    and (o.state, o.amount_cents, o.discount_cents, o.discount_reason, o.attempt, o.hold_expires_at, o.for_desk, o.network, o.paid_at,
        o.created_at)
      is distinct from (new.state, new.amount_cents, new.discount_cents, new.discount_reason, new.attempt, new.hold_expires_at,
        new.for_desk, new.network, new.paid_at, new.created_at);
  return null;
end $$;

-- Entries of the activity log link to the receipt of any order.
alter table activities drop constraint activities_booking_id_fkey,
  add constraint activity_of_order foreign key (booking_id) references orders (id);

-- A month that is extended is no longer written together with its state.
drop trigger active_member_updated on bookings;
create constraint trigger active_member_updated after update of state, paid_until, extended_days on bookings
  deferrable initially deferred for each row when (old.state = 'paid' or new.state = 'paid')
  execute function update_active_member();

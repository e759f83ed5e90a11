-- Orders are the only writer of an hour's state and money. A booking copies them, and refuses to differ.

-- The function of the trigger stays until the version that uses it is gone.
drop trigger order_copied on bookings;

-- An order that is deleted takes its booking along.
alter table bookings drop constraint booking_has_order,
  add constraint booking_has_order
    foreign key (id) references orders (id) on delete cascade deferrable initially deferred;

create function check_order_copied() returns trigger language plpgsql as $$
begin
  if not exists (
    select from orders o
    where o.id = new.id and o.kind = 'hour'
      and (o.buyer_id, o.state, o.amount_cents, o.currency, o.discount_cents, o.discount_reason, o.attempt, o.hold_expires_at,
          o.for_desk, o.network, o.paid_at)
        is not distinct from (new.buyer_id, new.state, new.amount_cents, new.currency, new.discount_cents, new.discount_reason,
          new.attempt, new.hold_expires_at, new.for_desk, new.network, new.paid_at)) then
    raise exception 'state and money of a booking are those of its order'
      using errcode = 'check_violation', constraint = 'state_of_order';
  end if;
  return null;
end $$;
create trigger state_of_order after insert
  or update of buyer_id, state, amount_cents, currency, discount_cents, discount_reason, attempt, hold_expires_at, for_desk, network,
  paid_at on bookings
  for each row execute function check_order_copied();

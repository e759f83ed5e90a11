-- Orders: one thing that one person buys at one price. A payment pays an order. A booking of an hour is one kind and has
-- its order's id, so that no row of a payment changes. Bookings are still written first; a trigger copies them to orders.

create table orders (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('hour', 'membership', 'pack', 'class', 'trial', 'gift_card')),
  -- The payer, and the person whom it is for.
  buyer_id uuid not null references members (user_id),
  holder_id uuid not null references members (user_id),
  state text not null default 'held' check (state in
    ('held', 'paying', 'paid', 'expired', 'cancelled', 'refund_due', 'refunded', 'ended')),
  -- The order as the buyer read it. Null for an hour, which is named by its booking.
  title text check (char_length(title) between 1 and 120),
  description text check (char_length(description) between 1 and 1000),
  -- Price before the discount; null for an hour without a plan.
  price_cents integer check (price_cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  discount_reason text check (char_length(discount_reason) between 1 and 200),
  amount_cents integer check (amount_cents >= 0),
  currency char(3) not null,
  -- Number of intents of this order; part of their idempotency keys.
  attempt integer not null default 0 check (attempt between 0 and 1000),
  hold_expires_at timestamptz,
  -- The buyer pays at the desk, so the hold is longer.
  for_desk boolean not null default false,
  -- Keyed digest of the network that held the order.
  network text check (char_length(network) <= 43),
  paid_at timestamptz,
  created_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now(),
  unique (id, amount_cents, currency),
  constraint order_has_title check ((kind = 'hour') = (title is null) and (title is not null or description is null)),
  constraint order_has_price check (kind = 'hour' or price_cents is not null),
  constraint order_adds_up check (amount_cents = price_cents - discount_cents),
  constraint price_has_amount check ((price_cents is null) = (amount_cents is null)),
  constraint paying_has_price check (state in ('held', 'expired', 'cancelled') or amount_cents is not null),
  constraint order_hold_has_end check ((state in ('held', 'paying')) = (hold_expires_at is not null)),
  constraint order_hold_is_short check (kind <> 'hour' or hold_expires_at <= created_at
    + case when for_desk then interval '48 hours' else interval '60 minutes' end),
  constraint paid_order_has_time check (state not in ('paid', 'ended') or paid_at is not null),
  constraint order_discount_has_reason check ((discount_cents > 0) = (discount_reason is not null))
);
create index orders_of_buyer on orders (buyer_id, created_at desc);
create index orders_of_holder on orders (holder_id, created_at desc);
create index order_holds_by_end on orders (hold_expires_at) where state in ('held', 'paying');
create index orders_unpaid_by_time on orders (changed_at) where state in ('expired', 'cancelled');
create trigger stays_erased before insert on orders for each row execute function refuse_erased('buyer_id');

-- Legal transitions, as in domain/orders/orders.rules.ts; a test compares the two.
create function is_legal_transition(old_state text, new_state text) returns boolean language sql immutable as $$
  select old_state = new_state or (old_state, new_state) in (
    ('held', 'paying'), ('held', 'expired'), ('held', 'cancelled'),
    ('paying', 'paid'), ('paying', 'held'), ('paying', 'expired'), ('paying', 'cancelled'), ('paying', 'refund_due'),
    ('expired', 'paid'), ('cancelled', 'paid'), ('expired', 'refund_due'), ('cancelled', 'refund_due'),
    ('paid', 'ended'), ('paid', 'refund_due'), ('paid', 'refunded'),
    ('refund_due', 'refunded'))
$$;

create function check_order_transition() returns trigger language plpgsql as $$
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
    if (new.kind, new.buyer_id, new.holder_id, new.title, new.description, new.price_cents, new.currency, new.created_at)
      is distinct from (old.kind, old.buyer_id, old.holder_id, old.title, old.description, old.price_cents, old.currency, old.created_at) then
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
create trigger order_begins before insert on orders for each row
  when (new.kind <> 'hour') execute function check_order_transition();
create trigger order_transitions before update on orders for each row
  when (new.kind <> 'hour' and (not is_erasing()
    or to_jsonb(new) - array['network', 'discount_reason'] is distinct from to_jsonb(old) - array['network', 'discount_reason']))
  execute function check_order_transition();

-- The order of an hour is a copy of its booking.
insert into orders (id, kind, buyer_id, holder_id, state, price_cents, discount_cents, discount_reason, amount_cents, currency,
  attempt, hold_expires_at, for_desk, network, paid_at, created_at, changed_at)
select id, 'hour', buyer_id, buyer_id, state, amount_cents + discount_cents, discount_cents, discount_reason, amount_cents, currency,
  attempt, hold_expires_at, for_desk, network, paid_at, created_at, changed_at
from bookings;

create function copy_booking_to_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from orders where id = old.id;
    return null;
  end if;
  insert into orders (id, kind, buyer_id, holder_id, state, price_cents, discount_cents, discount_reason, amount_cents, currency,
    attempt, hold_expires_at, for_desk, network, paid_at, created_at, changed_at)
  values (new.id, 'hour', new.buyer_id, new.buyer_id, new.state, new.amount_cents + new.discount_cents, new.discount_cents,
    new.discount_reason, new.amount_cents, new.currency, new.attempt, new.hold_expires_at, new.for_desk, new.network, new.paid_at,
    new.created_at, new.changed_at)
  on conflict (id) do update set state = excluded.state, price_cents = excluded.price_cents,
    discount_cents = excluded.discount_cents, discount_reason = excluded.discount_reason, amount_cents = excluded.amount_cents,
    attempt = excluded.attempt, hold_expires_at = excluded.hold_expires_at, for_desk = excluded.for_desk,
    network = excluded.network, paid_at = excluded.paid_at, created_at = excluded.created_at, changed_at = excluded.changed_at;
  return null;
end $$;
create trigger order_copied after insert or update or delete on bookings
  for each row execute function copy_booking_to_order();
-- Deferred, since the order of a new booking is written after it.
alter table bookings add constraint booking_has_order
  foreign key (id) references orders (id) deferrable initially deferred;

-- Payments, attempts and stray charges refer to orders. The ids are the same.
alter table payments drop constraint payments_booking_id_amount_cents_currency_fkey,
  add constraint payment_of_order
    foreign key (booking_id, amount_cents, currency) references orders (id, amount_cents, currency);
alter table payment_attempts drop constraint payment_attempts_booking_id_fkey,
  add constraint attempt_of_order foreign key (booking_id) references orders (id);
alter table stray_charges drop constraint stray_charges_booking_id_fkey,
  add constraint stray_charge_of_order foreign key (booking_id) references orders (id);

-- An order without a trainer has no share.
create or replace function set_sale_share() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.share_percent := coalesce((
      select share_of(s.trainer_id, new.received_at)
      from bookings b join slots s on s.id = b.slot_id where b.id = new.booking_id), 0);
  elsif old.share_percent is not null and new.share_percent is distinct from old.share_percent then
    raise exception 'a sale keeps its share' using errcode = 'check_violation', constraint = 'share_frozen';
  end if;
  return new;
end $$;

-- An invoice names an hour, or another order by its title.
alter table invoices
  alter column slot_name drop not null, alter column start_hour drop not null, alter column weekdays drop not null,
  alter column trainer_name drop not null, alter column plan drop not null, alter column classes drop not null,
  alter column slot_price_cents drop not null, alter column surcharge_cents drop not null, alter column lesson_count drop not null,
  add column title text check (char_length(title) between 1 and 120),
  add column description text check (char_length(description) between 1 and 1000),
  add column price_cents integer,
  add constraint invoice_of_hour_or_title check (
    num_nonnulls(slot_name, start_hour, weekdays, trainer_name, plan, classes, slot_price_cents, surcharge_cents, lesson_count)
      = case when title is null then 9 else 0 end
    and (title is null) = (price_cents is null) and (title is not null or description is null));

create or replace function give_invoice(of_payment uuid, of_refund uuid) returns void language plpgsql as $$
declare
  movement record;
  told record;
  rate numeric;
  this_ordinal integer;
begin
  select case when of_refund is null then p.amount_cents when r.state = 'succeeded' then -r.amount_cents else 0 end
      - coalesce((select sum(amount_cents) from invoices where payment_id = of_payment and refund_id is not distinct from of_refund), 0) as cents,
    coalesce(r.settled_at, p.received_at) as moment, coalesce(r.reason, '') as reason,
    extract(year from coalesce(r.settled_at, p.received_at) at time zone club_zone())::integer as year
  into movement
  from payments p left join refunds r on r.id = of_refund where p.id = of_payment;
  if movement.cents = 0 then
    return;
  end if;
  select coalesce(sum(amount_cents), 0) as cents, coalesce(sum(tax_cents), 0) as tax,
    min(tax_percent) as rate into told
  from invoices where payment_id = of_payment;
  rate := coalesce(told.rate, (select tax_percent from club));
  -- the lock of the series, until the transaction ends
  perform pg_advisory_xact_lock(hashtext('invoices'));
  select coalesce(max(ordinal), 0) + 1 into this_ordinal from invoices where year = movement.year;
  insert into invoices (year, ordinal, number, payment_id, refund_id, given_at, amount_cents, tax_cents, tax_percent,
    currency, reason, seller_name, seller_address, seller_telephone, seller_email, tax_number, buyer_name, buyer_email, buyer_address,
    slot_name, start_hour, weekdays, trainer_name, plan, classes, slot_price_cents, surcharge_cents,
    month_from, month_until, lesson_count, first_lesson_on, last_lesson_on, title, description, price_cents)
  select movement.year, this_ordinal,
    invoice_number(c.invoice_prefix, movement.year, this_ordinal), p.id, of_refund, movement.moment, movement.cents,
    case when told.cents + movement.cents = 0 then -told.tax else tax_within(movement.cents, rate) end, rate,
    p.currency, movement.reason, coalesce(nullif(c.company, ''), c.name, 'Palestra'), c.address, c.telephone, c.email,
    c.tax_number, u.name, case when u.erased_at is null then u.email else '' end, m.postal_address,
    coalesce(b.held_slot, s.name), coalesce(b.held_hour, s.start_hour), t.weekdays, t.name, b.plan, plans.classes,
    b.slot_price_cents, plans.surcharge_cents, b.begins_at, b.paid_until,
    case when b.id is not null then planned.many end, planned.first, planned.last,
    o.title, o.description, case when o.title is not null then o.price_cents end
  from payments p
    join orders o on o.id = p.booking_id
    join users u on u.id = o.buyer_id
    join members m on m.user_id = o.buyer_id
    cross join club c
    left join bookings b on b.id = o.id
    left join plans on plans.name = b.plan
    left join slots s on s.id = b.slot_id
    left join trainers t on t.id = s.trainer_id
    cross join lateral (
      select count(*) as many, min(l.on_date) as first, max(l.on_date) as last
      from lessons l where l.booking_id = b.id and l.state = 'planned') planned
  where p.id = of_payment;
end $$;

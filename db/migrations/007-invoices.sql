-- Invoices: one for each payment and each refund, numbered without gaps by the year of the club's calendar, never changed.

create table invoices (
  id uuid primary key default gen_random_uuid(),
  year integer not null,
  ordinal integer not null check (ordinal > 0),
  number text not null check (char_length(number) <= 40),
  payment_id uuid not null references payments (id),
  -- Null for the invoice of the payment itself.
  refund_id uuid references refunds (id),
  given_at timestamptz not null,
  -- Negative for refunds. Includes the tax.
  amount_cents integer not null check (amount_cents <> 0),
  tax_cents integer not null,
  tax_percent numeric(4, 2) not null check (tax_percent >= 0),
  currency char(3) not null,
  reason text not null default '' check (char_length(reason) <= 500),
  seller_name text not null check (char_length(seller_name) between 1 and 120),
  seller_address text not null check (char_length(seller_address) <= 300),
  seller_telephone text not null check (char_length(seller_telephone) <= 40),
  seller_email text not null check (char_length(seller_email) <= 254),
  -- Null: not set at the time, so this is a receipt.
  tax_number text check (char_length(tax_number) <= 40),
  buyer_name text not null check (char_length(buyer_name) <= 100),
  buyer_email text not null check (char_length(buyer_email) <= 254),
  slot_name text not null check (char_length(slot_name) <= 60),
  start_hour integer not null,
  weekdays text[] not null check (are_weekdays(weekdays)),
  trainer_name text not null check (char_length(trainer_name) <= 100),
  plan text not null check (plan in ('silver', 'gold', 'diamond')),
  classes integer not null,
  slot_price_cents integer not null,
  surcharge_cents integer not null,
  -- The month that was bought; null when the payment was too late for it.
  month_from timestamptz,
  month_until timestamptz,
  -- The lessons of the month as planned at the time.
  lesson_count integer not null,
  first_lesson_on date,
  last_lesson_on date,
  buyer_address text not null default '' check (char_length(buyer_address) <= 300),
  constraint one_invoice_a_number unique (year, ordinal)
);
create unique index one_invoice_a_payment on invoices (payment_id) where refund_id is null;
create index invoices_of_payment on invoices (payment_id);
create index invoices_of_refund on invoices (refund_id);
create index invoices_by_time on invoices (given_at, year, ordinal);

create function freeze_invoice() returns trigger language plpgsql as $$
declare
  people text[] := array['buyer_name', 'buyer_email', 'buyer_address', 'trainer_name', 'reason'];
begin
  if tg_op = 'UPDATE' and is_erasing() and to_jsonb(new) - people = to_jsonb(old) - people then
    return new;
  end if;
  raise exception 'an invoice never changes' using errcode = 'check_violation', constraint = 'invoice_frozen';
end $$;
create trigger invoice_frozen before update or delete on invoices
  for each row execute function freeze_invoice();

create function invoice_number(prefix text, year integer, ordinal integer) returns text language sql stable as $$
  select concat_ws('-', nullif(prefix, ''), year, lpad(ordinal::text, greatest(4, length(ordinal::text)), '0'))
$$;

create function tax_within(cents bigint, percent numeric) returns integer language sql immutable as $$
  select round(cents * percent / (100 + percent))::integer
$$;

-- Writes the invoice of a payment, or of a refund of it, if there is an amount that is not invoiced yet. It names the hour
-- as it was held.
create function give_invoice(of_payment uuid, of_refund uuid) returns void language plpgsql as $$
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
    month_from, month_until, lesson_count, first_lesson_on, last_lesson_on)
  select movement.year, this_ordinal,
    invoice_number(c.invoice_prefix, movement.year, this_ordinal), p.id, of_refund, movement.moment, movement.cents,
    tax_within(told.cents + movement.cents, rate) - told.tax, rate,
    p.currency, movement.reason, coalesce(nullif(c.company, ''), c.name, 'Palestra'), c.address, c.telephone, c.email,
    c.tax_number, u.name, u.email, m.postal_address, coalesce(b.held_slot, s.name), coalesce(b.held_hour, s.start_hour), t.weekdays, t.name, b.plan, plans.classes,
    b.slot_price_cents, plans.surcharge_cents, b.begins_at, b.paid_until,
    planned.many, planned.first, planned.last
  from payments p
    join bookings b on b.id = p.booking_id
    join plans on plans.name = b.plan
    join slots s on s.id = b.slot_id
    join trainers t on t.id = s.trainer_id
    join users u on u.id = b.buyer_id
    join members m on m.user_id = b.buyer_id
    cross join club c
    cross join lateral (
      select count(*) as many, min(l.on_date) as first, max(l.on_date) as last
      from lessons l where l.booking_id = b.id and l.state = 'planned') planned
  where p.id = of_payment;
end $$;

-- Deferred, so that every transaction takes the lock of the invoice numbers last and holds it only while it commits.
create function invoice_payment() returns trigger language plpgsql as $$
begin
  perform give_invoice(new.id, null);
  return null;
end $$;
create constraint trigger payment_is_invoiced after insert on payments deferrable initially deferred
  for each row execute function invoice_payment();

create function invoice_refund() returns trigger language plpgsql as $$
begin
  perform give_invoice(new.payment_id, new.id);
  return null;
end $$;
create constraint trigger refund_is_invoiced after insert or update of state on refunds deferrable initially deferred
  for each row when (new.payment_id is not null) execute function invoice_refund();

-- Archives of closed months. What a document shows beside its own frozen row is frozen when the archive is first made, so
-- that it is the same when it is made again.
create table month_archives (
  month date primary key check (month = month_of(month)),
  from_at timestamptz not null,
  until_at timestamptz not null,
  time_zone text not null check (char_length(time_zone) <= 60),
  seller_name text not null check (char_length(seller_name) <= 120),
  seller_address text not null check (char_length(seller_address) <= 300),
  seller_contact text not null check (char_length(seller_contact) <= 300),
  made_by uuid not null references members (user_id),
  made_at timestamptz not null default club_now(),
  check (from_at < until_at)
);
create index on month_archives (made_by);
create trigger append_only before update or delete on month_archives for each row execute function freeze_text_of('');

-- A trainer's statement of an archived month, which the club issues in their name (self-billing).
create table archived_statements (
  month date not null references month_archives (month),
  trainer_id uuid not null references trainers (id),
  trainer_name text not null check (char_length(trainer_name) <= 100),
  tax_number text not null check (char_length(tax_number) <= 40),
  primary key (month, trainer_id)
);
create index on archived_statements (trainer_id);

alter table trainers add column tax_number text not null default '' check (char_length(tax_number) <= 40);

-- Every credit note has the tax of its own amount. The one that returns the rest has what is left of the tax. An erased
-- buyer has no address on paper.
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
    month_from, month_until, lesson_count, first_lesson_on, last_lesson_on)
  select movement.year, this_ordinal,
    invoice_number(c.invoice_prefix, movement.year, this_ordinal), p.id, of_refund, movement.moment, movement.cents,
    case when told.cents + movement.cents = 0 then -told.tax else tax_within(movement.cents, rate) end, rate,
    p.currency, movement.reason, coalesce(nullif(c.company, ''), c.name, 'Palestra'), c.address, c.telephone, c.email,
    c.tax_number, u.name, case when u.erased_at is null then u.email else '' end, m.postal_address,
    coalesce(b.held_slot, s.name), coalesce(b.held_hour, s.start_hour), t.weekdays, t.name, b.plan, plans.classes,
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

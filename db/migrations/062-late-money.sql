-- Money that comes after its hold was given up buys what was held, or goes back, and is told of by the hour that was held.

-- What the hour was called, and when it was, when it was held; null for those from before.
alter table bookings
  add column held_slot text check (char_length(held_slot) <= 60),
  add column held_hour integer;

-- Since when an hour is offered as it is: what somebody held before was another time, price or day. Its name says nothing
-- of that.
alter table slots add column offered_at timestamptz not null default '-infinity';
alter table slots alter column offered_at set default club_now();
alter table trainers add column offered_at timestamptz not null default '-infinity';
alter table trainers alter column offered_at set default club_now();

create function note_offer() returns trigger language plpgsql as $$
begin
  new.offered_at := club_now();
  return new;
end $$;
create trigger offer_noted before update of start_hour, price_cents, currency on slots for each row
  when ((old.start_hour, old.price_cents, old.currency) is distinct from (new.start_hour, new.price_cents, new.currency))
  execute function note_offer();
create trigger offer_noted before update of weekdays on trainers for each row
  when (old.weekdays <> new.weekdays) execute function note_offer();

-- A month that comes next does so at the hour and the end of the one before it, also when its money came late.
create or replace function place_month() returns trigger language plpgsql as $$
declare
  before bookings;
begin
  if tg_op = 'UPDATE' and new.follows_id is distinct from old.follows_id then
    raise exception 'what a booking follows is frozen' using errcode = 'check_violation', constraint = 'booking_frozen';
  end if;
  if tg_op = 'INSERT' then
    select name, start_hour into new.held_slot, new.held_hour from slots where id = new.slot_id;
  end if;
  if new.follows_id is not null and is_live(new.state) and (tg_op = 'INSERT' or not is_live(old.state)) then
    -- waits for the end of the month before, if that is just being written
    select * into before from bookings where id = new.follows_id for update;
    new.turn := case when is_live(before.state) then 'next' else 'now' end;
    if tg_op = 'INSERT' then
      new.begins_at := before.paid_until;
      new.anchor_at := case when before.buyer_id = new.buyer_id then before.anchor_at else before.paid_until end;
      new.month_number := case when before.buyer_id = new.buyer_id then before.month_number + 1 else 1 end;
      new.carried_days := case when before.buyer_id = new.buyer_id then before.carried_days + before.extended_days else 0 end;
    end if;
    if tg_op = 'INSERT' and (new.turn = 'now' or before.paid_until <= club_now())
      or new.turn = 'next' and (
        (before.state, before.turn, before.slot_id, before.paid_until) is distinct from ('paid', 'now', new.slot_id, new.begins_at)
        or before.keeps = 'closed' or before.buyer_id <> new.buyer_id and before.keeps <> 'no') then
      raise exception 'the month after belongs to who has the hour'
        using errcode = 'check_violation', constraint = 'first_refusal';
    end if;
  end if;
  if tg_op = 'UPDATE' and old.paid_at is null and new.paid_at is not null then
    -- a month that is kept goes on where the last one ended, unless its money came an hour later; others begin when paid
    if new.begins_at is null
      or new.paid_at > new.begins_at + (case when new.month_number > 1 then interval '1 hour' else interval '0' end) then
      new.begins_at := new.paid_at;
      new.anchor_at := new.paid_at;
      new.month_number := 1;
      new.carried_days := 0;
    end if;
    new.paid_until := month_end(new.anchor_at, new.month_number, new.carried_days);
  elsif tg_op = 'UPDATE' and new.extended_days <> old.extended_days then
    if new.state <> 'paid' or new.extended_days < old.extended_days or has_month_after(new.id) then
      raise exception 'a month grows while it is paid and nobody has the next' using errcode = 'check_violation', constraint = 'month_extends';
    end if;
    new.paid_until := month_end(new.anchor_at, new.month_number, new.carried_days + new.extended_days);
  end if;
  return new;
end $$;

-- As before, and with the hour as it was held.
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

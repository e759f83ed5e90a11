-- What the office does for its members: a month goes on at another hour of its trainer, or ends some days later.

alter table bookings
  -- what the office added to this month, and to those before it of the same holder
  add column extended_days integer not null default 0 check (extended_days between 0 and 31),
  add column carried_days integer not null default 0 check (carried_days >= 0),
  -- since when it has the hour that it has now; null since its month began
  add column moved_at timestamptz check (moved_at is null or paid_at is not null);

create function month_end(anchor timestamptz, months integer, days integer) returns timestamptz language sql stable as $$
  select ((anchor at time zone club_zone()) + make_interval(months => months, days => days)) at time zone club_zone()
$$;

create function has_month_after(booking uuid) returns boolean language sql stable as $$
  select exists (select from bookings where follows_id = booking and is_live(state))
$$;

-- Buyer and price of a booking are frozen; its hour changes while it is paid, to another of the same trainer, so that
-- what was sold stays that trainer's.
create or replace function check_booking_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'held' then
      raise exception 'a booking begins held' using errcode = 'check_violation', constraint = 'legal_move';
    end if;
  else
    if new.state <> old.state and not (old.state, new.state) in (
      ('held', 'paying'), ('held', 'expired'), ('held', 'cancelled'),
      ('paying', 'paid'), ('paying', 'held'), ('paying', 'expired'), ('paying', 'cancelled'), ('paying', 'refund_due'),
      ('expired', 'paid'), ('cancelled', 'paid'), ('expired', 'refund_due'), ('cancelled', 'refund_due'),
      ('paid', 'ended'), ('paid', 'refund_due'), ('paid', 'refunded'),
      ('refund_due', 'refunded')) then
      raise exception 'a booking cannot move from % to %', old.state, new.state
        using errcode = 'check_violation', constraint = 'legal_move';
    end if;
    if old.state not in ('held', 'paying')
      and (new.plan, new.amount_cents, new.discount_cents, new.discount_reason)
        is distinct from (old.plan, old.amount_cents, old.discount_cents, old.discount_reason) then
      raise exception 'the amount of a settled booking is frozen'
        using errcode = 'check_violation', constraint = 'amount_frozen';
    end if;
    if (new.buyer_id, new.slot_price_cents, new.currency) is distinct from (old.buyer_id, old.slot_price_cents, old.currency)
      or new.slot_id <> old.slot_id and not (
        old.state = 'paid' and new.state = 'paid' and new.turn = 'now' and new.moved_at is not null and not has_month_after(new.id)
        and (select trainer_id from slots where id = new.slot_id) = (select trainer_id from slots where id = old.slot_id)) then
      raise exception 'slot, buyer and price of a booking are frozen'
        using errcode = 'check_violation', constraint = 'booking_frozen';
    end if;
  end if;
  if new.plan is not null
    and (tg_op = 'INSERT' or (new.plan, new.amount_cents, new.discount_cents) is distinct from (old.plan, old.amount_cents, old.discount_cents))
    and new.amount_cents <> new.slot_price_cents + (select surcharge_cents from plans where name = new.plan) - new.discount_cents then
    raise exception 'the amount is the price of the slot and that of the plan, less the discount'
      using errcode = 'check_violation', constraint = 'amount_adds_up';
  end if;
  new.changed_at := club_now();
  return new;
end $$;

create or replace function place_month() returns trigger language plpgsql as $$
declare
  before bookings;
begin
  if tg_op = 'UPDATE' and new.follows_id is distinct from old.follows_id then
    raise exception 'what a booking follows is frozen' using errcode = 'check_violation', constraint = 'booking_frozen';
  end if;
  if new.follows_id is not null and is_live(new.state) and (tg_op = 'INSERT' or not is_live(old.state)) then
    -- waits for the end of the month before, if that is just being written
    select * into before from bookings where id = new.follows_id for update;
    new.turn := case when is_live(before.state) then 'next' else 'now' end;
    if tg_op = 'INSERT' and (before.state <> 'paid' or before.turn <> 'now' or before.slot_id <> new.slot_id or before.paid_until <= club_now())
      or new.turn = 'next' and (before.keeps = 'closed' or before.buyer_id <> new.buyer_id and before.keeps <> 'no') then
      raise exception 'the month after belongs to who has the hour'
        using errcode = 'check_violation', constraint = 'first_refusal';
    end if;
    if tg_op = 'INSERT' then
      new.begins_at := before.paid_until;
      new.anchor_at := case when before.buyer_id = new.buyer_id then before.anchor_at else before.paid_until end;
      new.month_number := case when before.buyer_id = new.buyer_id then before.month_number + 1 else 1 end;
      new.carried_days := case when before.buyer_id = new.buyer_id then before.carried_days + before.extended_days else 0 end;
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

-- A month has its dates from one hour, and from the day on which it was moved from another.
alter table months
  drop constraint months_pkey,
  add primary key (booking_id, dates_from);

-- When a month begins and ends is promised by the clock on the wall, as its dates are.
create function retime_months() returns trigger language plpgsql as $$
begin
  update bookings set anchor_at = on_the_new_clock(anchor_at, old.time_zone),
    begins_at = on_the_new_clock(begins_at, old.time_zone), paid_until = on_the_new_clock(paid_until, old.time_zone)
  where is_live(state) and anchor_at is not null;
  return null;
end $$;
create trigger months_retimed after update of time_zone on club
  for each row when (old.time_zone <> new.time_zone) execute function retime_months();

-- Bookings: one buyer and one slot, from the hold to the end of the month. ARCHITECTURE.md draws the states.
-- 012-sums.sql counts sold slots and active members.

create table bookings (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null references slots (id),
  buyer_id uuid not null references members (user_id),
  state text not null default 'held' check (state in
    ('held', 'paying', 'paid', 'expired', 'cancelled', 'refund_due', 'refunded', 'ended')),
  plan text references plans (name),
  -- Price shown to the buyer, frozen with the hold.
  slot_price_cents integer not null check (slot_price_cents between 50 and 1000000),
  amount_cents integer check (amount_cents >= 0),
  currency char(3) not null default 'usd',
  -- Number of intents of this booking; part of their idempotency keys.
  attempt integer not null default 0 check (attempt between 0 and 1000),
  hold_expires_at timestamptz,
  paid_at timestamptz,
  paid_until timestamptz,
  created_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now(),
  -- Keyed digest of the network that held the slot, so that many accounts of one network cannot hold every slot.
  network text check (char_length(network) <= 43),
  -- Current: has the slot now. Upcoming: has it from the end of the month before.
  period text not null default 'current' check (period in ('current', 'upcoming')),
  follows_id uuid references bookings (id),
  -- Declined: the holder does not renew, so anybody may buy the following month. Closed: the slot ends with this month.
  renewal text not null default 'undecided' check (renewal in ('undecided', 'declined', 'closed')),
  -- Start of the holder's first month, from which the months are counted.
  anchor_at timestamptz,
  month_number integer not null default 1 check (month_number between 1 and 1200),
  begins_at timestamptz,
  discount_cents integer not null default 0 check (discount_cents >= 0),
  discount_reason text check (char_length(discount_reason) between 1 and 200),
  -- The buyer pays at the desk, so the hold is longer.
  for_desk boolean not null default false,
  -- Days that the office added to this month, and to earlier months of the same holder.
  extended_days integer not null default 0 check (extended_days between 0 and 31),
  carried_days integer not null default 0 check (carried_days >= 0),
  -- When the month moved to its present slot; null if it never did.
  moved_at timestamptz check (moved_at is null or paid_at is not null),
  -- Name and hour of the slot when it was held, for payments that arrive after the slot changed. Null for older
  -- bookings.
  held_slot text check (char_length(held_slot) <= 60),
  held_hour integer,
  unique (id, amount_cents, currency),
  constraint plan_has_amount check ((plan is null) = (amount_cents is null)),
  constraint hold_has_end check ((state in ('held', 'paying')) = (hold_expires_at is not null)),
  constraint paying_has_plan check (state in ('held', 'expired', 'cancelled') or plan is not null),
  constraint paid_has_dates check ((paid_at is null) = (paid_until is null) and (state not in ('paid', 'ended') or paid_at is not null)),
  constraint paid_month_begins check (paid_at is null or (begins_at is not null and anchor_at is not null)),
  constraint discount_has_reason check ((discount_cents > 0) = (discount_reason is not null)),
  constraint hold_is_short check (hold_expires_at <= created_at + case when for_desk then interval '48 hours' else interval '60 minutes' end),
  constraint upcoming_follows check (period = 'current' or follows_id is not null)
);
create index bookings_of_buyer on bookings (buyer_id, created_at desc);
create index bookings_of_slot on bookings (slot_id, created_at desc);
create index holds_by_end on bookings (hold_expires_at) where state in ('held', 'paying');
create index paid_by_end on bookings (paid_until) where state = 'paid';
create index live_holds_of_network on bookings (network) where state in ('held', 'paying');
create index on bookings (follows_id) where follows_id is not null;
create unique index one_desk_hold on bookings (buyer_id) where for_desk and state in ('held', 'paying');
create index months_of_buyer on bookings (buyer_id, paid_until) where state = 'paid';
create index months_of_slot on bookings (slot_id, paid_until, buyer_id) where state = 'paid';
-- One live booking a slot and period: of two concurrent holds, one fails with a unique violation.
create unique index one_live_booking on bookings (slot_id)
  where state in ('held', 'paying', 'paid') and period = 'current';
create unique index one_upcoming_booking on bookings (slot_id)
  where state in ('held', 'paying', 'paid') and period = 'upcoming';
create trigger stays_erased before insert on bookings for each row execute function refuse_erased('buyer_id');

-- A slot with a live booking is taken.
create function is_live(state text) returns boolean language sql immutable as $$
  select state in ('held', 'paying', 'paid')
$$;

-- Whether the following month is held or sold.
create function has_month_after(booking uuid) returns boolean language sql stable as $$
  select exists (select from bookings where follows_id = booking and is_live(state))
$$;

-- Whether the buyer of a month has paid the following one too.
create function is_renewed(month bookings) returns boolean language sql stable as $$
  select exists (
    select from bookings later
    where later.follows_id = month.id and later.buyer_id = month.buyer_id and later.state = 'paid')
$$;

-- End of the nth month, counted from the first payment: 31 January, 28 February, 31 March.
create function month_end(anchor timestamptz, months integer) returns timestamptz language sql stable as $$
  select ((anchor at time zone club_zone()) + make_interval(months => months)) at time zone club_zone()
$$;
create function month_end(anchor timestamptz, months integer, days integer) returns timestamptz language sql stable as $$
  select ((anchor at time zone club_zone()) + make_interval(months => months, days => days)) at time zone club_zone()
$$;

-- A booking starts at its slot's price. The shared lock is the one that a hold takes on the slot.
create function check_slot_price() returns trigger language plpgsql as $$
begin
  if new.slot_price_cents <> (select price_cents from slots where id = new.slot_id for share) then
    raise exception 'a booking begins at the price of its slot'
      using errcode = 'check_violation', constraint = 'price_is_the_slots';
  end if;
  return new;
end $$;
create trigger price_is_the_slots before insert on bookings
  for each row execute function check_slot_price();

-- Legal transitions, as in domain/bookings/bookings.rules.ts; a test compares the two. Buyer and price are frozen. A paid
-- booking may move to another hour of the same trainer, so that the sale stays with that trainer.
create function check_booking_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'held' then
      raise exception 'a booking begins held' using errcode = 'check_violation', constraint = 'legal_transition';
    end if;
  else
    if new.state <> old.state and not (old.state, new.state) in (
      ('held', 'paying'), ('held', 'expired'), ('held', 'cancelled'),
      ('paying', 'paid'), ('paying', 'held'), ('paying', 'expired'), ('paying', 'cancelled'), ('paying', 'refund_due'),
      ('expired', 'paid'), ('cancelled', 'paid'), ('expired', 'refund_due'), ('cancelled', 'refund_due'),
      ('paid', 'ended'), ('paid', 'refund_due'), ('paid', 'refunded'),
      ('refund_due', 'refunded')) then
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
  if new.plan is not null
    and (tg_op = 'INSERT' or (new.plan, new.amount_cents, new.discount_cents) is distinct from (old.plan, old.amount_cents, old.discount_cents))
    and new.amount_cents <> new.slot_price_cents + (select surcharge_cents from plans where name = new.plan) - new.discount_cents then
    raise exception 'the amount is the price of the slot and that of the plan, less the discount'
      using errcode = 'check_violation', constraint = 'amount_adds_up';
  end if;
  new.changed_at := club_now();
  return new;
end $$;
create trigger booking_begins before insert on bookings
  for each row execute function check_booking_transition();
create trigger booking_transitions before update on bookings for each row
  when (not is_erasing() or to_jsonb(new) - array['network', 'discount_reason'] is distinct from to_jsonb(old) - array['network', 'discount_reason'])
  execute function check_booking_transition();

-- Sets period and dates. A following month begins at the end of the month before it, also when its payment was late.
create function set_month_dates() returns trigger language plpgsql as $$
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
    new.period := case when is_live(before.state) then 'upcoming' else 'current' end;
    if tg_op = 'INSERT' then
      new.begins_at := before.paid_until;
      new.anchor_at := case when before.buyer_id = new.buyer_id then before.anchor_at else before.paid_until end;
      new.month_number := case when before.buyer_id = new.buyer_id then before.month_number + 1 else 1 end;
      new.carried_days := case when before.buyer_id = new.buyer_id then before.carried_days + before.extended_days else 0 end;
    end if;
    if tg_op = 'INSERT' and (new.period = 'current' or before.paid_until <= club_now())
      or new.period = 'upcoming' and (
        (before.state, before.period, before.slot_id, before.paid_until) is distinct from ('paid', 'current', new.slot_id, new.begins_at)
        or before.renewal = 'closed' or before.buyer_id <> new.buyer_id and before.renewal <> 'declined') then
      raise exception 'the month after belongs to who has the hour'
        using errcode = 'check_violation', constraint = 'first_refusal';
    end if;
  end if;
  if tg_op = 'UPDATE' and old.paid_at is null and new.paid_at is not null then
    -- a month that is renewed goes on where the last one ended, unless its money came an hour later; others begin when paid
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
create trigger month_dates_set before insert or update on bookings
  for each row execute function set_month_dates();

-- The upcoming month becomes the current one in the statement that ends the month before, for whatever reason it ends.
create function start_upcoming_month() returns trigger language plpgsql as $$
begin
  update bookings set period = 'current' where slot_id = new.slot_id and period = 'upcoming' and is_live(state);
  return null;
end $$;
create trigger upcoming_month_started after update of state on bookings for each row
  when (old.period = 'current' and is_live(old.state) and not is_live(new.state)) execute function start_upcoming_month();

-- No month with a retired trainer is sold.
create function refuse_month_of_retired() returns trigger language plpgsql as $$
begin
  -- who retires just now waits until the month is sold and its hours are written, or is waited for
  perform from slots join trainers on trainers.id = slots.trainer_id
    where slots.id = new.slot_id and retired_at is null for share of trainers;
  if not found then
    raise exception 'a trainer who has retired gives no new month' using errcode = 'check_violation', constraint = 'trainer_works_here';
  end if;
  return new;
end $$;
create trigger trainer_works_here before update of paid_at on bookings for each row
  when (old.paid_at is null and new.paid_at is not null) execute function refuse_month_of_retired();

-- Months whose lesson dates are written, and the facts that they were written from.
create table months (
  booking_id uuid references bookings (id),
  weekdays text[] not null check (are_weekdays(weekdays)),
  start_hour integer not null check (start_hour between 0 and 23),
  dates_from timestamptz not null,
  dates_until timestamptz not null,
  policy_version integer not null references policies (version),
  primary key (booking_id, dates_from)
);

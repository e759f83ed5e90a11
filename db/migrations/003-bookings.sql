-- Plans and bookings. The states and their legal moves are the heart of the club: see docs/decisions.

create table plans (
  name text primary key check (name in ('silver', 'gold', 'diamond')),
  surcharge_cents integer not null check (surcharge_cents >= 0),
  classes integer not null check (classes > 0),
  position integer not null unique
);
insert into plans (name, surcharge_cents, classes, position)
values ('silver', 0, 5, 1), ('gold', 2000, 3, 2), ('diamond', 5000, 6, 3);

create table bookings (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null references slots (id),
  buyer_id uuid not null references members (user_id),
  state text not null default 'held' check (state in
    ('held', 'paying', 'paid', 'expired', 'cancelled', 'refund_due', 'refunded', 'ended')),
  plan text references plans (name),
  -- what the buyer was shown: frozen when the slot was held
  slot_price_cents integer not null check (slot_price_cents between 50 and 1000000),
  amount_cents integer check (amount_cents > 0),
  currency char(3) not null default 'usd',
  -- counts the intents made for this booking; part of their idempotency keys
  attempt integer not null default 0 check (attempt between 0 and 1000),
  hold_expires_at timestamptz,
  paid_at timestamptz,
  paid_until timestamptz,
  created_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now(),
  unique (id, amount_cents, currency),
  constraint plan_has_amount check ((plan is null) = (amount_cents is null)),
  constraint hold_has_end check ((state in ('held', 'paying')) = (hold_expires_at is not null)),
  constraint hold_is_short check (hold_expires_at <= created_at + interval '60 minutes'),
  constraint paying_has_plan check (state in ('held', 'expired', 'cancelled') or plan is not null),
  constraint paid_has_dates check ((paid_at is null) = (paid_until is null) and (state not in ('paid', 'ended') or paid_at is not null))
);
-- Nobody can sell an hour twice: whoever loses the race gets a unique violation.
create unique index one_live_booking on bookings (slot_id) where state in ('held', 'paying', 'paid');
create index bookings_of_buyer on bookings (buyer_id, created_at desc);
create index bookings_of_slot on bookings (slot_id, created_at desc);
create index holds_by_end on bookings (hold_expires_at) where state in ('held', 'paying');
create index paid_by_end on bookings (paid_until) where state = 'paid';

create function check_booking_move() returns trigger language plpgsql as $$
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
      and (new.plan, new.amount_cents) is distinct from (old.plan, old.amount_cents) then
      raise exception 'the amount of a settled booking is frozen'
        using errcode = 'check_violation', constraint = 'amount_frozen';
    end if;
    if (new.slot_id, new.buyer_id, new.slot_price_cents, new.currency)
      is distinct from (old.slot_id, old.buyer_id, old.slot_price_cents, old.currency) then
      raise exception 'slot, buyer and price of a booking are frozen'
        using errcode = 'check_violation', constraint = 'booking_frozen';
    end if;
  end if;
  if new.plan is not null and (tg_op = 'INSERT' or new.plan is distinct from old.plan or new.amount_cents is distinct from old.amount_cents)
    and new.amount_cents <> new.slot_price_cents + (select surcharge_cents from plans where name = new.plan) then
    raise exception 'the amount is the price of the slot plus that of the plan'
      using errcode = 'check_violation', constraint = 'amount_adds_up';
  end if;
  new.changed_at := club_now();
  return new;
end $$;
create trigger booking_moves before insert or update on bookings
  for each row execute function check_booking_move();

-- A held or sold slot is frozen: its buyer keeps the hour and the price they saw. The row lock taken by
-- holding a slot (for share) and by this update make the two orders of events the only ones possible.
create function keep_sold_slot() returns trigger language plpgsql as $$
begin
  if exists (select from bookings where slot_id = old.id and state in ('held', 'paying', 'paid')) then
    raise exception 'a held or sold slot is frozen' using errcode = 'check_violation', constraint = 'sold_slot_frozen';
  end if;
  return coalesce(new, old);
end $$;
create trigger sold_slot_frozen before update or delete on slots
  for each row execute function keep_sold_slot();

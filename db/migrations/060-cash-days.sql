-- Cash days, and corrections of what was entered wrongly at the desk and for payouts.

-- A counted and closed day of the desk; a trigger sets the columns with a default. Closing one closes everything before it. The next day opens with what stayed in
-- the drawer.
create table cash_days (
  day date primary key,
  -- The period that was counted, from the end of the previous one; instants, so that a change of the club's zone moves
  -- nothing into or out of it.
  begins_at timestamptz not null default club_now(),
  ends_at timestamptz not null default club_now() unique,
  opening_cents integer not null check (opening_cents >= 0),
  -- Opening float, plus cash taken, less cash handed back.
  expected_cents integer not null default 0,
  counted_cents integer not null check (counted_cents >= 0),
  -- Stays in the drawer; the rest goes to the bank or the safe.
  kept_cents integer not null,
  reason text check (reason in ('change', 'expense', 'miscount', 'unknown')),
  note text not null default '' check (char_length(note) <= 500),
  closed_by uuid not null references members (user_id),
  closed_at timestamptz not null default club_now(),
  constraint kept_is_counted check (kept_cents between 0 and counted_cents),
  constraint difference_has_reason check ((counted_cents = expected_cents) = (reason is null)),
  check (begins_at < ends_at)
);
create index on cash_days (closed_by);

-- Payments at the desk keep the method they were entered with. A correction moves the amount from one method to another,
-- on the day of the correction.
create table desk_corrections (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid references payments (id),
  refund_id uuid references refunds (id),
  -- Signed like the movement: negative for a refund.
  cents integer not null check (cents <> 0),
  from_method text not null check (from_method in ('cash', 'transfer', 'terminal')),
  to_method text not null check (to_method in ('cash', 'transfer', 'terminal')),
  reason text not null check (char_length(reason) between 1 and 500),
  corrected_by uuid not null references members (user_id),
  corrected_at timestamptz not null default club_now(),
  check (from_method <> to_method),
  check ((payment_id is null) <> (refund_id is null))
);
create index on desk_corrections (payment_id);
create index on desk_corrections (refund_id);
create index on desk_corrections (corrected_by);
create index on desk_corrections (corrected_at);

-- Every movement at the desk by method: payments, refunds handed back, and both sides of each correction.
create view desk_movements as
  select p.id as entry_id, 'payment' as kind, p.booking_id, p.received_at as moved_at, p.amount_cents as cents, p.currency,
    p.method, p.taken_by as staff_id, p.slip, ''::text as note
  from payments p where p.method <> 'card'
  union all
  select r.id, 'refund', coalesce(p.booking_id, s.booking_id), r.settled_at, -r.amount_cents,
    coalesce(p.currency, s.currency), r.handed_back, r.handed_back_by, null, r.reason
  from refunds r
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  where r.handed_back is not null and r.state = 'succeeded'
  union all
  select c.id, 'correction', coalesce(p.booking_id, rp.booking_id), c.corrected_at, c.cents * side.sign,
    coalesce(p.currency, rp.currency), side.method, c.corrected_by, null, c.reason
  from desk_corrections c
    left join payments p on p.id = c.payment_id
    left join refunds r on r.id = c.refund_id
    left join payments rp on rp.id = r.payment_id
    cross join lateral (values (c.from_method, -1), (c.to_method, 1)) as side (method, sign);

-- Computes period, opening float and expected cash. Its lock waits for payments that are being taken.
create function count_cash_day() returns trigger language plpgsql as $$
declare
  previous cash_days;
begin
  perform advisory_lock('desk');
  select * into previous from cash_days order by ends_at desc limit 1;
  new.ends_at := (new.day + 1)::timestamp at time zone club_zone();
  new.begins_at := coalesce(previous.ends_at, new.day::timestamp at time zone club_zone());
  new.opening_cents := coalesce(previous.kept_cents, new.opening_cents);
  if new.day > club_today() or new.ends_at <= new.begins_at then
    raise exception 'this day cannot be closed' using errcode = 'check_violation', constraint = 'cash_days_in_order';
  end if;
  new.expected_cents := new.opening_cents + (
    select coalesce(sum(cents), 0) from desk_movements
    where method = 'cash' and moved_at >= new.begins_at and moved_at < new.ends_at);
  return new;
end $$;
create trigger counted before insert on cash_days for each row execute function count_cash_day();

create function freeze_text_of() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing() and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  raise exception '% are only ever appended to', tg_table_name using errcode = 'check_violation', constraint = 'append_only';
end $$;
create trigger append_only before update or delete on cash_days for each row execute function freeze_text_of('note');
create trigger append_only before update or delete on desk_corrections for each row execute function freeze_text_of('reason');

-- Refuses a change of the desk within a closed day. The arguments name the columns of the time and of the method.
create function refuse_closed_desk() returns trigger language plpgsql as $$
declare
  closed_until timestamptz;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('desk', 0));
  select max(ends_at) into closed_until from cash_days;
  if exists (
    select from (values (to_jsonb(old)), (to_jsonb(new))) as changed (line)
    where line is not null and coalesce(line ->> tg_argv[1], 'card') <> 'card'
      and (line ->> tg_argv[0])::timestamptz < closed_until) then
    raise exception 'the desk of this day is closed' using errcode = 'check_violation', constraint = 'desk_day_closed';
  end if;
  return null;
end $$;
create trigger desk_day_closed
  after insert or delete or update of received_at, amount_cents, currency, method, taken_by, slip, banked_on, booking_id on payments
  for each row execute function refuse_closed_desk('received_at', 'method');
create trigger desk_day_closed
  after insert or delete or update of settled_at, amount_cents, handed_back, handed_back_by, state, payment_id, stray_charge_id on refunds
  for each row execute function refuse_closed_desk('settled_at', 'handed_back');
create trigger desk_day_closed after insert on desk_corrections
  for each row execute function refuse_closed_desk('corrected_at', 'from_method');

-- A payout entered wrongly is taken back by a second entry of the opposite amount.
alter table payouts add column reverses_id uuid unique references payouts (id);
alter table payouts drop constraint payouts_amount_cents_check;
alter table payouts add constraint payout_amount check (amount_cents <> 0 and (amount_cents < 0) = (reverses_id is not null));

create function check_reversed_payout() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payouts o where o.id = new.reverses_id and o.reverses_id is null
      and o.trainer_id = new.trainer_id and o.amount_cents = -new.amount_cents and o.currency = new.currency) then
    raise exception 'it takes back exactly one payout' using errcode = 'check_violation', constraint = 'payout_reversed';
  end if;
  return null;
end $$;
create constraint trigger payout_reversed after insert or update on payouts
  deferrable initially deferred for each row when (new.reverses_id is not null) execute function check_reversed_payout();
create trigger append_only before update or delete on payouts for each row execute function freeze_text_of('note');

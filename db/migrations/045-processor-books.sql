-- What the card processor does by itself: disputes, fraud warnings, fees and payouts to the bank.

alter table disputes
  -- The last moment to answer; null when no answer is expected.
  add column answer_by timestamptz,
  -- Counts the applied states, for optimistic locking.
  add column version integer not null default 0,
  add column changed_at timestamptz not null default club_now();
create index disputes_under_way on disputes (opened_at)
  where status not in ('won', 'lost', 'warning_closed', 'prevented');

-- Whether the processor refuses refunds of a charge with a dispute in this status. The money is withdrawn, or gone.
create function dispute_blocks_refund(status text) returns boolean language sql immutable as $$
  select status in ('needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'lost')
$$;

create table fraud_warnings (
  id text primary key check (char_length(id) between 1 and 255),
  payment_id uuid references payments (id),
  stray_charge_id uuid references stray_charges (id),
  fraud_type text not null check (char_length(fraud_type) <= 60),
  warned_at timestamptz not null default club_now(),
  -- An admin decided to keep the payment.
  kept_by uuid references members (user_id),
  kept_at timestamptz,
  check ((payment_id is null) <> (stray_charge_id is null)),
  check ((kept_by is null) = (kept_at is null))
);
create index on fraud_warnings (payment_id) where payment_id is not null;
create index on fraud_warnings (stray_charge_id) where stray_charge_id is not null;
create index on fraud_warnings (kept_by) where kept_by is not null;

-- Transfers of the processor to the club's bank account.
create table processor_payouts (
  id text primary key check (char_length(id) between 1 and 255),
  amount_cents integer not null,
  currency char(3) not null,
  status text not null check (char_length(status) <= 60),
  -- The day on which the bank receives it.
  arrives_on date not null,
  made_at timestamptz not null,
  -- Reference on the bank statement.
  reference text check (char_length(reference) between 1 and 255),
  failure text check (char_length(failure) between 1 and 500),
  -- Null until its movements are known; a payout made by hand has none.
  itemised_at timestamptz,
  is_automatic boolean not null
);
create index processor_payouts_by_time on processor_payouts (made_at desc, id);

-- Movements of the club's balance at the processor, in the currency in which it settles. Two columns belong to the ledger:
-- the money of disputes and the costs. Payments and refunds have tables of their own.
create table processor_movements (
  id uuid primary key default gen_random_uuid(),
  -- Entry of the ledger for the cost.
  cost_id uuid not null unique default gen_random_uuid(),
  processor_id text not null unique check (char_length(processor_id) between 1 and 255),
  kind text not null check (kind in
    ('charge', 'refund', 'refund failure', 'dispute', 'dispute reversal', 'fee', 'payout', 'payout reversal', 'other')),
  payment_id uuid references payments (id),
  stray_charge_id uuid references stray_charges (id),
  dispute_id text references disputes (id),
  gross_cents integer not null,
  fee_cents integer not null,
  currency char(3) not null,
  -- Withdrawn (negative) or reinstated money of a dispute, in the club's currency.
  moved_cents integer not null default 0,
  -- Fees of the club, in its currency; 0 for charges of another shop with the same account.
  cost_cents integer not null default 0,
  happened_at timestamptz not null,
  entered_at timestamptz not null default club_now(),
  payout_id text references processor_payouts (id),
  check (num_nonnulls(payment_id, stray_charge_id) < 2),
  constraint moved_by_dispute check (moved_cents = 0 or dispute_id is not null)
);
create index on processor_movements (payment_id) where payment_id is not null;
create index on processor_movements (stray_charge_id) where stray_charge_id is not null;
create index on processor_movements (dispute_id) where dispute_id is not null;
create index on processor_movements (payout_id) where payout_id is not null;
create index processor_movements_by_time on processor_movements (happened_at);
create index disputed_money_by_time on processor_movements (entered_at) where moved_cents <> 0;
create index processor_costs_by_time on processor_movements (entered_at) where cost_cents <> 0;

create function freeze_processor_movement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - 'payout_id' <> to_jsonb(old) - 'payout_id' then
    raise exception 'a movement at the processor never changes' using errcode = 'check_violation', constraint = 'movement_frozen';
  end if;
  return new;
end $$;
create trigger movement_frozen before update or delete on processor_movements
  for each row execute function freeze_processor_movement();

-- Results of the regular comparison with the processor, one row.
create table processor_checks (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz,
  -- Movements until this moment are known.
  movements_until timestamptz,
  -- Events that the processor does not send; null if it has no endpoint of this club.
  missing_events text[] check (cardinality(missing_events) <= 100),
  has_endpoint boolean
);
insert into processor_checks default values;

create index processor_events_by_time on processor_events (received_at);

-- Failed refunds that the office settled in another way. Cash and transfers are refunds of their own.
create table refund_settlements (
  refund_id uuid primary key references refunds (id),
  how text not null check (how in ('cash', 'transfer', 'bank', 'given up')),
  why text not null check (char_length(why) between 1 and 500),
  settled_by uuid not null references members (user_id),
  settled_at timestamptz not null default club_now()
);
create index on refund_settlements (settled_by);

alter table payments
  -- Money withdrawn by disputes and not reinstated.
  add column disputed_cents integer not null default 0,
  -- The part of refunded_cents that was handed back by hand although a card paid. The processor does not know of it, and can
  -- refund it once more.
  add column handed_back_cents integer not null default 0,
  drop constraint refunds_within_payment,
  add constraint refunds_within_payment check (handed_back_cents between 0 and refunded_cents
    and refunded_cents - handed_back_cents between 0 and amount_cents);
alter table stray_charges
  add column handed_back_cents integer not null default 0,
  drop constraint refunds_within_stray,
  add constraint refunds_within_stray check (handed_back_cents between 0 and refunded_cents
    and refunded_cents - handed_back_cents between 0 and amount_cents);

create or replace view failed_refunds as
  select r.id, r.payment_id, r.stray_charge_id, coalesce(p.booking_id, s.booking_id) as booking_id,
    r.amount_cents, coalesce(p.currency, s.currency) as currency, r.reason, r.settled_at
  from refunds r
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  where r.state = 'failed'
    and not exists (select from refunds again where again.request_key = 'again:' || r.id)
    and not exists (select from refund_settlements ended where ended.refund_id = r.id)
    and r.amount_cents <= coalesce(p.amount_cents - p.refunded_cents, s.amount_cents - s.refunded_cents);

create function note_disputed_money() returns trigger language plpgsql as $$
begin
  update payments set disputed_cents = disputed_cents - new.moved_cents where id = new.payment_id;
  return null;
end $$;
create trigger disputed_money_noted after insert on processor_movements
  for each row when (new.moved_cents <> 0) execute function note_disputed_money();

-- What is left of a payment for the club and its trainer.
create function kept_cents(amount_cents bigint, back_cents bigint) returns bigint language sql immutable as $$
  select greatest(amount_cents - back_cents, 0)
$$;

create or replace view ledger as
  select 'payment' as kind, p.id as entry_id, p.booking_id, null::uuid as trainer_id, p.amount_cents as cents,
    p.currency, p.received_at as entered_at, ''::text as note, p.method
  from payments p
  union all
  select 'payment', s.id, s.booking_id, null, s.amount_cents, s.currency, s.received_at, 'Paid twice', 'card'
  from stray_charges s
  union all
  select 'refund', r.id, coalesce(p.booking_id, s.booking_id), null, -r.amount_cents,
    coalesce(p.currency, s.currency), r.settled_at, r.reason, coalesce(r.handed_back, 'card')
  from refunds r
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  where r.state = 'succeeded'
  union all
  select 'refund', r.id, coalesce(p.booking_id, s.booking_id), null, -b.amount_cents,
    coalesce(p.currency, s.currency), b.settled_at, r.reason, coalesce(r.handed_back, 'card')
  from bounced_refunds b join refunds r on r.id = b.refund_id
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  union all
  select 'refund', r.id, coalesce(p.booking_id, s.booking_id), null, b.amount_cents,
    coalesce(p.currency, s.currency), b.bounced_at, r.reason, coalesce(r.handed_back, 'card')
  from bounced_refunds b join refunds r on r.id = b.refund_id
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  union all
  select 'payout', o.id, null, o.trainer_id, -o.amount_cents, o.currency, o.created_at, o.note, null
  from payouts o
  union all
  select 'dispute', m.id, coalesce(p.booking_id, s.booking_id), null, m.moved_cents, coalesce(p.currency, s.currency),
    m.entered_at, d.reason, 'card'
  from processor_movements m join disputes d on d.id = m.dispute_id
    left join payments p on p.id = m.payment_id
    left join stray_charges s on s.id = m.stray_charge_id
  where m.moved_cents <> 0
  union all
  select 'fee', m.cost_id, coalesce(p.booking_id, s.booking_id), null, -m.cost_cents, c.currency, m.entered_at, m.kind, 'card'
  from processor_movements m cross join club c
    left join payments p on p.id = m.payment_id
    left join stray_charges s on s.id = m.stray_charge_id
  where m.cost_cents <> 0;

create or replace view trainer_books as
  select s.trainer_id, 'sale' as kind, p.id as entry_id, p.booking_id, p.received_at as entered_at, p.share_percent,
    p.amount_cents as cents, (p.amount_cents::bigint * p.share_percent / 100)::integer as part_cents, ''::text as note
  from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
  union all
  select trainer_id, kind, entry_id, booking_id, entered_at, share_percent, -returned_cents,
    (kept_cents(amount_cents, back_cents) * share_percent / 100
      - kept_cents(amount_cents, back_cents - returned_cents) * share_percent / 100)::integer, note
  from (
    select s.trainer_id, r.kind, r.entry_id, p.booking_id, r.entered_at, p.share_percent, r.note, r.cents as returned_cents,
      p.amount_cents, sum(r.cents) over (partition by s.trainer_id, p.id order by r.entered_at, r.entry_id, r.cents desc
        rows unbounded preceding) as back_cents
    from (
      select 'refund' as kind, refund_id as entry_id, payment_id, cents, entered_at, reason as note from refund_lines
      union all
      select 'dispute', m.id, m.payment_id, -m.moved_cents, m.entered_at, d.reason
      from processor_movements m join disputes d on d.id = m.dispute_id where m.moved_cents <> 0) r
      join payments p on p.id = r.payment_id
      join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id) back
  union all
  select trainer_id, 'payout', id, null, created_at, null, -amount_cents, -amount_cents, note from payouts;

-- Sums. The fourth argument of sum_ledger names the column of the amount.
drop trigger in_ledger_days on disputes;
alter table ledger_days drop constraint ledger_days_kind_check,
  add constraint ledger_days_kind_check check (kind in ('payment', 'refund', 'payout', 'dispute', 'fee'));

create or replace function sum_ledger() returns trigger language plpgsql as $$
begin
  perform lock_books();
  insert into ledger_days as sums (day, kind, plan, cents, entries)
  select ((line ->> tg_argv[1])::timestamptz at time zone club_zone())::date, tg_argv[0], b.plan,
    sum(more * tg_argv[2]::integer * (line ->> coalesce(tg_argv[3], 'amount_cents'))::integer), sum(more)
  from (values (to_jsonb(old), -1), (to_jsonb(new), 1)) as changed (line, more)
    left join refunds r on r.id = (line ->> 'refund_id')::uuid
    left join payments p on p.id = coalesce((line ->> 'payment_id')::uuid, r.payment_id)
    left join stray_charges s on s.id = coalesce((line ->> 'stray_charge_id')::uuid, r.stray_charge_id)
    left join bookings b on b.id = coalesce((line ->> 'booking_id')::uuid, p.booking_id, s.booking_id)
  where line is not null and (tg_table_name <> 'refunds' or line ->> 'state' = 'succeeded')
  group by 1, 3
  on conflict (day, kind, plan) do update set cents = sums.cents + excluded.cents, entries = sums.entries + excluded.entries;
  return null;
end $$;
create constraint trigger disputes_in_ledger_days after insert on processor_movements deferrable initially deferred
  for each row when (new.moved_cents <> 0) execute function sum_ledger('dispute', 'entered_at', '1', 'moved_cents');
create constraint trigger costs_in_ledger_days after insert on processor_movements deferrable initially deferred
  for each row when (new.cost_cents <> 0) execute function sum_ledger('fee', 'entered_at', '-1', 'cost_cents');

create or replace function sum_sale() returns trigger language plpgsql as $$
begin
  perform lock_books();
  insert into trainer_sums as sums (trainer_id, sold_cents, part_cents, paid_out_cents)
  select s.trainer_id, sum(more * kept), coalesce(sum(more * (kept * share / 100)), 0), 0
  from (values (old.booking_id, kept_cents(old.amount_cents, old.refunded_cents + old.disputed_cents), old.share_percent, -1),
      (new.booking_id, kept_cents(new.amount_cents, new.refunded_cents + new.disputed_cents), new.share_percent, 1))
      as changed (booking_id, kept, share, more)
    join bookings b on b.id = changed.booking_id join slots s on s.id = b.slot_id
  group by 1
  on conflict (trainer_id) do update
    set sold_cents = sums.sold_cents + excluded.sold_cents, part_cents = sums.part_cents + excluded.part_cents;
  return null;
end $$;
drop trigger in_trainer_sums on payments;
create constraint trigger in_trainer_sums
  after insert or delete or update of amount_cents, refunded_cents, disputed_cents, share_percent on payments
  deferrable initially deferred for each row execute function sum_sale();

create or replace function sum_again() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table post_days, ledger_days, trainer_sums in exclusive mode;
  delete from post_days;
  insert into post_days select (created_at at time zone 'UTC')::date, count(*) from posts group by 1;
  delete from ledger_days;
  insert into ledger_days
  select (l.entered_at at time zone club_zone())::date, l.kind, b.plan, sum(l.cents), count(*)
  from ledger l left join bookings b on b.id = l.booking_id group by 1, 2, 3;
  delete from trainer_sums;
  insert into trainer_sums
  select trainer_id, sum(sold), coalesce(sum(part), 0), sum(paid_out)
  from (
    select s.trainer_id, kept_cents(p.amount_cents, p.refunded_cents + p.disputed_cents) as sold,
      kept_cents(p.amount_cents, p.refunded_cents + p.disputed_cents) * p.share_percent / 100 as part, 0 as paid_out
    from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
    union all
    select trainer_id, 0, 0, amount_cents from payouts) movements
  group by 1;
end $$;
create trigger summed_again after truncate on processor_movements execute function sum_all_again();

select sum_again();

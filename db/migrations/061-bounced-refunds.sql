-- A refund that was done and failed after all, as when the card's account is closed: its money went and came back. Both
-- stay in the books, each at its own time, so that a month that is over never changes.

create table bounced_refunds (
  id uuid primary key default gen_random_uuid(),
  refund_id uuid not null references refunds (id),
  amount_cents integer not null check (amount_cents > 0),
  -- since when it counted as done, and until when
  settled_at timestamptz not null,
  bounced_at timestamptz not null
);
create index on bounced_refunds (refund_id);
create index on bounced_refunds (settled_at);
create index on bounced_refunds (bounced_at);

create function note_bounced_refund() returns trigger language plpgsql as $$
begin
  insert into bounced_refunds (refund_id, amount_cents, settled_at, bounced_at)
  values (old.id, old.amount_cents, old.settled_at, new.settled_at);
  return null;
end $$;
create trigger bounce_noted after update of state on refunds
  for each row when (old.state = 'succeeded' and new.state <> 'succeeded') execute function note_bounced_refund();

-- Those from before: their invoices tell when.
insert into bounced_refunds (refund_id, amount_cents, settled_at, bounced_at)
select refund_id, amount_cents, went_at, given_at
from (
  select refund_id, amount_cents, given_at, lag(given_at) over (partition by refund_id order by year, ordinal) as went_at
  from invoices where refund_id is not null) told
where amount_cents > 0 and went_at is not null;

-- What of a charge went back when, and with minus what came back again.
create view refund_lines as
  select id as refund_id, payment_id, stray_charge_id, amount_cents as cents, settled_at as entered_at, reason, handed_back
  from refunds where state = 'succeeded'
  union all
  select r.id, payment_id, stray_charge_id, b.amount_cents, b.settled_at, reason, handed_back
  from bounced_refunds b join refunds r on r.id = b.refund_id
  union all
  select r.id, payment_id, stray_charge_id, -b.amount_cents, b.bounced_at, reason, handed_back
  from bounced_refunds b join refunds r on r.id = b.refund_id;

-- The same, written out: each kind of line is found by its time in an index of its own.
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
  select 'dispute', coalesce(p.id, s.id), coalesce(p.booking_id, s.booking_id), null, 0, d.currency, d.opened_at, d.reason, 'card'
  from disputes d
    left join payments p on p.id = d.payment_id
    left join stray_charges s on s.id = d.stray_charge_id;

create or replace view trainer_books as
  select s.trainer_id, 'sale' as kind, p.id as entry_id, p.booking_id, p.received_at as entered_at, p.share_percent,
    p.amount_cents as cents, p.amount_cents * p.share_percent / 100 as part_cents, ''::text as note
  from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
  union all
  select trainer_id, 'refund', refund_id, booking_id, entered_at, share_percent, -returned_cents,
    (left_cents - returned_cents) * share_percent / 100 - left_cents * share_percent / 100, reason
  from (
    select s.trainer_id, r.refund_id, p.booking_id, r.entered_at, p.share_percent, r.reason, r.cents as returned_cents,
      p.amount_cents + r.cents
        - (sum(r.cents) over (partition by s.trainer_id, p.id order by r.entered_at, r.refund_id, r.cents desc))::integer as left_cents
    from refund_lines r join payments p on p.id = r.payment_id
      join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id) back
  union all
  select trainer_id, 'payout', id, null, created_at, null, -amount_cents, -amount_cents, note from payouts;

create or replace function sum_ledger() returns trigger language plpgsql as $$
begin
  perform lock_books();
  insert into ledger_days as sums (day, kind, plan, cents, entries)
  select ((line ->> tg_argv[1])::timestamptz at time zone club_zone())::date, tg_argv[0], b.plan,
    sum(more * tg_argv[2]::integer * (line ->> 'amount_cents')::integer), sum(more)
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
create constraint trigger went_in_ledger_days after insert or delete or update of settled_at, amount_cents on bounced_refunds
  deferrable initially deferred for each row execute function sum_ledger('refund', 'settled_at', '-1');
create constraint trigger came_in_ledger_days after insert or delete or update of bounced_at, amount_cents on bounced_refunds
  deferrable initially deferred for each row execute function sum_ledger('refund', 'bounced_at', '1');
select sum_again();

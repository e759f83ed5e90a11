-- The books: payouts to trainers, and views of every movement of money.

create table payouts (
  id uuid primary key default gen_random_uuid(),
  trainer_id uuid not null references trainers (id),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null default 'usd',
  note text not null default '' check (char_length(note) <= 500),
  request_key text not null unique check (char_length(request_key) between 1 and 200),
  recorded_by uuid not null references members (user_id),
  created_at timestamptz not null default club_now()
);
create index payouts_of_trainer on payouts (trainer_id, created_at desc);
create index payouts_by_time on payouts (created_at desc, id);
create index on payouts (recorded_by);
create trigger payout_in_club_currency before insert on payouts for each row execute function use_club_currency();

-- Movements of a refund: money that went back, and, negative, money that bounced.
create view refund_lines as
  select id as refund_id, payment_id, stray_charge_id, amount_cents as cents, settled_at as entered_at, reason, handed_back
  from refunds where state = 'succeeded'
  union all
  select r.id, payment_id, stray_charge_id, b.amount_cents, b.settled_at, reason, handed_back
  from bounced_refunds b join refunds r on r.id = b.refund_id
  union all
  select r.id, payment_id, stray_charge_id, -b.amount_cents, b.bounced_at, reason, handed_back
  from bounced_refunds b join refunds r on r.id = b.refund_id;

-- One line for each movement of money, signed. Disputes are lines of amount 0. Written out as a union, so that each kind is
-- found by time in an index of its own.
create view ledger as
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

-- Sales, refunds and payouts of trainers, with the trainer's part in cents.
create view trainer_books as
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

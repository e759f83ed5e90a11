-- Money: attempts at the card processor, payments, refunds, payouts, disputes, and the ledger made of them.

-- Written before the processor is asked, so that a crash between the two can be repaired with the same key.
create table payment_attempts (
  booking_id uuid not null references bookings (id),
  attempt integer not null check (attempt > 0),
  processor text not null check (processor in ('stripe', 'sandbox')),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  intent_id text unique check (char_length(intent_id) between 1 and 255),
  client_secret text check (char_length(client_secret) between 1 and 500),
  state text not null default 'creating' check (state in ('creating', 'open', 'succeeded', 'cancelled')),
  -- why the last card was declined, in the processor's words for the buyer
  failure text check (char_length(failure) between 1 and 500),
  created_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now(),
  primary key (booking_id, attempt),
  check ((intent_id is null) = (client_secret is null)),
  check (state in ('creating', 'cancelled') or intent_id is not null)
);
create unique index one_open_attempt on payment_attempts (booking_id) where state in ('creating', 'open');
create index attempts_in_flight on payment_attempts (changed_at) where state in ('creating', 'open');

create table payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique,
  intent_id text not null unique check (char_length(intent_id) between 1 and 255),
  charge_id text unique check (char_length(charge_id) between 1 and 255),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  refunded_cents integer not null default 0,
  received_at timestamptz not null default club_now(),
  -- what was paid is what the booking costs: a mismatch cannot be written
  foreign key (booking_id, amount_cents, currency) references bookings (id, amount_cents, currency),
  constraint refunds_within_payment check (refunded_cents between 0 and amount_cents)
);
create index payments_by_time on payments (received_at desc, id);

-- A second success for one booking is kept apart, and refunded.
create table stray_charges (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  intent_id text not null unique check (char_length(intent_id) between 1 and 255),
  charge_id text unique check (char_length(charge_id) between 1 and 255),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  refunded_cents integer not null default 0,
  received_at timestamptz not null default club_now(),
  constraint refunds_within_stray check (refunded_cents between 0 and amount_cents)
);
create index stray_charges_of_booking on stray_charges (booking_id);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid references payments (id),
  stray_charge_id uuid references stray_charges (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  -- one press of the button is one key: pressing twice asks for the same refund
  request_key text not null unique check (char_length(request_key) between 1 and 200),
  -- part of the idempotency key: counts up when the processor keeps answering with a stored failure
  attempt integer not null default 1 check (attempt > 0),
  processor_refund_id text unique check (char_length(processor_refund_id) between 1 and 255),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  requested_by uuid references members (user_id),
  created_at timestamptz not null default club_now(),
  settled_at timestamptz,
  check ((payment_id is null) <> (stray_charge_id is null)),
  check ((state = 'pending') = (settled_at is null))
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_of_stray on refunds (stray_charge_id);
create index refunds_by_time on refunds (created_at desc, id);

create table disputes (
  id text primary key check (char_length(id) between 1 and 255),
  payment_id uuid references payments (id),
  stray_charge_id uuid references stray_charges (id),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  reason text not null check (char_length(reason) <= 200),
  status text not null check (char_length(status) <= 60),
  opened_at timestamptz not null default club_now(),
  check ((payment_id is null) <> (stray_charge_id is null))
);

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

-- Every notice of a processor acts once: its id is written in the transaction of its effect.
create table processor_events (
  id text primary key check (char_length(id) between 1 and 255),
  type text not null check (char_length(type) <= 100),
  received_at timestamptz not null default club_now()
);

-- The books: one line for each movement of money, signed; disputes stand in them without an amount of their own.
create view ledger as
  select 'payment' as kind, p.id as entry_id, p.booking_id, null::uuid as trainer_id, p.amount_cents as cents,
    p.currency, p.received_at as entered_at, ''::text as note
  from payments p
  union all
  select 'payment', s.id, s.booking_id, null, s.amount_cents, s.currency, s.received_at, 'Paid twice'
  from stray_charges s
  union all
  select 'refund', r.id, coalesce(p.booking_id, s.booking_id), null, -r.amount_cents,
    coalesce(p.currency, s.currency), r.settled_at, r.reason
  from refunds r
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  where r.state = 'succeeded'
  union all
  select 'payout', o.id, null, o.trainer_id, -o.amount_cents, o.currency, o.created_at, o.note
  from payouts o
  union all
  select 'dispute', coalesce(p.id, s.id), coalesce(p.booking_id, s.booking_id), null, 0, d.currency, d.opened_at, d.reason
  from disputes d
    left join payments p on p.id = d.payment_id
    left join stray_charges s on s.id = d.stray_charge_id;

-- The demo club's card processor. Card numbers are never stored.
create table sandbox_intents (
  id text primary key,
  client_secret text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  booking_id text not null,
  attempt integer not null,
  status text not null check (status in
    ('requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  decline_code text,
  decline_message text,
  charge_id text,
  refuses_refunds boolean not null default false,
  idempotency_key text not null unique,
  created_at timestamptz not null default club_now()
);
create table sandbox_refunds (
  id text primary key,
  intent_id text not null references sandbox_intents (id),
  amount_cents integer not null check (amount_cents > 0),
  refund_id text not null,
  idempotency_key text not null unique,
  created_at timestamptz not null default club_now()
);
create index sandbox_refunds_of_intent on sandbox_refunds (intent_id);

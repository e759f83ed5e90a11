-- Payments: attempts at the card processor, payments, refunds and disputes. Amounts are integer cents.
-- 007-invoices.sql writes the invoices, 012-sums.sql the sums.

-- Attempts to pay by card. Written before the request to the processor, so that after a crash it is repeated with the same
-- idempotency key.
create table payment_attempts (
  booking_id uuid not null references bookings (id),
  attempt integer not null check (attempt > 0),
  processor text not null check (processor in ('stripe', 'sandbox')),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  intent_id text unique check (char_length(intent_id) between 1 and 255),
  client_secret text check (char_length(client_secret) between 1 and 500),
  state text not null default 'creating' check (state in ('creating', 'open', 'succeeded', 'cancelled')),
  -- Why the last card was declined, as the processor words it for the buyer.
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
  intent_id text unique check (char_length(intent_id) between 1 and 255),
  charge_id text unique check (char_length(charge_id) between 1 and 255),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  refunded_cents integer not null default 0,
  received_at timestamptz not null default club_now(),
  method text not null default 'card' check (method in ('card', 'cash', 'transfer', 'terminal')),
  taken_by uuid references members (user_id),
  -- Receipt number of the card terminal.
  slip text check (char_length(slip) between 1 and 60),
  -- The day of the bank transfer.
  banked_on date,
  -- Null only for sales of before shares existed, until the next start.
  share_percent integer check (share_percent between 0 and 100),
  -- Brand and last four digits of the card, as the card processor returns them. More of a card number is never stored.
  card_brand text constraint card_brand_length check (char_length(card_brand) between 1 and 30),
  card_last4 text constraint card_last4_digits check (card_last4 ~ '^[0-9]{4}$'),
  -- The payment is exactly the booking's amount.
  foreign key (booking_id, amount_cents, currency) references bookings (id, amount_cents, currency),
  constraint refunds_within_payment check (refunded_cents between 0 and amount_cents),
  constraint card_has_intent check ((method = 'card') = (intent_id is not null)),
  constraint desk_has_taker check ((method = 'card') = (taken_by is null)),
  constraint terminal_has_slip check ((method = 'terminal') = (slip is not null)),
  constraint transfer_has_day check ((method = 'transfer') = (banked_on is not null)),
  constraint card_is_named check ((card_brand is null) = (card_last4 is null))
);
create index payments_by_time on payments (received_at desc, id);
create index on payments (taken_by) where taken_by is not null;
create index payments_of_desk on payments (received_at) where method <> 'card';

-- A sale keeps the trainer's share of its time.
create function set_sale_share() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.share_percent := share_of(
      (select s.trainer_id from bookings b join slots s on s.id = b.slot_id where b.id = new.booking_id), new.received_at);
  elsif old.share_percent is not null and new.share_percent is distinct from old.share_percent then
    raise exception 'a sale keeps its share' using errcode = 'check_violation', constraint = 'share_frozen';
  end if;
  return new;
end $$;
create trigger share_frozen before insert or update of share_percent on payments
  for each row execute function set_sale_share();

-- A second charge for a paid booking: kept apart, and refunded.
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
create index stray_charges_by_time on stray_charges (received_at);

-- Intents that were charged: a booking's payment or a stray charge, never both.
create table received_intents (
  intent_id text constraint one_intent_one_charge primary key check (char_length(intent_id) between 1 and 255)
);

create function note_received_intent() returns trigger language plpgsql as $$
begin
  insert into received_intents values (new.intent_id);
  return new;
end $$;
create trigger intent_received after insert or update of intent_id on payments
  for each row when (new.intent_id is not null) execute function note_received_intent();
create trigger intent_received after insert or update of intent_id on stray_charges
  for each row execute function note_received_intent();

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid references payments (id),
  stray_charge_id uuid references stray_charges (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  -- Deduplication key: a button pressed twice requests one refund.
  request_key text not null unique check (char_length(request_key) between 1 and 200),
  -- Part of the idempotency key; counts up when the processor repeats a stored failure.
  attempt integer not null default 1 check (attempt > 0),
  processor_refund_id text unique check (char_length(processor_refund_id) between 1 and 255),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  requested_by uuid references members (user_id),
  created_at timestamptz not null default club_now(),
  settled_at timestamptz,
  -- Refunds of desk payments are due until a member of the staff records how they were handed back.
  handed_back text check (handed_back in ('cash', 'transfer', 'terminal')),
  handed_back_by uuid references members (user_id),
  check ((payment_id is null) <> (stray_charge_id is null)),
  check ((state = 'pending') = (settled_at is null)),
  constraint handed_back_by_somebody check ((handed_back is null) = (handed_back_by is null)),
  constraint handed_back_is_done check (handed_back is null or (state = 'succeeded' and processor_refund_id is null))
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_of_stray on refunds (stray_charge_id);
create index refunds_by_time on refunds (created_at desc, id);
create index on refunds (requested_by) where requested_by is not null;
create index on refunds (handed_back_by) where handed_back_by is not null;
create index refunds_handed_back on refunds (settled_at) where handed_back is not null;
create index refunds_by_settling on refunds (settled_at) where state = 'succeeded';

-- Refunds that did not fail sum up to at most the amount that their charge reserves, which is at most the charge.
create function check_refund_reserved() returns trigger language plpgsql as $$
declare
  reserved integer;
begin
  if new.payment_id is not null then
    select refunded_cents into reserved from payments where id = new.payment_id for update;
  else
    select refunded_cents into reserved from stray_charges where id = new.stray_charge_id for update;
  end if;
  if reserved < (
    select sum(amount_cents) from refunds
    where (payment_id = new.payment_id or stray_charge_id = new.stray_charge_id) and state <> 'failed') then
    raise exception 'refunds are at most what is reserved for them'
      using errcode = 'check_violation', constraint = 'refunds_reserved';
  end if;
  return new;
end $$;
create trigger refunds_reserved after insert or update on refunds
  for each row execute function check_refund_reserved();

-- Refunds that succeeded and failed later, as when the card's account is closed. Both movements stay in the books, each at
-- its own time, so that a past month never changes.
create table bounced_refunds (
  id uuid primary key default gen_random_uuid(),
  refund_id uuid not null references refunds (id),
  amount_cents integer not null check (amount_cents > 0),
  -- When it succeeded, and when it failed.
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

-- Failed refunds that were not requested again and whose money is still there to be refunded.
create view failed_refunds as
  select r.id, r.payment_id, r.stray_charge_id, coalesce(p.booking_id, s.booking_id) as booking_id,
    r.amount_cents, coalesce(p.currency, s.currency) as currency, r.reason, r.settled_at
  from refunds r
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  where r.state = 'failed'
    and not exists (select from refunds again where again.request_key = 'again:' || r.id)
    and r.amount_cents <= coalesce(p.amount_cents - p.refunded_cents, s.amount_cents - s.refunded_cents);

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
create index on disputes (payment_id) where payment_id is not null;
create index on disputes (stray_charge_id) where stray_charge_id is not null;
create index disputes_by_time on disputes (opened_at);

-- Events of the card processor. The id is written in the transaction of the event's effect, so that each acts once.
create table processor_events (
  id text primary key check (char_length(id) between 1 and 255),
  type text not null check (char_length(type) <= 100),
  received_at timestamptz not null default club_now()
);

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
  created_at timestamptz not null default club_now(),
  card_brand text check (char_length(card_brand) <= 30),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  constraint id_bounded check (char_length(id) between 1 and 255),
  constraint client_secret_bounded check (char_length(client_secret) between 1 and 500),
  constraint booking_id_bounded check (char_length(booking_id) between 1 and 255),
  constraint decline_code_bounded check (char_length(decline_code) <= 100),
  constraint decline_message_bounded check (char_length(decline_message) <= 500),
  constraint charge_id_bounded check (char_length(charge_id) <= 255),
  constraint idempotency_key_bounded check (char_length(idempotency_key) between 1 and 255)
);

create table sandbox_refunds (
  id text primary key,
  intent_id text not null references sandbox_intents (id),
  amount_cents integer not null check (amount_cents > 0),
  refund_id text not null,
  idempotency_key text not null unique,
  created_at timestamptz not null default club_now(),
  constraint id_bounded check (char_length(id) between 1 and 255),
  constraint intent_id_bounded check (char_length(intent_id) between 1 and 255),
  constraint refund_id_bounded check (char_length(refund_id) between 1 and 255),
  constraint idempotency_key_bounded check (char_length(idempotency_key) between 1 and 255)
);
create index sandbox_refunds_of_intent on sandbox_refunds (intent_id);

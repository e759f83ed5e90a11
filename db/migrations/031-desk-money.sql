-- The desk takes money too: cash, transfers and the cards of its terminal, with a discount down to a month for nothing.

alter table club
  -- whether members may say that they come and pay there
  add column pays_at_desk boolean not null default false;

alter table bookings
  add column discount_cents integer not null default 0 check (discount_cents >= 0),
  add column discount_reason text check (char_length(discount_reason) between 1 and 200),
  -- its buyer said that they pay at the desk, which gives them longer
  add column for_desk boolean not null default false,
  add constraint discount_has_reason check ((discount_cents > 0) = (discount_reason is not null)),
  -- a month for nothing is one that is discounted by all of it
  drop constraint bookings_amount_cents_check,
  add constraint bookings_amount_cents_check check (amount_cents >= 0),
  drop constraint hold_is_short,
  add constraint hold_is_short check (hold_expires_at <= created_at + case when for_desk then interval '48 hours' else interval '60 minutes' end);
create unique index one_desk_hold on bookings (buyer_id) where for_desk and state in ('held', 'paying');

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
    if (new.slot_id, new.buyer_id, new.slot_price_cents, new.currency)
      is distinct from (old.slot_id, old.buyer_id, old.slot_price_cents, old.currency) then
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

alter table payments
  add column method text not null default 'card' check (method in ('card', 'cash', 'transfer', 'terminal')),
  add column taken_by uuid references members (user_id),
  -- the number on the slip of the terminal
  add column slip text check (char_length(slip) between 1 and 60),
  -- the day on which the bank had the transfer
  add column banked_on date,
  alter column intent_id drop not null,
  add constraint card_has_intent check ((method = 'card') = (intent_id is not null)),
  add constraint desk_has_taker check ((method = 'card') = (taken_by is null)),
  add constraint terminal_has_slip check ((method = 'terminal') = (slip is not null)),
  add constraint transfer_has_day check ((method = 'transfer') = (banked_on is not null));
create index on payments (taken_by) where taken_by is not null;
create index payments_of_desk on payments (received_at) where method <> 'card';

drop trigger intent_received on payments;
create trigger intent_received after insert or update of intent_id on payments
  for each row when (new.intent_id is not null) execute function note_received_intent();

-- What was paid at the desk goes back there: due until somebody says how they handed it back.
alter table refunds
  add column handed_back text check (handed_back in ('cash', 'transfer', 'terminal')),
  add column handed_back_by uuid references members (user_id),
  add constraint handed_back_by_somebody check ((handed_back is null) = (handed_back_by is null)),
  add constraint handed_back_is_done check (handed_back is null or (state = 'succeeded' and processor_refund_id is null));
create index on refunds (handed_back_by) where handed_back_by is not null;
create index refunds_handed_back on refunds (settled_at) where handed_back is not null;

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
  select 'payout', o.id, null, o.trainer_id, -o.amount_cents, o.currency, o.created_at, o.note, null
  from payouts o
  union all
  select 'dispute', coalesce(p.id, s.id), coalesce(p.booking_id, s.booking_id), null, 0, d.currency, d.opened_at, d.reason, 'card'
  from disputes d
    left join payments p on p.id = d.payment_id
    left join stray_charges s on s.id = d.stray_charge_id;

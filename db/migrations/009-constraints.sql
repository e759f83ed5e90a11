-- What until now only the code kept true.

-- A booking begins at the price of its slot. The share lock is that of holding a slot: no change slips between.
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

-- One intent is one charge: a booking's payment or a stray one, never both.
create table received_intents (
  intent_id text constraint one_intent_one_charge primary key check (char_length(intent_id) between 1 and 255)
);
insert into received_intents select intent_id from payments union all select intent_id from stray_charges;

create function note_received_intent() returns trigger language plpgsql as $$
begin
  insert into received_intents values (new.intent_id);
  return new;
end $$;
create trigger intent_received after insert or update of intent_id on payments
  for each row execute function note_received_intent();
create trigger intent_received after insert or update of intent_id on stray_charges
  for each row execute function note_received_intent();

-- Refunds that did not fail are at most what their charge has reserved for them, which is at most the charge.
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

-- Refunds that the processor refused, that nobody asked for again and whose money is still there to go back.
create view failed_refunds as
  select r.id, r.payment_id, r.stray_charge_id, coalesce(p.booking_id, s.booking_id) as booking_id,
    r.amount_cents, coalesce(p.currency, s.currency) as currency, r.reason, r.settled_at
  from refunds r
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  where r.state = 'failed'
    and not exists (select from refunds again where again.request_key = 'again:' || r.id)
    and r.amount_cents <= coalesce(p.amount_cents - p.refunded_cents, s.amount_cents - s.refunded_cents);

-- The sign-in library's columns. A browser may call itself whatever it likes, so its name is cut, not refused.
create function cut_user_agent() returns trigger language plpgsql as $$
begin
  new.user_agent := left(new.user_agent, 500);
  return new;
end $$;
create trigger user_agent_cut before insert or update of user_agent on sessions
  for each row execute function cut_user_agent();
update sessions set user_agent = left(user_agent, 500) where char_length(user_agent) > 500;
alter table sessions
  add constraint token_bounded check (char_length(token) between 1 and 255),
  add constraint ip_address_bounded check (char_length(ip_address) <= 100),
  add constraint user_agent_bounded check (char_length(user_agent) <= 500);
alter table accounts
  add constraint account_id_bounded check (char_length(account_id) between 1 and 255),
  add constraint provider_id_bounded check (char_length(provider_id) between 1 and 60),
  add constraint access_token_bounded check (char_length(access_token) <= 10000),
  add constraint refresh_token_bounded check (char_length(refresh_token) <= 10000),
  add constraint id_token_bounded check (char_length(id_token) <= 10000),
  add constraint scope_bounded check (char_length(scope) <= 1000),
  add constraint password_bounded check (char_length(password) <= 500);
alter table verifications
  add constraint identifier_bounded check (char_length(identifier) between 1 and 500),
  add constraint value_bounded check (char_length(value) <= 10000);

-- And those of the demo club's card processor.
alter table sandbox_intents
  add constraint id_bounded check (char_length(id) between 1 and 255),
  add constraint client_secret_bounded check (char_length(client_secret) between 1 and 500),
  add constraint booking_id_bounded check (char_length(booking_id) between 1 and 255),
  add constraint decline_code_bounded check (char_length(decline_code) <= 100),
  add constraint decline_message_bounded check (char_length(decline_message) <= 500),
  add constraint charge_id_bounded check (char_length(charge_id) <= 255),
  add constraint idempotency_key_bounded check (char_length(idempotency_key) between 1 and 255);
alter table sandbox_refunds
  add constraint id_bounded check (char_length(id) between 1 and 255),
  add constraint intent_id_bounded check (char_length(intent_id) between 1 and 255),
  add constraint refund_id_bounded check (char_length(refund_id) between 1 and 255),
  add constraint idempotency_key_bounded check (char_length(idempotency_key) between 1 and 255);

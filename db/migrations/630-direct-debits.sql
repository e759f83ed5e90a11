-- SEPA direct debit: an account at a bank is stored like a card, with the mandate that its owner accepted. Its brand is
-- 'sepa_debit', and its number stays with the processor.
alter table club add column sepa_creditor_id text
  constraint creditor_id_shape check (sepa_creditor_id ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$');

alter table stored_cards
  add column mandate_ref text check (char_length(mandate_ref) between 1 and 255),
  -- The creditor identifier that stood in the mandate.
  add column creditor_id text check (char_length(creditor_id) between 1 and 35),
  alter column expires_on drop not null,
  drop constraint stored_cards_last4_check,
  add constraint stored_cards_last4_check check (last4 ~ '^[0-9A-Z]{4}$'),
  add constraint debit_has_mandate check (num_nonnulls(mandate_ref, creditor_id) = case brand when 'sepa_debit' then 2 else 0 end),
  add constraint card_expires check ((expires_on is null) = (brand = 'sepa_debit'));

alter table payments drop constraint card_last4_digits,
  add constraint card_last4_digits check (card_last4 ~ '^[0-9A-Z]{4}$');

alter table consents drop constraint consents_kind_check,
  add constraint consents_kind_check check (kind in ('terms', 'begin at once', 'renewal', 'stored card', 'mandate'));

-- When the bank was asked for a debit; null again once it has refused.
alter table payment_attempts add column processing_since timestamptz;

-- A period whose debit is on its way gives its classes.
create or replace function gives_classes(o orders) returns boolean language sql stable as $$
  select o.state = 'paid' or o.period > 1 and o.state in ('held', 'paying') and (o.begins_at > club_now()
    or exists (select from payment_attempts a where a.booking_id = o.id and a.state = 'open' and a.processing_since is not null))
$$;

-- Accounts of the demo club's processor. `debit` is what its bank does with a debit, days after `debited_at`.
alter table sandbox_methods
  add column mandate_ref text check (char_length(mandate_ref) between 1 and 255),
  add column debit text check (debit in ('pays', 'pays soon', 'fails', 'taken back')),
  alter column expires_on drop not null,
  drop constraint sandbox_methods_last4_check,
  add constraint sandbox_methods_last4_check check (last4 ~ '^[0-9A-Z]{4}$');
alter table sandbox_intents
  add column debit text check (debit in ('pays', 'pays soon', 'fails', 'taken back')),
  add column debited_at timestamptz,
  drop constraint sandbox_intents_card_last4_check,
  add constraint sandbox_intents_card_last4_check check (card_last4 ~ '^[0-9A-Z]{4}$');

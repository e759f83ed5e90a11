-- By what its buyer knows the card of a payment again, as the card processor tells it: never more of the number.
alter table payments
  add column card_brand text constraint card_brand_length check (char_length(card_brand) between 1 and 30),
  add column card_last4 text constraint card_last4_digits check (card_last4 ~ '^[0-9]{4}$'),
  add constraint card_is_named check ((card_brand is null) = (card_last4 is null));

alter table sandbox_intents
  add column card_brand text check (char_length(card_brand) <= 30),
  add column card_last4 text check (card_last4 ~ '^[0-9]{4}$');

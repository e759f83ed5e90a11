-- The bounds of a price differ by currency: `format/currencies.ts` has them. The columns bound what any currency takes.
alter table slots drop constraint slots_price_cents_check,
  add constraint slots_price_cents_check check (price_cents between 1 and 90000000);
alter table bookings drop constraint bookings_slot_price_cents_check,
  add constraint bookings_slot_price_cents_check check (slot_price_cents between 1 and 90000000);

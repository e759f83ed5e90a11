-- A corrected invoice: a credit note cancels the first one, and a new invoice names the buyer rightly. Both keep amount,
-- tax and sale, so the sums of the books stay.

alter table invoices
  add column corrects uuid references invoices (id),
  add constraint corrections_are_of_a_payment check (corrects is null or refund_id is null);
drop index one_invoice_a_payment;
create unique index one_invoice_a_payment on invoices (payment_id) where refund_id is null and corrects is null;
create unique index one_correction_an_invoice on invoices (corrects, (amount_cents > 0));

-- Writes the credit note and the new invoice. The caller's transaction ends soon: the lock of the series is held until then.
create function correct_invoice(corrected uuid, right_name text, right_address text) returns void language plpgsql as $$
declare
  this_year integer := extract(year from club_now() at time zone club_zone());
  last_ordinal integer;
begin
  perform pg_advisory_xact_lock(hashtext('invoices'));
  select coalesce(max(ordinal), 0) into last_ordinal from invoices where year = this_year;
  insert into invoices
  select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'corrects', i.id, 'given_at', club_now(),
    'year', this_year, 'ordinal', last_ordinal + step,
    'number', invoice_number(c.invoice_prefix, this_year, last_ordinal + step))
    || case step when 1 then jsonb_build_object('amount_cents', -i.amount_cents, 'tax_cents', -i.tax_cents)
      else jsonb_build_object('buyer_name', right_name, 'buyer_address', right_address) end)).*
  from invoices i, club c, generate_series(1, 2) step
  where i.id = corrected and i.refund_id is null and i.amount_cents > 0
  order by step;
end $$;

-- The series of a trainer's statements: with the month it makes a number that is given once.
alter table trainers add column statement_series integer generated always as identity;
create unique index one_trainer_a_statement_series on trainers (statement_series);

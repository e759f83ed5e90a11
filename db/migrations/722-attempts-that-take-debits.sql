-- Whether the intent of an attempt can be paid by a direct debit. It is fixed when the intent is created.
alter table payment_attempts add column takes_debit boolean not null default false;
update payment_attempts set takes_debit = true
where state in ('creating', 'open') and customer_ref is not null and exists (
  select from orders join consents on consents.member_id = orders.buyer_id and consents.kind = 'mandate' where orders.id = booking_id);

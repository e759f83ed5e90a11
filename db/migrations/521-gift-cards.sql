-- Gift cards: an offer whose order, once paid, has a code that is worth its price.

-- Days of use, or null for a gift card without an end.
alter table offers drop constraint offer_has_terms, add constraint offer_has_terms check (case kind
  when 'membership' then num_nonnulls(period_months, min_months, notice_days) = 3 and valid_days is null
  when 'gift_card' then num_nonnulls(period_months, min_months, notice_days, classes) = 0
  else num_nonnulls(period_months, min_months, notice_days) = 0 and num_nonnulls(valid_days, classes) = 2 end);

-- It gives money, not classes.
drop trigger order_gives_classes on orders;
create trigger order_gives_classes after update of state on orders for each row
  when (new.kind <> 'gift_card' and new.until_at is not null and new.state <> old.state
    and ('paid' in (new.state, old.state) or new.state in ('expired', 'cancelled', 'refund_due')))
  execute function give_order_classes();

-- What goes back of a gift card's price, or is disputed, can no longer be spent.
create function withhold_gift_card() returns trigger language plpgsql as $$
begin
  update vouchers set withheld_cents = least(value_cents, new.refunded_cents + new.disputed_cents) where order_id = new.booking_id;
  return null;
end $$;
create trigger gift_card_withheld after update of refunded_cents, disputed_cents on payments
  for each row execute function withhold_gift_card();

-- What was spent of a gift card cannot go back as money.
create or replace function refundable_cents(payment payments) returns integer language sql stable as $$
  select case
    when exists (select from disputes d where d.payment_id = payment.id and dispute_blocks_refund(d.status)) then 0
    else least(payment.amount_cents - payment.refunded_cents
      - coalesce((select sum(f.amount_cents) from failed_refunds f where f.payment_id = payment.id), 0)::integer
      - coalesce((select sum(r.amount_cents) from refunds r join refund_settlements t on t.refund_id = r.id
        where r.payment_id = payment.id and t.how = 'bank'), 0)::integer,
      (select greatest(0, value_cents - spent_cents - withheld_cents) from vouchers where order_id = payment.booking_id))
  end
$$;

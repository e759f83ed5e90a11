-- What of a payment can be refunded now, in cents: nothing while a dispute is open or lost. A failed refund is tried again or
-- settled in another way instead, and money that a bank has taken by itself does not go back twice.
create function refundable_cents(payment payments) returns integer language sql stable as $$
  select case
    when exists (select from disputes d where d.payment_id = payment.id and dispute_blocks_refund(d.status)) then 0
    else payment.amount_cents - payment.refunded_cents
      - coalesce((select sum(f.amount_cents) from failed_refunds f where f.payment_id = payment.id), 0)::integer
      - coalesce((select sum(r.amount_cents) from refunds r join refund_settlements t on t.refund_id = r.id
        where r.payment_id = payment.id and t.how = 'bank'), 0)::integer
  end
$$;

-- Refunds of card payments that need a decision of the office: failed ones, and those that the processor has left under way
-- for three days.
create view stuck_refunds as
  select f.id, 'failed' as state, f.booking_id, f.amount_cents, f.currency, f.reason, f.settled_at as since from failed_refunds f
  union all
  select r.id, 'pending', coalesce(p.booking_id, s.booking_id), r.amount_cents, coalesce(p.currency, s.currency), r.reason, r.created_at
  from refunds r
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  where r.state = 'pending' and coalesce(p.method, 'card') = 'card' and r.created_at < club_now() - interval '3 days';

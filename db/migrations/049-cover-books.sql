-- Cover payments in the books.

-- The same as before, and two lines for each cover payment, whose sum is 0.
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
  select 'refund', r.id, coalesce(p.booking_id, s.booking_id), null, -b.amount_cents,
    coalesce(p.currency, s.currency), b.settled_at, r.reason, coalesce(r.handed_back, 'card')
  from bounced_refunds b join refunds r on r.id = b.refund_id
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  union all
  select 'refund', r.id, coalesce(p.booking_id, s.booking_id), null, b.amount_cents,
    coalesce(p.currency, s.currency), b.bounced_at, r.reason, coalesce(r.handed_back, 'card')
  from bounced_refunds b join refunds r on r.id = b.refund_id
    left join payments p on p.id = r.payment_id
    left join stray_charges s on s.id = r.stray_charge_id
  union all
  select 'payout', o.id, null, o.trainer_id, -o.amount_cents, o.currency, o.created_at, o.note, null
  from payouts o
  union all
  select 'dispute', m.id, coalesce(p.booking_id, s.booking_id), null, m.moved_cents, coalesce(p.currency, s.currency),
    m.entered_at, d.reason, 'card'
  from processor_movements m join disputes d on d.id = m.dispute_id
    left join payments p on p.id = m.payment_id
    left join stray_charges s on s.id = m.stray_charge_id
  where m.moved_cents <> 0
  union all
  select 'fee', m.cost_id, coalesce(p.booking_id, s.booking_id), null, -m.cost_cents, c.currency, m.entered_at, m.kind, 'card'
  from processor_movements m cross join club c
    left join payments p on p.id = m.payment_id
    left join stray_charges s on s.id = m.stray_charge_id
  where m.cost_cents <> 0
  union all
  select 'cover', c.lesson_id, c.booking_id, c.from_trainer_id, -c.amount_cents, c.currency, c.created_at, '', null
  from cover_payments c
  union all
  select 'cover', c.lesson_id, c.booking_id, c.to_trainer_id, c.amount_cents, c.currency, c.created_at, '', null
  from cover_payments c;

create or replace view trainer_books as
  select s.trainer_id, 'sale' as kind, p.id as entry_id, p.booking_id, p.received_at as entered_at, p.share_percent,
    p.amount_cents as cents, (p.amount_cents::bigint * p.share_percent / 100)::integer as part_cents, ''::text as note
  from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
  union all
  select trainer_id, kind, entry_id, booking_id, entered_at, share_percent, -returned_cents,
    (kept_cents(amount_cents, back_cents) * share_percent / 100
      - kept_cents(amount_cents, back_cents - returned_cents) * share_percent / 100)::integer, note
  from (
    select s.trainer_id, r.kind, r.entry_id, p.booking_id, r.entered_at, p.share_percent, r.note, r.cents as returned_cents,
      p.amount_cents, sum(r.cents) over (partition by s.trainer_id, p.id order by r.entered_at, r.entry_id, r.cents desc
        rows unbounded preceding) as back_cents
    from (
      select 'refund' as kind, refund_id as entry_id, payment_id, cents, entered_at, reason as note from refund_lines
      union all
      select 'dispute', m.id, m.payment_id, -m.moved_cents, m.entered_at, d.reason
      from processor_movements m join disputes d on d.id = m.dispute_id where m.moved_cents <> 0) r
      join payments p on p.id = r.payment_id
      join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id) back
  union all
  select trainer_id, 'payout', id, null, created_at, null, -amount_cents, -amount_cents, note from payouts
  union all
  select from_trainer_id, 'cover', lesson_id, booking_id, created_at, null, -amount_cents, -amount_cents, '' from cover_payments
  union all
  select to_trainer_id, 'cover', lesson_id, booking_id, created_at, null, amount_cents, amount_cents, '' from cover_payments;

-- Sums.
alter table ledger_days drop constraint ledger_days_kind_check,
  add constraint ledger_days_kind_check check (kind in ('payment', 'refund', 'payout', 'dispute', 'fee', 'cover'));
create constraint trigger from_in_ledger_days after insert on cover_payments
  deferrable initially deferred for each row execute function sum_ledger('cover', 'created_at', '-1');
create constraint trigger to_in_ledger_days after insert on cover_payments
  deferrable initially deferred for each row execute function sum_ledger('cover', 'created_at', '1');

create function sum_cover() returns trigger language plpgsql as $$
begin
  perform lock_books();
  insert into trainer_sums as sums (trainer_id, sold_cents, part_cents, paid_out_cents)
  values (new.from_trainer_id, 0, -new.amount_cents, 0), (new.to_trainer_id, 0, new.amount_cents, 0)
  on conflict (trainer_id) do update set part_cents = sums.part_cents + excluded.part_cents;
  return null;
end $$;
create constraint trigger in_trainer_sums after insert on cover_payments
  deferrable initially deferred for each row execute function sum_cover();

create or replace function sum_again() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table post_days, ledger_days, trainer_sums in exclusive mode;
  delete from post_days;
  insert into post_days select (created_at at time zone 'UTC')::date, count(*) from posts group by 1;
  delete from ledger_days;
  insert into ledger_days
  select (l.entered_at at time zone club_zone())::date, l.kind, b.plan, sum(l.cents), count(*)
  from ledger l left join bookings b on b.id = l.booking_id group by 1, 2, 3;
  delete from trainer_sums;
  insert into trainer_sums
  select trainer_id, sum(sold), coalesce(sum(part), 0), sum(paid_out)
  from (
    select s.trainer_id, kept_cents(p.amount_cents, p.refunded_cents + p.disputed_cents) as sold,
      kept_cents(p.amount_cents, p.refunded_cents + p.disputed_cents) * p.share_percent / 100 as part, 0 as paid_out
    from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
    union all
    select trainer_id, 0, cents, 0 from ledger where kind = 'cover'
    union all
    select trainer_id, 0, 0, amount_cents from payouts) movements
  group by 1;
end $$;
create trigger summed_again after truncate on cover_payments execute function sum_all_again();

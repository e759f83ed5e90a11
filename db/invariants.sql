-- The invariants of the club's data, in one query. Each row of the result names a violated invariant and the id of
-- the row concerned. `psql "$DATABASE_URL" -f db/invariants.sql` returns no rows for a healthy club.
with received as (
  select id, 'payment' as kind, booking_id, intent_id, amount_cents, currency, refunded_cents, handed_back_cents from payments
  union all
  select id, 'stray', booking_id, intent_id, amount_cents, currency, refunded_cents, handed_back_cents from stray_charges
),
back as (
  select coalesce(payment_id, stray_charge_id) as charge_id,
    coalesce(sum(amount_cents) filter (where state <> 'failed'), 0) as reserved_cents,
    coalesce(sum(amount_cents) filter (where state = 'succeeded'), 0) as succeeded_cents,
    bool_or(state <> 'succeeded') as unfinished
  from refunds group by 1
)
select 'one live booking a slot' as invariant, slot_id::text as detail
from bookings where is_live(state) group by slot_id, period having count(*) > 1
union all
select 'a month that comes next follows one that has the hour now', b.id::text
from bookings b left join bookings before on before.id = b.follows_id
where b.period = 'upcoming' and is_live(b.state)
  and not coalesce(before.state = 'paid' and before.period = 'current' and before.slot_id = b.slot_id and b.begins_at = before.paid_until, false)
union all
select 'the month after is bought by who has the hour, unless they do not keep it', b.id::text
from bookings b join bookings before on before.id = b.follows_id
where b.period = 'upcoming' and is_live(b.state)
  and (before.renewal = 'closed' or b.buyer_id <> before.buyer_id and before.renewal <> 'declined')
union all
select 'the months of an hour do not overlap', b.id::text
from bookings b join bookings other on other.slot_id = b.slot_id and other.id < b.id
where b.state in ('paid', 'ended') and other.state in ('paid', 'ended')
  and tstzrange(greatest(b.begins_at, b.moved_at), b.paid_until) && tstzrange(greatest(other.begins_at, other.moved_at), other.paid_until)
union all
select 'a person holds at most three slots', buyer_id::text
from bookings where state in ('held', 'paying') group by buyer_id having count(*) > 3
union all
select 'nobody books their own hour', b.id::text
from bookings b join slots s on s.id = b.slot_id join trainers t on t.id = s.trainer_id where t.user_id = b.buyer_id
union all
select 'a hold has an end within the hour', id::text
from bookings
where (state in ('held', 'paying')) <> (hold_expires_at is not null)
  or hold_expires_at > created_at + case when for_desk then interval '48 hours' else interval '60 minutes' end
union all
select 'a person holds at most one slot for the desk', buyer_id::text
from bookings where for_desk and state in ('held', 'paying') group by buyer_id having count(*) > 1
union all
select 'the price is the slot''s and the plan''s, less the discount', b.id::text
from bookings b
where b.amount_cents is distinct from b.slot_price_cents + b.surcharge_cents - b.discount_cents
union all
select 'a live booking keeps the price of its slot', b.id::text
from bookings b join slots s on s.id = b.slot_id
where b.state in ('held', 'paying') and b.slot_price_cents <> s.price_cents
union all
select 'paid and ended bookings have dates, and a payment unless they cost nothing', b.id::text
from bookings b left join payments p on p.booking_id = b.id
where b.state in ('paid', 'ended') and ((p.id is null) <> (b.amount_cents = 0) or b.paid_at is null or b.paid_until is null)
union all
select 'a paid order has a payment unless it cost nothing', o.id::text
from orders o left join payments p on p.booking_id = o.id
where o.state in ('paid', 'ended') and (p.id is null) <> (o.amount_cents = 0)
union all
select 'an order that is open or given up has no payment', o.id::text
from orders o join payments p on p.booking_id = o.id where o.state in ('held', 'paying', 'expired', 'cancelled')
union all
select 'what is to be refunded was paid and is on its way', b.id::text
from orders b left join payments p on p.booking_id = b.id left join back k on k.charge_id = p.id
where b.state = 'refund_due' and (p.id is null or k.charge_id is null or not k.unfinished)
union all
select 'a refunded order got everything back, or is to get it again', b.id::text
from orders b left join payments p on p.booking_id = b.id left join back k on k.charge_id = p.id
where b.state = 'refunded' and (p.id is null and b.amount_cents > 0 or p.id is not null and k.succeeded_cents is distinct from p.amount_cents::bigint and k.unfinished is not true)
union all
select 'an order whose whole payment is back is not paid', b.id::text
from orders b join payments p on p.booking_id = b.id join back k on k.charge_id = p.id
where b.state in ('paid', 'refund_due') and k.succeeded_cents >= p.amount_cents
union all
select 'a payment is what its order costs', p.id::text
from payments p join orders o on o.id = p.booking_id
where (p.amount_cents, p.currency) is distinct from (o.amount_cents, o.currency)
union all
select 'a booking is its order: buyer, state and amount', coalesce(b.id, o.id)::text
from bookings b full join (select * from orders where kind = 'hour') o using (id)
where (b.buyer_id, b.state, b.amount_cents, b.currency, b.discount_cents, b.attempt, b.hold_expires_at, b.paid_at)
  is distinct from (o.buyer_id, o.state, o.amount_cents, o.currency, o.discount_cents, o.attempt, o.hold_expires_at, o.paid_at)
union all
select 'one intent is one charge', intent_id from received where intent_id is not null group by intent_id having count(*) > 1
union all
select 'every charge belongs to an attempt that succeeded', r.intent_id
from received r
where r.intent_id is not null and exists (select from payment_attempts a where a.booking_id = r.booking_id)
  and not exists (select from payment_attempts a where a.intent_id = r.intent_id and a.state = 'succeeded')
union all
select 'every attempt that succeeded is a charge', a.intent_id
from payment_attempts a
where a.state = 'succeeded' and not exists (select from received r where r.intent_id = a.intent_id)
union all
select 'one attempt under way a booking', booking_id::text
from payment_attempts where state in ('creating', 'open') group by booking_id having count(*) > 1
union all
select 'an attempt under way is its order''s last and costs the same', a.booking_id::text
from payment_attempts a join orders b on b.id = a.booking_id
where a.state in ('creating', 'open')
  and (b.state <> 'paying' or a.attempt <> b.attempt or (a.amount_cents, a.currency) is distinct from (b.amount_cents, b.currency))
union all
select 'an order that is being paid has an attempt under way', b.id::text
from orders b
where b.state = 'paying'
  and not exists (select from payment_attempts a where a.booking_id = b.id and a.state in ('creating', 'open'))
union all
select 'what is reserved for refunds is what was asked for', r.id::text
from received r left join back k on k.charge_id = r.id where r.refunded_cents <> coalesce(k.reserved_cents, 0)
union all
select 'refunds are within what was received', r.id::text
from received r where r.refunded_cents - r.handed_back_cents not between 0 and r.amount_cents or r.handed_back_cents < 0
union all
select 'a stray charge is refunded in full', r.id::text
from received r
where r.kind = 'stray' and not exists (select from refunds f where f.stray_charge_id = r.id and f.amount_cents = r.amount_cents)
union all
select 'what the desk took is handed back there, and what a card paid only after its refund failed', r.id::text
from refunds r left join payments p on p.id = r.payment_id
where r.state = 'succeeded' and (r.handed_back is not null) <> (coalesce(p.method, 'card') <> 'card'
    or exists (select from refund_settlements t where r.request_key = 'again:' || t.refund_id and t.how = r.handed_back))
  or r.state = 'failed' and p.method <> 'card'
union all
select 'what was handed back of a card payment is counted', r.id::text
from received r
where r.intent_id is not null and r.handed_back_cents <> (select coalesce(sum(f.amount_cents), 0) from refunds f
  where coalesce(f.payment_id, f.stray_charge_id) = r.id and f.handed_back is not null)
union all
select 'a refund that was settled in another way failed, and leaves its booking finished', t.refund_id::text
from refund_settlements t join refunds f on f.id = t.refund_id
  left join payments p on p.id = f.payment_id left join orders b on b.id = p.booking_id
where b.state = 'refund_due' and not exists (select from refunds o where o.payment_id = p.id and o.state = 'pending')
  and not exists (select from failed_refunds o where o.payment_id = p.id)
union all
select 'the disputed money of a payment is what was withdrawn and not reinstated', p.id::text
from payments p
where p.disputed_cents <> -(select coalesce(sum(m.moved_cents), 0) from processor_movements m where m.payment_id = p.id)
union all
select 'a movement of a dispute belongs to its charge', m.id::text
from processor_movements m join disputes d on d.id = m.dispute_id
where (m.payment_id, m.stray_charge_id) is distinct from (d.payment_id, d.stray_charge_id)
union all
select 'payouts are within what was received for the trainer', o.trainer_id::text
from (select trainer_id, sum(amount_cents) as cents from payouts group by trainer_id) o
where o.cents > coalesce((
  select sum(p.amount_cents) from payments p
    join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
  where s.trainer_id = o.trainer_id), 0)
  + coalesce((select sum(c.amount_cents) from cover_payments c where c.to_trainer_id = o.trainer_id), 0)
union all
select 'every sale keeps its trainer''s share', id::text from payments where share_percent is null
union all
select 'a trainer''s part is that of what was received less what went back', p.id::text
from payments p left join back k on k.charge_id = p.id
where kept_cents(p.amount_cents, coalesce(k.succeeded_cents, 0) + p.disputed_cents) * p.share_percent / 100
  <> (select sum(t.part_cents) from trainer_books t where t.booking_id = p.booking_id)
union all
select 'the ledger is what was received, refunded, disputed, charged as a fee and paid out', 'the sums differ'
where (select coalesce(sum(cents), 0) from ledger) <>
  (select coalesce(sum(amount_cents), 0) from received)
  - (select coalesce(sum(amount_cents), 0) from refunds where state = 'succeeded')
  + (select coalesce(sum(moved_cents - cost_cents), 0) from processor_movements)
  - (select coalesce(sum(amount_cents), 0) from payouts)
union all
select 'what covers take from one trainer another one gets', coalesce(entry_id::text, 'the books of trainers')
from (
  select entry_id, cents from ledger where kind = 'cover'
  union all
  select null, part_cents from trainer_books where kind = 'cover') lines
group by entry_id having sum(cents) <> 0
union all
select 'a lesson pays its cover once', lesson_id::text from cover_payments group by lesson_id having count(*) > 1
union all
select 'the covers of a month are within its trainer''s share', c.booking_id::text
from (select booking_id, sum(amount_cents) as cents from cover_payments group by booking_id) c
  left join payments p on p.booking_id = c.booking_id
where c.cents > coalesce(p.amount_cents::bigint * p.share_percent / 100, 0)
union all
select 'a cover is paid to who gave the lesson, by the trainer of its month', c.lesson_id::text
from cover_payments c join lessons l on l.id = c.lesson_id join bookings b on b.id = l.booking_id join slots s on s.id = b.slot_id
where (l.state, l.booking_id, l.trainer_id, s.trainer_id) is distinct from ('planned', c.booking_id, c.to_trainer_id, c.from_trainer_id)
union all
select 'a cash day is its opening float and the cash of its period', c.day::text
from cash_days c
where expected_cents <> opening_cents + (
    select coalesce(sum(cents), 0) from desk_movements m
    where m.method = 'cash' and m.moved_at >= c.begins_at and m.moved_at < c.ends_at)
union all
select 'a cash day opens with what stayed in the drawer', day::text
from (select *, lag(kept_cents) over days as kept_before, lag(ends_at) over days as ended_before
  from cash_days window days as (order by ends_at)) c
where kept_before is not null and (kept_before <> opening_cents or ended_before <> begins_at)
union all
select 'corrections at the desk move money, and make none', entry_id::text
from desk_movements where kind = 'correction' group by entry_id having sum(cents) <> 0
union all
select 'a payout is taken back whole', r.id::text
from payouts r join payouts o on o.id = r.reverses_id where r.amount_cents + o.amount_cents <> 0 or r.trainer_id <> o.trainer_id
union all
select 'all prices and all money are in the club''s currency', currency
from (select currency from slots union select currency from payments union select currency from payouts) c
where currency <> (select currency from club)
union all
select 'the posts of each day are counted', day::text
from (select (created_at at time zone 'UTC')::date as day, count(*) as posts from posts group by 1) n
  full join (select * from post_days where posts <> 0) d using (day)
where n.posts is distinct from d.posts
union all
select 'the subscribers of each day are counted', day::text
from (
  select day, people, confirmed from subscriber_days
  union all
  select (created_at at time zone 'UTC')::date, -1, -num_nonnulls(confirmed_at) from subscribers) both_ways
group by day having sum(people) <> 0 or sum(confirmed) <> 0
union all
select 'each month has the posts and subscribers of its days', list || ' ' || month
from (
  select 'posts' as list, month, posts as many from post_months
  union all
  select 'posts', month_of(day), -posts from post_days
  union all
  select 'subscribers', month, people from subscriber_months
  union all
  select 'subscribers', month_of(day), -people from subscriber_days) both_ways
group by list, month having sum(many) <> 0
union all
select 'what became of the letters to many is counted', newsletter_id::text
from (
  select newsletter_id, letters, handed_over, failed from newsletter_sums where not is_final
  union all
  select newsletter_id, -1, -num_nonnulls(handed_over_at), -num_nonnulls(failed_at) from letters
  where newsletter_id is not null and newsletter_id not in (select newsletter_id from newsletter_sums where is_final)) both_ways
group by newsletter_id having sum(letters) <> 0 or sum(handed_over) <> 0 or sum(failed) <> 0
union all
select 'what a day has of each kind and plan is what the ledger says', concat_ws(' ', day, kind, plan)
from (
  select day, kind, plan, cents, entries from ledger_days
  union all
  select (l.entered_at at time zone club_zone())::date, l.kind, b.plan, -l.cents, -1 from ledger l left join bookings b on b.id = l.booking_id) both_ways
group by day, kind, plan having sum(cents) <> 0 or sum(entries) <> 0
union all
select 'what a trainer sold, earned and was paid is the sum of their sales and payouts', trainer_id::text
from (
  select trainer_id, sold_cents as sold, part_cents as part, paid_out_cents as paid_out from trainer_sums
  union all
  select s.trainer_id, -kept_cents(p.amount_cents, p.refunded_cents + p.disputed_cents),
    -(kept_cents(p.amount_cents, p.refunded_cents + p.disputed_cents) * p.share_percent / 100), 0
  from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
  union all
  select trainer_id, 0, -cents, 0 from ledger where kind = 'cover'
  union all
  select trainer_id, 0, 0, -amount_cents from payouts) both_ways
group by trainer_id having sum(sold) <> 0 or sum(part) <> 0 or sum(paid_out) <> 0
union all
select 'what each trainer offers and sold is counted', trainer_id::text
from (
  select trainer_id, offered, sold from trainer_slot_counts
  union all
  select null, -offered, -sold from slot_totals
  union all
  select case when altogether then null else s.trainer_id end, case when altogether then 1 else -1 end,
    (case when altogether then 1 else -1 end) * (exists (select from bookings b where b.slot_id = s.id and b.state = 'paid' and b.period = 'current'))::integer
  from slots s join trainers t on t.id = s.trainer_id, (values (true), (false)) as both_sums (altogether)
  where s.removed_at is null and t.retired_at is null) both_ways
group by trainer_id having sum(offered) <> 0 or sum(sold) <> 0
union all
select 'whoever has an hour is known, and when it ends', user_id::text
from (
  select buyer_id as user_id, m.created_at as joined_at, min(paid_until) as ends_at
  from bookings b join members m on m.user_id = buyer_id where b.state = 'paid' and not is_renewed(b)
  group by buyer_id, m.created_at) n
  full join active_members h using (user_id)
where (n.joined_at, n.ends_at) is distinct from (h.joined_at, h.ends_at)
union all
select 'invoices are numbered without a gap', year::text
from invoices group by year having count(*) <> max(ordinal)
union all
select 'every payment has its invoice', p.id::text
from payments p join orders o on o.id = p.booking_id
where case when o.repeats_id is null then p.amount_cents end is distinct from (select sum(i.amount_cents) from invoices i where i.payment_id = p.id and i.refund_id is null)
union all
select 'what went back of a payment is what its invoices say, with its tax', p.id::text
from payments p join orders o on o.id = p.booking_id left join back k on k.charge_id = p.id
  join lateral (select sum(amount_cents) as cents, sum(tax_cents) as tax, min(tax_percent) as rate, max(tax_percent) as other
    from invoices i where i.payment_id = p.id) told on true
where told.cents <> case when o.repeats_id is null then p.amount_cents else 0 end - coalesce(k.succeeded_cents, 0)
  or told.rate <> told.other or (told.cents = 0 and told.tax <> 0)
union all
select 'a correction cancels an invoice and replaces it with the same amount', i.number
from invoices i join invoices c on c.corrects = i.id
group by i.id having count(*) <> 2 or sum(c.amount_cents) <> 0 or sum(c.tax_cents) <> 0 or max(c.amount_cents) <> i.amount_cents
  or max(c.tax_percent) <> i.tax_percent or bool_or(c.payment_id <> i.payment_id)
union all
select 'the tax of an invoice is within its amount', number
from invoices where abs(tax_cents) > abs(amount_cents) or tax_cents::bigint * amount_cents < 0
union all
select 'the books tell as often as the invoices what went back, and what came back again', refund_id::text
from (
  select refund_id, -cents as cents, 1 as times from refund_lines where payment_id is not null
  union all
  select refund_id, amount_cents, -1 from invoices where refund_id is not null) both_ways
group by refund_id, cents having sum(times) <> 0
union all
select 'the club and the sandbox agree on what succeeded', i.id
from sandbox_intents i join payment_attempts a on a.intent_id = i.id
where a.state = 'succeeded' and i.status <> 'succeeded'
union all
select 'the club and the sandbox agree on refunds', f.id::text
from refunds f join received r on r.id = coalesce(f.payment_id, f.stray_charge_id)
  join sandbox_intents i on i.id = r.intent_id
where f.state = 'succeeded'
  and not exists (select from sandbox_refunds s where s.id = f.processor_refund_id and s.amount_cents = f.amount_cents)
union all
select 'trainers have the role and a record, and nobody else', m.user_id::text
from members m
where (m.role = 'trainer') <> exists (select from trainers t where t.user_id = m.user_id and t.retired_at is null)
union all
select 'applicants have the role and an open application, and nobody else', m.user_id::text
from members m
where (m.role = 'applied') <> exists (
  select from trainer_applications a where a.user_id = m.user_id and a.state = 'pending')
union all
select 'each date of a paid month is one lesson or make-up', m.booking_id::text || ' ' || dates.on_date
from months m join bookings b on b.id = m.booking_id join slots s on s.id = b.slot_id,
  dates_of_hour(s.trainer_id, m.weekdays, m.start_hour, m.dates_from, m.dates_until) dates
where (select count(*) from lessons l where l.booking_id = m.booking_id and l.on_date = dates.on_date)
  - (select count(*) from lessons l join make_ups u on u.spent_on = l.id where l.booking_id = m.booking_id and l.on_date = dates.on_date)
  + (select count(*) from make_ups u where u.booking_id = m.booking_id and u.from_date = dates.on_date and u.from_lesson_id is null
    and u.because <> 'granted') <> 1
union all
select distinct 'a month is sold with a date that can be given', m.booking_id::text
from months m
where not exists (select from lessons l where l.booking_id = m.booking_id
  and not exists (select from make_ups u where u.spent_on = l.id))
union all
select 'an hour with a first refusal is only with its former holder', b.id::text
from first_refusals f join bookings before on before.id = f.booking_id
  join bookings b on b.slot_id = f.slot_id and b.buyer_id <> before.buyer_id
where b.state in ('held', 'paying', 'paid') and (f.until is null or f.until > club_now())
union all
select 'a planned lesson has its buyer', l.id::text
from lessons l join bookings b on b.id = l.booking_id
  left join participants p on p.lesson_id = l.id and p.state = 'booked'
where (l.state = 'planned') <> (p.id is not null) or p.member_id <> b.buyer_id
union all
select 'a lesson that is ahead belongs to a paid month', l.id::text
from lessons l join bookings b on b.id = l.booking_id
where l.state = 'planned' and l.starts_at > club_now() and b.state <> 'paid'
  and not (b.state = 'ended' and exists (select from make_ups u where u.spent_on = l.id))
union all
select 'an hour that the club called off is owed, and one given back late is not', l.id::text
from lessons l join participants p on p.lesson_id = l.id left join make_ups u on u.from_lesson_id = l.id
where l.kind = 'hour' and (l.called_off_because in ('by the club', 'closed', 'trainer away', 'moved', 'no such hour', 'paused') and u.id is null or p.state = 'late' and u.id is not null)
union all
select 'nobody has a lesson while the club is closed', l.id::text
from lessons l where l.state = 'planned' and l.starts_at > club_now() and is_closed(l.on_date)
union all
select 'who is away gives no lesson, unless it waits for another trainer', l.id::text
from lessons l where l.state = 'planned' and l.starts_at > club_now() and l.cover_until is null
  and is_away(l.trainer_id, l.on_date, l.start_hour)
union all
select 'no trainer gives a lesson and takes another at the same time', t.user_id::text
from trainers t
  join participants p on p.member_id = t.user_id and p.state = 'booked'
  join lessons taken on taken.id = p.lesson_id and taken.state = 'planned'
  join lessons given on given.trainer_id = t.id and given.state = 'planned'
    and given.on_date = taken.on_date and given.span && taken.span
where taken.starts_at > club_now()
union all
select 'a member takes two lessons at the same time only if they accepted it', p.member_id::text
from participants p join lessons l on l.id = p.lesson_id join bookings b on b.id = l.booking_id
where p.state = 'booked' and l.state = 'planned' and l.starts_at > club_now()
group by p.member_id, l.on_date, l.start_hour
having count(*) > 1 + count(b.overlap_accepted_at)
union all
select 'a make-up that the member did not cause ends after the date it stands for', u.id::text
from make_ups u where u.because not in ('given back', 'moved') and u.until <= u.from_date
union all
select 'no make-up owed by the club expired while its member could choose no hour', u.id::text
from make_ups u join bookings b on b.id = u.booking_id
where u.spent_on is null and u.refund_id is null and is_owed_by_club(u.because) and b.state in ('paid', 'ended')
  and u.until < club_today() and (u.checked_on < u.until or not u.was_usable)
union all
select 'a make-up is used once, by its member and in its time', u.id::text
from make_ups u join lessons l on l.id = u.spent_on join participants p on p.lesson_id = l.id
where p.member_id <> u.member_id or l.booking_id <> u.booking_id or l.on_date > u.until
union all
select 'a lesson that is ahead starts when the clock on the wall says so', l.id::text
from lessons l
where l.state = 'planned' and l.starts_at > club_now()
  and l.starts_at is distinct from club_instant(l.on_date, make_time(l.start_hour, l.start_minute, 0))
union all
select 'what is promised of a lesson is over before it begins', l.id::text
from lessons l join participants p on p.lesson_id = l.id and p.state = 'booked'
where l.state = 'planned' and l.starts_at > club_now() and (p.free_until > l.starts_at or l.cover_until > l.starts_at)
union all
select 'a lesson is at the hour of its month and given by its trainer or in their stead, unless it is a make-up', l.id::text
from lessons l
  join bookings b on b.id = l.booking_id join slots s on s.id = b.slot_id
where not exists (select from make_ups u where u.spent_on = l.id)
  and exists (select from months m where m.booking_id = l.booking_id)
  and not exists (select from months m where m.booking_id = l.booking_id
    and to_char(l.on_date, 'FMDay') = any (m.weekdays) and coalesce(l.instead_of, l.trainer_id) = s.trainer_id
    -- a lesson that was called off keeps its former hour
    and (l.state = 'called_off' or l.start_hour = m.start_hour and l.on_date between (m.dates_from at time zone club_zone())::date
      and ((m.dates_until - interval '1 second') at time zone club_zone())::date))
union all
select 'a trainer gives one lesson at a time, and none to themselves', l.trainer_id::text
from lessons l join trainers t on t.id = l.trainer_id left join participants p on p.lesson_id = l.id and p.state = 'booked'
where l.kind = 'hour' and l.state = 'planned'
group by l.trainer_id, t.user_id, l.on_date, l.start_hour
having count(distinct l.id) > 1 or bool_or(p.member_id = t.user_id)
union all
select 'cover is wanted for hours of trainers who are away', l.id::text
from lessons l
where l.cover_until is not null and l.starts_at > club_now()
  and not (l.state = 'planned' and is_away(l.trainer_id, l.on_date, l.start_hour))
union all
select 'a place says what became of its lesson', l.id::text
from lessons l left join participants p on p.lesson_id = l.id
where l.kind = 'hour' and case l.called_off_because
  when 'given back' then p.state in ('cancelled', 'late') when 'moved' then p.state = 'cancelled'
  else p.state = case l.state when 'planned' then 'booked' else 'called_off' end end is not true
union all
select 'an hour given back in time is owed, as often as a month allows', l.id::text
from lessons l join participants p on p.lesson_id = l.id join policies on policies.version = p.policy_version
where l.called_off_because = 'given back' and p.state = 'cancelled'
  and not exists (select from make_ups u where u.from_lesson_id = l.id or u.spent_on = l.id)
  and (select count(*) from make_ups u where u.booking_id = l.booking_id and u.because in ('given back', 'moved'))
    < policies.make_ups_a_month
union all
select 'an hour given back while it waits for cover is owed', l.id::text
from lessons l
where l.called_off_because = 'given back' and not exists (select from make_ups u where u.from_lesson_id = l.id)
  and exists (select from absences a where a.trainer_id = l.trainer_id and a.created_at < l.changed_at
    and (l.on_date, l.start_hour) >= (a.from_day, a.from_hour) and (l.on_date, l.start_hour) < (a.until_day, a.until_hour))
union all
select 'no more hours of a month are owed for giving back than it allows', u.booking_id::text
from make_ups u join lessons l on l.id = u.from_lesson_id join participants p on p.lesson_id = l.id join policies on policies.version = p.policy_version
where u.because in ('given back', 'moved')
group by u.booking_id having count(*) > max(policies.make_ups_a_month)
union all
select 'a make-up is owed for the hour that was called off', u.id::text
from make_ups u join lessons l on l.id = u.from_lesson_id
where (l.state, l.booking_id, l.on_date, l.called_off_because) is distinct from ('called_off', u.booking_id, u.from_date, u.because)
union all
select 'no more hours of a month are given by hand than it was sold for', u.booking_id::text
from make_ups u where u.because = 'granted' group by u.booking_id having count(*) > count_dates(u.booking_id)
union all
select 'the money of a make-up is that of an hour of its month, which may have grown since', u.id::text
from make_ups u join refunds r on r.id = u.refund_id left join payments p on p.id = r.payment_id and p.booking_id = u.booking_id
where (r.amount_cents between p.amount_cents / count_dates(u.booking_id, 'infinity') and p.amount_cents) is not true
union all
select 'a month whose dates are written was paid', m.booking_id::text
from months m join bookings b on b.id = m.booking_id where b.paid_at is null
union all
select 'the dates of a paid month reach to its end, and come from the hour that it has', b.id::text
from bookings b join slots s on s.id = b.slot_id
  join lateral (select * from months m where m.booking_id = b.id order by dates_from desc limit 1) last on true
where b.state = 'paid' and (b.extended_days > 0 or b.moved_at is not null) and (last.dates_until <> date_trunc('milliseconds', b.paid_until) or last.start_hour <> s.start_hour)
union all
select 'a month ends when its months are counted, with the days that were added', b.id::text
from bookings b
where b.state = 'paid' and (b.extended_days > 0 or b.carried_days > 0)
  and b.paid_until <> month_end(b.anchor_at, b.month_number, b.carried_days + b.extended_days)
union all
select 'every way to sign in and every session belongs to a person with an email', users.id::text
from users where email is null
  and (exists (select from accounts where user_id = users.id) or exists (select from sessions where user_id = users.id))
union all
select 'a class counts its places, within its capacity', l.id::text
from lessons l
where l.kind = 'class' and l.taken <> (select count(*) from participants p where p.lesson_id = l.id and p.state in ('held', 'booked'))
union all
select 'an allowance counts the classes that it pays for', a.order_id::text
from allowances a
where a.used <> (select count(*) from participants p where p.allowance_id = a.order_id and is_charged(p.state, p.attendance, p.policy_version))
union all
select 'a class that is called off has no place and no line', l.id::text
from lessons l join participants p on p.lesson_id = l.id
where l.kind = 'class' and l.state = 'called_off' and p.state in ('booked', 'held', 'waiting')
union all
select 'a held place has the unpaid order that holds it', p.id::text
from participants p
where p.state = 'held' and not exists (select from orders o where o.lesson_id = p.lesson_id and o.holder_id = p.member_id and o.state in ('held', 'paying'))
union all
select 'a class that is paid with its booking has its place', o.id::text
from orders o
where o.lesson_id is not null and o.state in ('paid', 'ended') and not exists (select from participants p where p.lesson_id = o.lesson_id and p.allowance_id = o.id)
union all
select 'a person takes one class at a time, and none during an hour of theirs', p.member_id::text
from participants p join lessons l on l.id = p.lesson_id
  join participants q on q.member_id = p.member_id and q.id <> p.id and q.state = 'booked'
  join lessons m on m.id = q.lesson_id and m.state = 'planned' and m.on_date = l.on_date and m.span && l.span
where p.kind = 'class' and p.state = 'booked' and l.state = 'planned' and l.starts_at > club_now()
union all
select 'a paid month gives the classes of its plan', b.id::text
from bookings b left join allowances a on a.order_id = b.id
where b.state = 'paid' and (a.order_id is null or a.member_id <> b.buyer_id or a.ended_at is not null)
union all
select 'an order of an offer has its title and price', o.id::text
from orders o join offers f on f.id = o.offer_id
where (o.kind, o.title, o.price_cents, o.currency) is distinct from (f.kind, f.title, f.price_cents, f.currency)
union all
select 'what is paid from the price list gives its classes until its last day', o.id::text
from orders o join offers f on f.id = o.offer_id left join allowances a on a.order_id = o.id
where o.state = 'paid' and f.kind <> 'gift_card' and (f.valid_days is not null or f.kind = 'membership')
  and (a.order_id is null or a.member_id <> o.holder_id or a.given is distinct from f.classes or a.ended_at is not null
    or a.during <> tstzrange(o.begins_at, o.until_at))
union all
select 'what went back gives no classes', o.id::text
from orders o join allowances a on a.order_id = o.id
where o.kind <> 'hour' and o.state in ('refund_due', 'refunded') and a.ended_at is null
union all
select 'a trial is had once', holder_id::text
from orders where kind = 'trial' and state not in ('expired', 'cancelled') group by holder_id having count(*) > 1
union all
select 'a card is stored because its owner agreed to it', s.id::text
from stored_cards s join consents c on c.id = s.consent_id
where c.member_id <> s.member_id or c.kind <> case when s.mandate_ref is null then 'stored card' else 'mandate' end
union all
select 'only what is unpaid is charged to a stored card', c.order_id::text
from collections c join orders o on o.id = c.order_id
where c.next_try_at is not null and o.state not in ('held', 'paying')
union all
select 'a period is not paid twice, also after its bank took the money back', o.id::text
from orders o join payments p on p.booking_id = o.id join orders again on again.repeats_id = o.id join payments q on q.booking_id = again.id
where p.refunded_cents + p.disputed_cents + q.refunded_cents + q.disputed_cents < q.amount_cents
union all
select 'an order of an offer has the terms that were read', o.id::text
from orders o where o.offer_id is not null and coalesce(o.period, 1) = 1 and not exists (select from consents c where c.order_id = o.id and c.kind = 'terms')
union all
select 'uses and value of a code are counted', v.id::text
from vouchers v
where v.uses <> (select count(*) from voucher_uses u where u.voucher_id = v.id and u.returned_at is null and not u.is_renewal)
  or v.spent_cents <> case v.kind when 'discount' then 0 else
    (select coalesce(sum(u.cents - u.returned_cents), 0) from voucher_uses u where u.voucher_id = v.id) end
union all
select 'what a code takes off stands in its order', o.id::text
from voucher_uses u join vouchers v on v.id = u.voucher_id join orders o on o.id = u.order_id
where case v.kind when 'gift_card' then u.cents <> o.gift_cents
  -- the office may forgive what is left of a renewal
  else u.cents > o.discount_cents or (u.cents < o.discount_cents and not (u.is_renewal and o.amount_cents = 0)) end
union all
select 'a period costs what its membership was promised', o.id::text
from orders o join memberships m on m.id = o.membership_id cross join promised_voucher(m, o.period, o.offer_id) v
where v.percent is not null and o.discount_cents < taken_off(v, o.price_cents)
  or v.off_cents is not null and v.currency = o.currency and o.discount_cents < taken_off(v, o.price_cents)
union all
select 'what is given up or refunded has returned its code', o.id::text
from voucher_uses u join orders o on o.id = u.order_id
where u.returned_at is null and o.state in ('expired', 'cancelled', 'refunded')
union all
select 'a gift card that is paid has a code worth its price', o.id::text
from orders o left join vouchers v on v.order_id = o.id
where o.kind = 'gift_card' and o.offer_id is not null and o.state = 'paid'
  and (v.value_cents is distinct from o.price_cents or o.amount_cents <> o.price_cents)
order by 1, 2;

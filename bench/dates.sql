-- The dates of the large club: 10,000 lessons a month, for two years and the month to come, with closed days,
-- absent trainers and open covers. db/invariants.sql runs afterwards.
alter table bookings disable trigger user;
alter table orders disable trigger user;
alter table payments disable trigger user;
alter table lessons disable trigger user;
alter table participants disable trigger user;

-- months that are under way now, begun after all others ended
create temp table current_months as
with hours as (
  select slots.id, row_number() over (order by slots.id) as place
  from slots join trainers on trainers.id = slots.trainer_id join new_people on new_people.id = trainers.user_id
), buyers as (
  select id, row_number() over (order by n) as place from new_people where role = 'member'
)
select gen_random_uuid() as id, hours.id as slot_id, buyers.id as buyer_id, n,
  now() - (n % 9) * interval '1 day' - interval '1 hour' as paid_at
from generate_series(0, 799) n join hours on hours.place = 1 + n * 15 join buyers on buyers.place = 1 + n;
insert into orders (id, kind, buyer_id, holder_id, state, price_cents, amount_cents, currency, attempt, paid_at, created_at, changed_at)
select id, 'hour', buyer_id, buyer_id, 'paid', 7000, 7000, 'usd', 1, paid_at, paid_at, paid_at from current_months;
insert into bookings (id, slot_id, buyer_id, state, plan, surcharge_cents, plan_classes, slot_price_cents, amount_cents, attempt, paid_at, begins_at, anchor_at, paid_until, created_at, changed_at)
select current_months.id, slot_id, buyer_id, 'paid', 'gold', plans.surcharge_cents, plans.classes, 5000, 7000, 1, paid_at, paid_at, paid_at, month_end(paid_at, 1), paid_at, paid_at
from current_months join plans on plans.name = 'gold';
insert into payments (booking_id, intent_id, charge_id, amount_cents, currency, received_at, share_percent)
select id, 'pi_now_' || n, 'ch_now_' || n, 7000, 'usd', paid_at, 100 from current_months;
insert into allowances (order_id, member_id, given, during)
select current_months.id, buyer_id, classes, tstzrange(paid_at, month_end(paid_at, 1))
from current_months join plans on plans.name = 'gold';

insert into months (booking_id, weekdays, start_hour, dates_from, dates_until, policy_version)
select bookings.id, trainers.weekdays, slots.start_hour, begins_at, paid_until, 1
from bookings join slots on slots.id = slot_id join trainers on trainers.id = slots.trainer_id
where bookings.id in (select id from current_months union all select id from new_bookings where n % 3 = 0);
insert into lessons (booking_id, trainer_id, on_date, start_hour, starts_at)
select booking_id, trainer_id, on_date, months.start_hour, starts_at
from months join bookings on bookings.id = booking_id join slots on slots.id = slot_id,
  dates_of_hour(trainer_id, weekdays, months.start_hour, dates_from, dates_until)
where not exists (select from lessons where lessons.booking_id = months.booking_id)
  and bookings.buyer_id in (select id from new_people);
insert into participants (lesson_id, member_id, free_until, policy_version)
select lessons.id, buyer_id, starts_at - interval '12 hours', 1
from lessons join bookings on bookings.id = booking_id where buyer_id in (select id from new_people);

-- a hundred trainers are away on a day with lessons
create temp table away as
select distinct on (trainer_id) trainer_id, on_date from lessons
where state = 'planned' and on_date between club_today() + 3 and club_today() + 9 and cover_until is null
  and booking_id in (select id from current_months)
order by trainer_id, on_date limit 100;
insert into absences (trainer_id, from_day, from_hour, until_day, until_hour, set_by)
select trainer_id, on_date, 0, on_date, 24, (select user_id from members where role = 'admin' limit 1) from away;
update lessons set cover_until = starts_at - interval '3 hours'
from away where lessons.trainer_id = away.trainer_id and lessons.on_date = away.on_date and state = 'planned';
-- and years of holidays
insert into closures (from_day, until_day, reason, set_by)
select club_today() - n * 30, club_today() - n * 30, 'Holiday', (select user_id from members where role = 'admin' limit 1)
from generate_series(1, 60) n;

-- a table with pending checks cannot be altered
set constraints booking_has_order immediate;
alter table bookings enable trigger user;
alter table orders enable trigger user;
alter table payments enable trigger user;
alter table lessons enable trigger user;
alter table participants enable trigger user;
select count(give_invoice(id, null)) from (select id from payments where id not in (select payment_id from invoices) order by received_at) as unnumbered;
select sum_everything_again();
analyze;

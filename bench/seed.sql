-- A large club beside the demo club: 10,000 subscribers, 2,000 trainers with six hours each, 5,000 buyers,
-- and 50,000 payments over two years. Bookings are written in their final state, with the triggers of their
-- transitions disabled meanwhile; db/invariants.sql runs afterwards.
alter table members disable trigger user;
alter table trainers disable trigger user;
alter table bookings disable trigger user;
alter table orders disable trigger user;
alter table payments disable trigger user;
alter table subscribers disable trigger user;

insert into subscribers (name, email, created_at)
select 'Reader ' || n, 'reader' || n || '@large.example', now() - n * interval '50 minutes'
from generate_series(1, 10000) n;

create temp table new_people as
select gen_random_uuid() as id, n, case when n <= 2000 then 'trainer' else 'member' end as role,
  case when n <= 2000 then 'Trainer ' || n else 'Buyer ' || n end as name
from generate_series(1, 7000) n;

insert into users (id, name, email, email_verified, created_at)
select id, name, lower(replace(name, ' ', '')) || '@large.example', true, now() - interval '800 days' from new_people;
insert into members (user_id, role, created_at)
select id, role, now() - interval '800 days' from new_people;
insert into trainers (user_id, name, years_of_experience, hours_a_day, weekdays, skills, joined_at)
select id, name, n % 30, 6, array['Monday', 'Wednesday', 'Friday'], array['Patience', 'Rowing'],
  now() - interval '800 days' + n * interval '1 minute'
from new_people where role = 'trainer';
insert into slots (trainer_id, name, start_hour, price_cents, created_at)
select trainers.id, 'Slot ' || hour, 5 + hour, 5000, trainers.joined_at
from trainers join new_people on new_people.id = trainers.user_id cross join generate_series(1, 6) hour;

-- every payment belongs to a month that is over; 4 or 5 of them for each hour
create temp table new_bookings as
with hours as (
  select slots.id, row_number() over (order by slots.id) as place
  from slots join trainers on trainers.id = slots.trainer_id join new_people on new_people.id = trainers.user_id
), buyers as (
  select id, row_number() over (order by n) as place from new_people where role = 'member'
)
select gen_random_uuid() as id, hours.id as slot_id, buyers.id as buyer_id, n,
  (array['silver', 'gold', 'diamond'])[1 + n % 3] as plan, (array[5000, 7000, 10000])[1 + n % 3] as amount_cents,
  now() - interval '40 days' - (n / 12000) * interval '150 days' - (n % 9000) * interval '20 minutes' as paid_at
from generate_series(0, 49999) n
  join hours on hours.place = 1 + n % 12000
  join buyers on buyers.place = 1 + n % 5000;

insert into orders (id, kind, buyer_id, holder_id, state, price_cents, amount_cents, currency, attempt, paid_at, created_at, changed_at)
select id, 'hour', buyer_id, buyer_id, 'ended', amount_cents, amount_cents, 'usd', 1, paid_at, paid_at, paid_at from new_bookings;
insert into bookings (id, slot_id, buyer_id, state, plan, surcharge_cents, plan_classes, slot_price_cents, amount_cents, attempt, paid_at, begins_at, anchor_at, paid_until, created_at, changed_at)
select new_bookings.id, slot_id, buyer_id, 'ended', plan, plans.surcharge_cents, plans.classes, 5000, amount_cents, 1, paid_at, paid_at, paid_at, paid_at + interval '30 days', paid_at, paid_at
from new_bookings join plans on plans.name = plan;
insert into payments (booking_id, intent_id, charge_id, amount_cents, currency, received_at, share_percent)
select id, 'pi_large_' || n, 'ch_large_' || n, amount_cents, 'usd', paid_at, 100 from new_bookings;
insert into activities (user_id, kind, summary, booking_id, happened_at)
select buyer_id, 'payment', 'Paid for an hour.', id, paid_at from new_bookings;

-- a table with pending checks cannot be altered
set constraints booking_has_order immediate;
alter table members enable trigger user;
alter table trainers enable trigger user;
alter table bookings enable trigger user;
alter table orders enable trigger user;
alter table payments enable trigger user;
alter table subscribers enable trigger user;
select count(give_invoice(id, null)) from (select id from payments where id not in (select payment_id from invoices) order by received_at) as unnumbered;
select sum_everything_again();
analyze;

-- The demo club with a page or more of every list of its office, so that lists of a large club are not merely longer.
-- Bookings are written in their final state, as in seed.sql, and one at a time, since the demo club has too few hours
-- for so many whole months at once.
alter table members disable trigger user;
alter table bookings disable trigger user;
alter table orders disable trigger user;
alter table payments disable trigger user;
create temp table few_people as select gen_random_uuid() as id, n from generate_series(1, 60) n;
insert into users (id, name, email, email_verified, created_at)
select id, 'Guest ' || n, 'guest' || n || '@small.example', true, now() - n * interval '3 hours' from few_people;
insert into members (user_id, created_at) select id, now() - n * interval '3 hours' from few_people;
insert into subscribers (name, email, created_at, confirmed_at)
select 'Listener ' || n, 'listener' || n || '@small.example', now() - n * interval '10 minutes', now() - n * interval '9 minutes'
from generate_series(1, 1100) n;

create temp table few_bookings as
with hours as (select id, row_number() over (order by id) as place, count(*) over () as many from slots where removed_at is null)
select gen_random_uuid() as id, hours.id as slot_id, few_people.id as buyer_id, few_bookings.n,
  now() - interval '62 days' - few_bookings.n * interval '2 minutes' as paid_at
from generate_series(0, 299) few_bookings (n)
  join hours on hours.place = 1 + few_bookings.n % hours.many
  join few_people on few_people.n = 1 + few_bookings.n % 60;
insert into orders (id, kind, buyer_id, holder_id, state, price_cents, amount_cents, currency, attempt, paid_at, created_at, changed_at)
select id, 'hour', buyer_id, buyer_id, 'ended', 7000, 7000, 'usd', 1, paid_at, paid_at, paid_at from few_bookings;
insert into bookings (id, slot_id, buyer_id, state, plan, surcharge_cents, plan_classes, slot_price_cents, amount_cents, attempt, paid_at, begins_at, anchor_at, paid_until, created_at, changed_at)
select few_bookings.id, slot_id, buyer_id, 'ended', 'gold', plans.surcharge_cents, plans.classes, 5000, 7000, 1, paid_at, paid_at, paid_at, paid_at + interval '2 minutes', paid_at, paid_at
from few_bookings join plans on plans.name = 'gold';
insert into payments (booking_id, intent_id, charge_id, amount_cents, currency, received_at, share_percent)
select id, 'pi_small_' || n, 'ch_small_' || n, 7000, 'usd', paid_at, 100 from few_bookings;
-- a table with pending checks cannot be altered
set constraints booking_has_order immediate;
alter table members enable trigger user;
alter table bookings enable trigger user;
alter table orders enable trigger user;
alter table payments enable trigger user;
select count(give_invoice(id, null)) from (select id from payments where id not in (select payment_id from invoices) order by received_at) as unnumbered;

with sent as (
  insert into newsletters (subject, words, author_id, state, tested_at, begun_at, written_at, created_at)
  select 'Note ' || n, 'Words', user_id, 'sending', now(), now(), now(), now() - n * interval '7 days'
  from generate_series(1, 10) n, (select user_id from members where role = 'admin' limit 1) admin
  returning id, subject)
insert into letters (cause, letter, name, email, subject, newsletter_id, handed_over_at, next_try_at, queued_at)
select 'small ' || sent.id || ' ' || n, 'weekly-letter', 'Listener ' || n, 'listener' || n || '@small.example', sent.subject,
  sent.id, now(), null, now() - n * interval '1 second'
from sent, generate_series(1, 60) n;
insert into letters (cause, letter, user_id, name, email, subject, html, text, failed_at, failure, next_try_at)
select 'small lost ' || n || generate_series, 'booking-paid', id, 'Guest ' || n, 'guest' || n || '@small.example', 'Paid', '<p>Paid</p>', 'Paid', now() - n * interval '1 minute',
  'Nobody here', null
from few_people, generate_series(1, 2);
insert into audit_entries (actor_id, action, subject_kind, subject_id, after, happened_at)
select admin.user_id, 'keep account', 'member', id::text, '{}', now() - n * interval '10 minutes'
from few_people, (select user_id from members where role = 'admin' limit 1) admin;
insert into posts (author_id, image_id, caption, created_at)
select author_id, image_id, 'Note ' || n, now() - n * interval '126 minutes'
from (select author_id, image_id from posts order by created_at limit 1) known, generate_series(1, 60) n;
insert into reports (post_id, reporter_id, reason)
select posts.id, (select user_id from members where role = 'member' limit 1), 'Advertising'
from posts where caption like 'Note %';
-- what is counted at the end of a transaction first, so that it is not counted twice
set constraints all immediate;
select sum_everything_again();
analyze;

-- Five years of a club of 100,000 members, evenly spread: what the nightly tidy deletes and what stays. Written without
-- triggers, whose sums are counted at the end.
alter table members disable trigger user;
alter table subscribers disable trigger user;
alter table letters disable trigger user;
alter table activities disable trigger user;
alter table visits disable trigger user;
alter table audit_entries disable trigger user;
alter table orders disable trigger user;
alter table payments disable trigger user;
create temp table many_people as
select gen_random_uuid() as id, n, now() - n * interval '26 minutes' as joined_at from generate_series(1, 100000) n;
create unique index on many_people (n);
insert into users (id, name, email, email_verified, created_at)
select id, 'Member ' || n, 'member' || n || '@large.example', n % 50 <> 0, joined_at from many_people;
insert into members (user_id, created_at, last_seen_on)
select id, joined_at, least(current_date, joined_at::date + n * 7919 % 1825) from many_people;

insert into sessions (expires_at, token, updated_at, user_id, user_agent)
select joined_at + interval '30 days', 'old ' || n, joined_at, id, 'A browser with a name of this length, as browsers have it'
from many_people;
insert into processor_events (id, type, received_at)
select 'evt_' || n, 'charge.updated', now() - n * interval '13 minutes' from generate_series(1, 200000) n;
insert into subscribers (name, email, created_at, confirmed_at)
select 'Reader ' || n, 'reader' || n || '@large.example', now() - n * interval '26 minutes',
  case when n % 10 > 0 then now() - n * interval '26 minutes' end
from generate_series(1, 100000) n;
insert into letters (cause, letter, user_id, name, email, subject, handed_over_at, next_try_at, queued_at)
select 'years ' || nth, 'hours-ahead', people.id, 'Member ' || people.n, 'member' || people.n || '@large.example',
  'Your hours of tomorrow', now() - nth * interval '2 minutes', null, now() - nth * interval '2 minutes'
from generate_series(1, 1300000) nth join many_people people on people.n = 1 + nth::bigint * 7919 % 100000;
insert into activities (user_id, kind, summary, happened_at)
select people.id, 'booking', 'You gave back the hour of a Monday.', now() - nth * interval '150 seconds'
from generate_series(1, 1050000) nth join many_people people on people.n = 1 + nth::bigint * 7919 % 100000;
insert into visits (id, member_id, came_at, source)
select gen_random_uuid(), people.id, now() - nth * interval '100 seconds', 'door'
from generate_series(1, 1570000) nth join many_people people on people.n = 1 + nth::bigint * 7919 % 100000;
insert into audit_entries (action, subject_kind, subject_id, after, happened_at)
select 'change profile', 'member', people.id::text, '{}', now() - nth * interval '13 minutes'
from generate_series(1, 200000) nth join many_people people on people.n = 1 + nth::bigint * 7919 % 100000;

-- a third was paid
insert into orders (kind, buyer_id, holder_id, state, title, price_cents, amount_cents, currency, attempt, created_at, changed_at, paid_at)
select 'pack', people.id, people.id, case when nth % 3 = 0 then 'ended' else 'expired' end, 'Ten classes', 12000, 12000, 'usd', 1,
  now() - nth * interval '26 minutes', now() - nth * interval '26 minutes', case when nth % 3 = 0 then now() - nth * interval '26 minutes' end
from generate_series(1, 100000) nth join many_people people on people.n = 1 + nth::bigint * 7919 % 100000;
insert into payments (booking_id, intent_id, charge_id, amount_cents, currency, received_at)
select id, 'pi_' || id, 'ch_' || id, amount_cents, currency, paid_at from orders where kind = 'pack' and state = 'ended';
-- a table with pending checks cannot be altered
set constraints all immediate;
alter table members enable trigger user;
alter table subscribers enable trigger user;
alter table letters enable trigger user;
alter table activities enable trigger user;
alter table visits enable trigger user;
alter table audit_entries enable trigger user;
alter table orders enable trigger user;
alter table payments enable trigger user;

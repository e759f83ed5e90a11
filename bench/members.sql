-- Data of the office of 100,000 members, beside the people of people.sql: newsletters to all of them, the audit
-- log, reports, and undelivered letters.
alter table letters disable trigger user;
with sent as (
  insert into newsletters (subject, words, author_id, state, tested_at, begun_at, written_at, created_at)
  select 'Letter ' || n, 'Words', user_id, 'sending', now(), now(), now(), now() - n * interval '7 days'
  from generate_series(1, 10) n, (select user_id from members where role = 'admin' limit 1) admin
  returning id, subject)
insert into letters (cause, letter, name, email, subject, newsletter_id, handed_over_at, next_try_at, queued_at)
select 'bench ' || sent.id || ' ' || n, 'weekly-letter', 'Reader ' || n, 'reader' || n || '@large.example', sent.subject,
  sent.id, now(), null, now() - n * interval '1 second'
from sent, generate_series(1, 10000) n;

insert into letters (cause, letter, user_id, name, email, subject, html, text, failed_at, failure, next_try_at)
select 'bench lost ' || n, 'booking-paid', id, 'Member ' || n, 'member' || n || '@large.example', 'Paid', '<p>Paid</p>', 'Paid', now() - n * interval '1 minute',
  'Nobody here', null
from many_people where n <= 8000;

insert into audit_entries (actor_id, action, subject_kind, subject_id, after, happened_at)
select admin.user_id, 'keep account', 'member', id::text, '{}', now() - n * interval '10 minutes'
from many_people, (select user_id from members where role = 'admin' limit 1) admin;

insert into posts (author_id, image_id, caption, created_at)
select author_id, image_id, 'Post ' || n, now() - n * interval '126 minutes'
from (select author_id, image_id from posts order by created_at limit 1) known, generate_series(1, 2000) n;
insert into reports (post_id, reporter_id, reason)
select posts.id, (select user_id from members where role = 'member' limit 1), 'Advertising'
from posts where caption like 'Post %';

alter table letters enable trigger user;
select sum_everything_again();
analyze;

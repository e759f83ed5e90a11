-- 95,000 more members and 90,000 more subscribers beside the books of seed.sql.
alter table members disable trigger user;
create temp table many_people as select gen_random_uuid() as id, n from generate_series(7001, 102000) n;
insert into users (id, name, email, email_verified, created_at)
select id, 'Member ' || n, 'member' || n || '@large.example', true, now() - n * interval '20 minutes' from many_people;
insert into members (user_id, created_at)
select id, now() - n * interval '20 minutes' from many_people;
alter table members enable trigger user;

alter table subscribers disable trigger user;
insert into subscribers (name, email, created_at, confirmed_at)
select 'Reader ' || n, 'reader' || n || '@large.example', now() - n * interval '20 minutes', now() - n * interval '19 minutes'
from generate_series(10001, 100000) n;
alter table subscribers enable trigger user;
select sum_everything_again();
analyze;

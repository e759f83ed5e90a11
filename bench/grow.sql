-- A forum of a million posts over four years. Triggers of its sums are disabled meanwhile; the sums are counted once at the end.
alter table posts disable trigger user;

insert into posts (author_id, image_id, caption, likes, created_at)
select author_id, image_id, 'Post ' || n || ' about rowing, rest and what to eat before a morning hour', n % 40,
  now() - n * interval '126 seconds'
from (select author_id, image_id from posts order by created_at limit 1) known, generate_series(1, 1000000) n;

alter table posts enable trigger user;
select sum_everything_again();
analyze;

-- A far page of the forum and of the subscribers first finds its month, then its day: no page looks at the days of years.
create table post_months (
  month date primary key,
  posts integer not null
);
create table subscriber_months (
  month date primary key,
  people integer not null
);

create function month_of(day date) returns date language sql immutable strict parallel safe as $$
  select date_trunc('month', day::timestamp)::date
$$;

create function count_post_day() returns trigger language plpgsql as $$
begin
  insert into post_months as sums (month, posts)
  select month_of(day), sum(more) from (values (old.day, -old.posts), (new.day, new.posts)) as changed (day, more)
  where day is not null group by 1
  on conflict (month) do update set posts = sums.posts + excluded.posts;
  return null;
end $$;
create trigger post_day_counted after insert or delete or update on post_days
  for each row execute function count_post_day();

create function count_subscriber_day() returns trigger language plpgsql as $$
begin
  insert into subscriber_months as sums (month, people)
  select month_of(day), sum(more) from (values (old.day, -old.people), (new.day, new.people)) as changed (day, more)
  where day is not null group by 1
  on conflict (month) do update set people = sums.people + excluded.people;
  return null;
end $$;
create trigger subscriber_day_counted after insert or delete or update on subscriber_days
  for each row execute function count_subscriber_day();

create function sum_months_again() returns void language plpgsql as $$
begin
  lock table post_days, subscriber_days, post_months, subscriber_months in exclusive mode;
  delete from post_months;
  insert into post_months select month_of(day), sum(posts) from post_days group by 1;
  delete from subscriber_months;
  insert into subscriber_months select month_of(day), sum(people) from subscriber_days group by 1;
end $$;
select sum_months_again();

create or replace function sum_everything_again() returns void language plpgsql as $$
begin
  perform sum_again();
  perform count_hours_again();
  perform sum_mailing_again();
  perform sum_months_again();
  perform note_hour_holders_again();
end $$;

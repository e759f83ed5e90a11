-- A weekday has up to two opening spans, such as before and after lunch.
alter table opening_hours add column span integer not null default 1
  constraint two_spans_a_day check (span in (1, 2));
alter table opening_hours drop constraint opening_hours_pkey;
alter table opening_hours add primary key (weekday, span);

-- The minutes of the week that a span covers, from Monday 00:00 on.
create function opening_minutes(weekday text, opens time, closes time) returns int4multirange language sql immutable as $$
  select int4multirange(int4range(begins, least(begins + length, 10080)), int4range(0, greatest(begins + length - 10080, 0)))
  from (select
    (array_position(array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'], weekday) - 1) * 1440
      + (extract(epoch from opens) / 60)::integer as begins,
    (extract(epoch from closes - opens) / 60)::integer + case when closes < opens then 1440 else 0 end as length) span
$$;
alter table opening_hours add constraint opening_spans_are_apart
  exclude using gist (opening_minutes(weekday, opens, closes) with &&);

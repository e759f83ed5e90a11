-- Days on which the club is shut: nobody has a lesson then, and what was paid for is owed.
create table closures (
  id uuid primary key default gen_random_uuid(),
  from_day date not null,
  until_day date not null,
  reason text not null check (char_length(reason) between 1 and 120),
  set_by uuid not null references members (user_id),
  created_at timestamptz not null default club_now(),
  constraint closed_for_a_month_at_most check (until_day between from_day and from_day + 31),
  constraint closed_once exclude using gist (daterange(from_day, until_day, '[]') with &&)
);

create function is_closed(day date) returns boolean language sql stable as $$
  select exists (select from closures where day between from_day and until_day)
$$;

alter table lessons
  drop constraint lessons_called_off_because_check,
  add constraint lessons_called_off_because_check check (called_off_because in
    ('refunded', 'month over', 'no such hour', 'given back', 'moved', 'by the club', 'closed'));
alter table make_ups
  drop constraint make_ups_because_check,
  add constraint make_ups_because_check check (because in
    ('no such hour', 'trainer taken', 'given back', 'moved', 'by the club', 'closed'));

create or replace function dates_of_hour(trainer uuid, weekdays text[], start_hour integer, begins timestamptz, ends timestamptz)
returns table (on_date date, starts_at timestamptz, because text) language sql stable as $$
  select day, starts_at, case
    when starts_at is null then 'no such hour'
    when is_closed(day) then 'closed'
    when exists (select from lessons l where l.trainer_id = trainer and l.on_date = day
      and l.start_hour = dates_of_hour.start_hour and l.state = 'planned') then 'trainer taken'
    end
  from (
    select d::date as day, club_instant(d::date, make_time(start_hour, 0, 0)) as starts_at
    from generate_series((begins at time zone club_zone())::date::timestamp,
      (ends at time zone club_zone())::date::timestamp, interval '1 day') d
    where to_char(d, 'FMDay') = any (weekdays)
      and (d + make_interval(hours => start_hour)) at time zone club_zone() >= begins
      and (d + make_interval(hours => start_hour)) at time zone club_zone() < ends
  ) dates
$$;

-- A trainer is away for hours or days: another one gives their lessons, or they are called off and owed.

create table absences (
  id uuid primary key default gen_random_uuid(),
  trainer_id uuid not null references trainers (id),
  -- by the clock on the wall; the first hour that they are away and the first that they are not
  from_day date not null,
  from_hour integer not null check (from_hour between 0 and 23),
  until_day date not null,
  until_hour integer not null check (until_hour between 1 and 24),
  set_by uuid not null references members (user_id),
  created_at timestamptz not null default club_now(),
  constraint away_for_a_month_at_most check (until_day between from_day and from_day + 31),
  constraint away_for_some_time check ((until_day, until_hour) > (from_day, from_hour))
);
create index absences_of_trainer on absences (trainer_id, until_day);
create index absences_set_by on absences (set_by);

create function is_away(trainer uuid, day date, hour integer) returns boolean language sql stable as $$
  select exists (select from absences where trainer_id = trainer
    and (day, hour) >= (from_day, from_hour) and (day, hour) < (until_day, until_hour))
$$;

alter table policies
  -- so many waking hours before an hour begins its member knows whether it takes place
  add column cover_hours integer not null default 3 check (cover_hours between 0 and 48);

alter table lessons
  -- whom the trainer stands in for
  add column instead_of uuid references trainers (id) check (instead_of <> trainer_id),
  -- its trainer is away: until when another one can take it before it is called off
  add column cover_until timestamptz,
  drop constraint lessons_called_off_because_check,
  add constraint lessons_called_off_because_check check (called_off_because in
    ('refunded', 'month over', 'no such hour', 'given back', 'moved', 'by the club', 'closed', 'paused', 'trainer away'));
create index cover_wanted on lessons (cover_until) where cover_until is not null;
create index lessons_instead_of on lessons (instead_of) where instead_of is not null;

alter table make_ups
  drop constraint make_ups_because_check,
  add constraint make_ups_because_check check (because in
    ('no such hour', 'trainer taken', 'given back', 'moved', 'by the club', 'closed', 'paid late', 'paused', 'trainer away'));

create or replace function keep_lesson() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'called_off' and new.state <> 'called_off' then
    raise exception 'what was called off stays so' using errcode = 'check_violation', constraint = 'stays_called_off';
  end if;
  if new.state = 'planned' then
    new.starts_at := club_instant(new.on_date, make_time(new.start_hour, 0, 0));
    if new.starts_at is null then
      raise exception 'the clock skips that hour' using errcode = 'check_violation', constraint = 'hour_exists';
    end if;
  else
    new.cover_until := null;
  end if;
  if tg_op = 'UPDATE' and (new.state, new.starts_at, new.trainer_id) is distinct from (old.state, old.starts_at, old.trainer_id) then
    new.sequence := old.sequence + 1;
    new.changed_at := club_now();
  end if;
  return new;
end $$;

create or replace function dates_of_hour(trainer uuid, weekdays text[], start_hour integer, begins timestamptz, ends timestamptz)
returns table (on_date date, starts_at timestamptz, because text) language sql stable as $$
  select day, starts_at, case
    when starts_at is null then 'no such hour'
    when is_closed(day) then 'closed'
    when is_away(trainer, day, start_hour) then 'trainer away'
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

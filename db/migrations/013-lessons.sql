-- A sold hour has dates: a lesson for each, in which its member has a place; or a make-up, where a date of the
-- month could not be given.

-- The promise is a day and a time of the club's clock; the instant follows. Null when the clock skips it that day.
create function club_instant(day date, clock time) returns timestamptz language sql stable as $$
  select case when (x.t at time zone club_zone()) = day + clock then x.t end
  from (select (day + clock) at time zone club_zone() as t) x
$$;

create function club_today() returns date language sql stable as $$
  select (club_now() at time zone club_zone())::date
$$;

-- Policies are added, never changed: every promise names the version that it was made under.
create table policies (
  version integer generated always as identity primary key,
  -- these hours of the night do not count towards a deadline; equal times count every hour
  quiet_from time not null default '21:00',
  quiet_until time not null default '07:00',
  give_back_hours integer not null default 8 check (give_back_hours between 0 and 72),
  -- whoever has just got an hour may always give it back
  grace_minutes integer not null default 15 check (grace_minutes between 0 and 120),
  first_hour_notice_minutes integer not null default 120 check (first_hour_notice_minutes between 0 and 1440),
  make_up_days integer not null default 45 check (make_up_days between 7 and 180),
  set_at timestamptz not null default club_now()
);
insert into policies default values;
create trigger append_only before update or delete on policies
  for each row execute function refuse_change();

-- A bought month whose dates are written, and what they were written from.
create table months (
  booking_id uuid primary key references bookings (id),
  weekdays text[] not null check (are_weekdays(weekdays)),
  start_hour integer not null check (start_hour between 0 and 23),
  dates_from timestamptz not null,
  dates_until timestamptz not null,
  policy_version integer not null references policies (version)
);

create table lessons (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  trainer_id uuid not null references trainers (id),
  on_date date not null,
  start_hour integer not null check (start_hour between 0 and 23),
  -- kept by a trigger; a lesson lasts an hour
  starts_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'called_off')),
  called_off_because text check (called_off_because in ('refunded', 'month over', 'no such hour')),
  created_at timestamptz not null default club_now(),
  constraint called_off_says_why check ((state = 'called_off') = (called_off_because is not null))
);
create unique index trainer_in_one_place on lessons (trainer_id, on_date, start_hour) where state = 'planned';
create index lessons_of_booking on lessons (booking_id, on_date);
create index lessons_of_trainer on lessons (trainer_id, starts_at);

create function keep_lesson() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'called_off' and new.state <> 'called_off' then
    raise exception 'what was called off stays so' using errcode = 'check_violation', constraint = 'stays_called_off';
  end if;
  if new.state = 'planned' then
    new.starts_at := club_instant(new.on_date, make_time(new.start_hour, 0, 0));
    if new.starts_at is null then
      raise exception 'the clock skips that hour' using errcode = 'check_violation', constraint = 'hour_exists';
    end if;
  end if;
  return new;
end $$;
create trigger lesson_kept before insert or update on lessons
  for each row execute function keep_lesson();

-- One person's part in a lesson, and what became of it.
create table places (
  id uuid primary key default gen_random_uuid(),
  lesson_id uuid not null references lessons (id),
  member_id uuid not null references members (user_id),
  state text not null default 'booked' check (state in ('booked', 'called_off')),
  -- until when it can be given back for nothing: promised when it was booked
  free_until timestamptz not null,
  policy_version integer not null references policies (version),
  booked_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now()
);
create unique index one_member_a_lesson on places (lesson_id) where state = 'booked';
create index places_of_lesson on places (lesson_id);
create index places_of_member on places (member_id);

create function check_place_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'booked' then
      raise exception 'a place begins booked' using errcode = 'check_violation', constraint = 'legal_place_move';
    end if;
  elsif new.state <> old.state and old.state <> 'booked' then
    raise exception 'a place cannot move from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'legal_place_move';
  elsif (new.lesson_id, new.member_id) is distinct from (old.lesson_id, old.member_id) then
    raise exception 'lesson and member of a place are frozen'
      using errcode = 'check_violation', constraint = 'place_frozen';
  end if;
  new.changed_at := club_now();
  return new;
end $$;
create trigger place_moves before insert or update on places
  for each row execute function check_place_move();

-- When a transaction ends, a planned lesson has its member and a lesson that was called off has nobody.
create function check_lesson_has_its_member() returns trigger language plpgsql as $$
declare
  lesson uuid := case tg_table_name when 'lessons' then new.id else (to_jsonb(new) ->> 'lesson_id')::uuid end;
begin
  if exists (
    select from lessons l where l.id = lesson
      and (l.state = 'planned') <> exists (select from places p where p.lesson_id = l.id and p.state = 'booked')) then
    raise exception 'a planned lesson has its member' using errcode = 'check_violation', constraint = 'lesson_has_its_member';
  end if;
  return null;
end $$;
create constraint trigger lesson_has_its_member after insert or update of state on lessons
  deferrable initially deferred for each row execute function check_lesson_has_its_member();
create constraint trigger lesson_has_its_member after insert or update of state on places
  deferrable initially deferred for each row execute function check_lesson_has_its_member();

-- What the club owes for an hour that was paid for and not given.
create table make_ups (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members (user_id),
  booking_id uuid not null references bookings (id),
  because text not null check (because in ('no such hour', 'trainer taken')),
  -- the lesson that was called off; null for a date that was never a lesson
  from_lesson_id uuid unique references lessons (id),
  from_date date not null,
  -- the last of the club's days on which it can be used
  until date not null,
  created_at timestamptz not null default club_now()
);
create unique index one_make_up_a_date on make_ups (booking_id, from_date) where from_lesson_id is null;
create index make_ups_of_member on make_ups (member_id, until);

-- The dates of an hour that start within [begins, ends); `because` says why there can be no lesson on one.
create function dates_of_hour(trainer uuid, weekdays text[], start_hour integer, begins timestamptz, ends timestamptz)
returns table (on_date date, starts_at timestamptz, because text) language sql stable as $$
  select day, starts_at, case
    when starts_at is null then 'no such hour'
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

-- The clock on the wall was changed: lessons keep their day and hour. What the new clock skips is owed.
create function retime_lessons() returns trigger language plpgsql as $$
begin
  with skipped as (
    update lessons set state = 'called_off', called_off_because = 'no such hour'
    where state = 'planned' and starts_at > club_now() and club_instant(on_date, make_time(start_hour, 0, 0)) is null
    returning id, booking_id, on_date),
  left_places as (
    update places set state = 'called_off' from skipped
    where places.lesson_id = skipped.id and places.state = 'booked'
    returning places.member_id, skipped.*)
  insert into make_ups (member_id, booking_id, because, from_lesson_id, from_date, until)
  select member_id, booking_id, 'no such hour', id, on_date,
    club_today() + (select make_up_days from policies order by version desc limit 1)
  from left_places;
  update lessons set on_date = on_date where state = 'planned' and starts_at > club_now();
  return null;
end $$;
create trigger lessons_retimed after update of time_zone on club
  for each row when (old.time_zone <> new.time_zone) execute function retime_lessons();

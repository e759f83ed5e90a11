-- Classes that can be booked: rooms, weekly class times, and dated lessons of a class. A lesson is an hour of one member, or
-- a class of many.

-- Exclusion by equality and overlap. A trusted extension: the owner of the database may create it.
create extension if not exists btree_gist;

create table rooms (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60),
  capacity integer not null check (capacity between 1 and 500),
  -- A removed room keeps its past lessons.
  removed_at timestamptz,
  created_at timestamptz not null default club_now()
);
create unique index one_room_a_name on rooms (lower(name)) where removed_at is null;

-- A class's weekly time, room, trainer and capacity. It is added and ended, and never changed.
create table class_times (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references classes (id),
  trainer_id uuid not null references trainers (id),
  room_id uuid not null references rooms (id),
  -- From 1 for Monday to 7 for Sunday.
  weekday integer not null check (weekday between 1 and 7),
  start_hour integer not null check (start_hour between 0 and 23),
  start_minute integer not null check (start_minute between 0 and 55 and start_minute % 5 = 0),
  minutes integer not null check (minutes between 15 and 240),
  capacity integer not null check (capacity between 1 and 500),
  -- Days of the club's calendar, without an end until it is ended.
  valid daterange not null check (not isempty(valid) and not lower_inf(valid)),
  created_at timestamptz not null default club_now(),
  -- Minutes of the week.
  week int4range generated always as (int4range(
    (weekday - 1) * 1440 + start_hour * 60 + start_minute,
    (weekday - 1) * 1440 + start_hour * 60 + start_minute + minutes)) stored,
  constraint ends_the_same_day check (start_hour * 60 + start_minute + minutes <= 1440),
  constraint trainer_free_weekly exclude using gist (trainer_id with =, week with &&, valid with &&),
  constraint room_free_weekly exclude using gist (room_id with =, week with &&, valid with &&)
);
create index class_times_of_class on class_times (class_id);
create index class_times_of_room on class_times (room_id);

-- Only the end of a class time changes.
create function freeze_class_time() returns trigger language plpgsql as $$
begin
  if (new.class_id, new.trainer_id, new.room_id, new.weekday, new.start_hour, new.start_minute, new.minutes, new.capacity, lower(new.valid))
    is distinct from (old.class_id, old.trainer_id, old.room_id, old.weekday, old.start_hour, old.start_minute, old.minutes, old.capacity, lower(old.valid))
    or not old.valid @> new.valid then
    raise exception 'a class time is ended and never changed' using errcode = 'check_violation', constraint = 'class_time_frozen';
  end if;
  return new;
end $$;
create trigger class_time_frozen before update on class_times for each row execute function freeze_class_time();

-- A room has at least as many places as the classes in it.
create function check_room_capacity() returns trigger language plpgsql as $$
declare
  room uuid := case tg_table_name when 'rooms' then new.id else (to_jsonb(new) ->> 'room_id')::uuid end;
  places integer;
begin
  select capacity into places from rooms where id = room for no key update;
  if exists (select from class_times where room_id = room and capacity > places and coalesce(upper(valid), 'infinity') > club_today()) then
    raise exception 'a class has more places than its room' using errcode = 'check_violation', constraint = 'room_has_places';
  end if;
  return null;
end $$;
create trigger room_has_places after insert or update on class_times for each row execute function check_room_capacity();
create trigger room_has_places after update of capacity on rooms for each row execute function check_room_capacity();

-- An hour on sale and a class of one trainer never share a weekly time. Checked at commit, when all rows are written.
create function check_week_of_trainer() returns trigger language plpgsql as $$
declare
  who uuid := coalesce(to_jsonb(new) ->> 'trainer_id', to_jsonb(new) ->> 'id')::uuid;
begin
  perform from trainers where id = who for no key update;
  if exists (
    select from slots s join trainers t on t.id = s.trainer_id
      cross join lateral unnest(t.weekdays) as day
      join class_times c on c.trainer_id = s.trainer_id and coalesce(upper(c.valid), 'infinity') > club_today()
    where s.trainer_id = who and s.removed_at is null
      and array_position(array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'], day) = c.weekday
      and int4range((c.weekday - 1) * 1440 + s.start_hour * 60, (c.weekday - 1) * 1440 + s.start_hour * 60 + 60) && c.week) then
    raise exception 'an hour on sale and a class at one time' using errcode = 'check_violation', constraint = 'slot_or_class';
  end if;
  return null;
end $$;
create constraint trigger slot_or_class after insert on class_times
  deferrable initially deferred for each row execute function check_week_of_trainer();
create constraint trigger slot_or_class after insert or update of start_hour, removed_at on slots
  deferrable initially deferred for each row when (new.removed_at is null) execute function check_week_of_trainer();
create constraint trigger slot_or_class after update of weekdays on trainers
  deferrable initially deferred for each row when (old.weekdays <> new.weekdays) execute function check_week_of_trainer();

alter table lessons
  alter column booking_id drop not null,
  add column kind text not null default 'hour' check (kind in ('hour', 'class')),
  add column start_minute integer not null default 0 check (start_minute between 0 and 55),
  add column minutes integer not null default 60 check (minutes between 15 and 240),
  add column class_id uuid references classes (id),
  add column class_time_id uuid references class_times (id),
  add column room_id uuid references rooms (id),
  -- Places of a class, and how many are taken: counted by a trigger.
  add column capacity integer check (capacity between 1 and 500),
  add column taken integer not null default 0,
  -- Local time: a change of the club's zone moves every instant, and none of these.
  add column span tsrange not null generated always as (tsrange(on_date + make_time(start_hour, start_minute, 0),
    on_date + make_time(start_hour, start_minute, 0) + make_interval(mins => minutes))) stored,
  add constraint hour_or_class check ((kind = 'hour') = (booking_id is not null)
    and num_nonnulls(class_id, class_time_id, room_id, capacity) = case kind when 'class' then 4 else 0 end),
  add constraint hour_lasts_an_hour check (kind = 'class' or (start_minute, minutes) = (0, 60)),
  add constraint within_capacity check (taken between 0 and coalesce(capacity, 0)),
  add constraint trainer_in_one_place exclude using gist (trainer_id with =, span with &&) where (state = 'planned'),
  add constraint room_used_once exclude using gist (room_id with =, span with &&) where (state = 'planned' and room_id is not null);
drop index one_lesson_an_hour;
create index planned_lessons_of_trainer on lessons (trainer_id, on_date, start_hour) where state = 'planned';
create unique index one_lesson_a_week on lessons (class_time_id, on_date) where class_time_id is not null;
create index lessons_of_class on lessons (class_id, starts_at) where class_id is not null;
create index classes_by_time on lessons (starts_at, id) where kind = 'class';
create index lessons_of_room on lessons (room_id, on_date) where room_id is not null;

-- The same as before, for lessons that start within an hour.
create or replace function maintain_lesson() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'called_off' and new.state <> 'called_off' then
    raise exception 'what was called off stays so' using errcode = 'check_violation', constraint = 'stays_called_off';
  end if;
  if new.state = 'planned' then
    new.starts_at := club_instant(new.on_date, make_time(new.start_hour, new.start_minute, 0));
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

-- Only an hour has one member.
create or replace function check_lesson_has_its_member() returns trigger language plpgsql set enable_seqscan to off as $$
declare
  lesson uuid := case tg_table_name when 'lessons' then new.id else (to_jsonb(new) ->> 'lesson_id')::uuid end;
  is_planned boolean := (select state = 'planned' from lessons where id = lesson and kind = 'hour');
begin
  if is_planned <> exists (select from participants where lesson_id = lesson and state = 'booked') then
    raise exception 'a planned lesson has its member' using errcode = 'check_violation', constraint = 'lesson_has_its_member';
  end if;
  return null;
end $$;

-- Hours of a person, with classes taken and given: a class has a row for each clock hour that it touches, since hours begin
-- on the full hour.
create or replace view commitments as
  select p.member_id as person_id, false as gives, l.on_date, l.start_hour, l.trainer_id, l.booking_id, l.id as lesson_id
  from participants p join lessons l on l.id = p.lesson_id
  where p.state = 'booked' and l.state = 'planned' and l.kind = 'hour'
  union all
  select t.user_id, true, l.on_date, l.start_hour, l.trainer_id, l.booking_id, l.id
  from lessons l join trainers t on t.id = l.trainer_id
  where l.state = 'planned' and l.kind = 'hour'
  union all
  select people.id, people.gives, day::date, s.start_hour, t.id, b.id, null
  from bookings b join slots s on s.id = b.slot_id join trainers t on t.id = s.trainer_id
    cross join lateral (values (b.buyer_id, false), (t.user_id, true)) people (id, gives)
    cross join lateral (select coalesce(b.begins_at, club_now()) as begins,
      coalesce(month_end(b.anchor_at, b.month_number, b.carried_days), month_end(club_now(), 1)) as ends) month
    cross join lateral generate_series((begins at time zone club_zone())::date::timestamp,
      (ends at time zone club_zone())::date::timestamp, interval '1 day') day
  where b.state in ('held', 'paying') and (b.state = 'paying' or b.hold_expires_at > club_now())
    and to_char(day, 'FMDay') = any (t.weekdays)
    and (day + make_interval(hours => s.start_hour)) at time zone club_zone() >= begins
    and (day + make_interval(hours => s.start_hour)) at time zone club_zone() < ends
  union all
  select p.member_id, false, l.on_date, hour, l.trainer_id, null, l.id
  from participants p join lessons l on l.id = p.lesson_id
    cross join lateral generate_series(l.start_hour, (l.start_hour * 60 + l.start_minute + l.minutes - 1) / 60) hour
  where p.state = 'booked' and l.state = 'planned' and l.kind = 'class'
  union all
  select t.user_id, true, l.on_date, hour, l.trainer_id, null, l.id
  from lessons l join trainers t on t.id = l.trainer_id
    cross join lateral generate_series(l.start_hour, (l.start_hour * 60 + l.start_minute + l.minutes - 1) / 60) hour
  where l.state = 'planned' and l.kind = 'class';

-- The same as before, for lessons that overlap. An update that changes neither time, trainer nor state is not looked at: the
-- count of places is one.
create or replace function check_one_place() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  for person in execute case
    when tg_table_name = 'participants' then
      'select distinct t.user_id from changed join trainers t on t.user_id = changed.member_id where changed.state = ''booked'' order by 1'
    else
      'with changed as (select changed.* from changed '
      || case tg_op when 'UPDATE' then 'join before using (id)
        where (changed.state, changed.trainer_id, changed.span) is distinct from (before.state, before.trainer_id, before.span)' else '' end
      || ')
      select t.user_id from changed join trainers t on t.id = changed.trainer_id where changed.state = ''planned''
        and exists (select from participants p where p.member_id = t.user_id and p.state = ''booked'')
      union
      select t.user_id from changed join participants p on p.lesson_id = changed.id and p.state = ''booked''
        join trainers t on t.user_id = p.member_id where changed.state = ''planned'' order by 1' end
  loop
    perform advisory_lock('hours of ' || person);
    if exists (
      select from trainers t join lessons given on given.trainer_id = t.id and given.state = 'planned' and given.starts_at > club_now()
        join lessons taken on taken.on_date = given.on_date and taken.span && given.span and taken.state = 'planned'
        join participants p on p.lesson_id = taken.id and p.state = 'booked' and p.member_id = t.user_id
      where t.user_id = person) then
      raise exception 'a trainer cannot give one lesson and take another at the same time'
        using errcode = 'check_violation', constraint = 'one_place_at_a_time';
    end if;
  end loop;
  return null;
end $$;
drop trigger one_place_at_a_time_changed on lessons;
create trigger one_place_at_a_time_changed after update on lessons
  referencing old table as before new table as changed for each statement execute function check_one_place();

-- The same as before, and a trainer who gives or takes a class then cannot give an hour.
create or replace function dates_of_hour(trainer uuid, weekdays text[], start_hour integer, begins timestamptz, ends timestamptz)
returns table (on_date date, starts_at timestamptz, because text) language sql stable as $$
  select day, starts_at, case
    when starts_at is null then 'no such hour'
    when is_closed(day) then 'closed'
    when is_away(trainer, day, start_hour) then 'trainer away'
    when exists (select from lessons l where l.trainer_id = trainer and l.on_date = day and l.state = 'planned'
      and l.span && tsrange(day + make_time(dates_of_hour.start_hour, 0, 0), day + make_interval(hours => dates_of_hour.start_hour + 1)))
      then 'trainer taken'
    when (day, start_hour) in (
      select l.on_date, hour
      from trainers t join participants p on p.member_id = t.user_id and p.state = 'booked'
        join lessons l on l.id = p.lesson_id and l.state = 'planned'
        cross join lateral generate_series(l.start_hour, (l.start_hour * 60 + l.start_minute + l.minutes - 1) / 60) hour
      where t.id = trainer) then 'trainer taken'
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

-- The same as before; a skipped class is not owed, since its place is given back.
create or replace function owe_skipped_hours() returns integer language sql as $$
  with skipped as (
    update lessons set state = 'called_off', called_off_because = 'no such hour'
    where state = 'planned' and starts_at > club_now() and club_instant(on_date, make_time(start_hour, start_minute, 0)) is null
    returning id, booking_id, on_date),
  left_participants as (
    update participants set state = 'called_off' from skipped
    where participants.lesson_id = skipped.id and participants.state = 'booked'
    returning participants.member_id, skipped.*),
  owed as (
    insert into make_ups (member_id, booking_id, because, from_lesson_id, from_date, until)
    select member_id, booking_id, 'no such hour', id, on_date, make_up_end(on_date)
    from left_participants where booking_id is not null returning 1)
  select count(*)::integer from owed
$$;

-- The same as before, for lessons that start within an hour.
create or replace function retime_lessons_ahead() returns integer language sql as $$
  with late as (
    select id, club_instant(on_date, make_time(start_hour, start_minute, 0)) - starts_at as shift
    from lessons where state = 'planned' and starts_at > club_now()
      and starts_at <> club_instant(on_date, make_time(start_hour, start_minute, 0))),
  retimed as (
    update lessons set cover_until = cover_until + shift from late where lessons.id = late.id
    returning lessons.id, starts_at, shift),
  promised as (
    update participants set free_until = least(greatest(free_until, free_until + shift), starts_at)
    from retimed where lesson_id = retimed.id and state = 'booked')
  select count(*)::integer from retimed
$$;

-- Terms of classes, beside those of hours.
alter table policies
  -- Waking hours before a class until which it is given back for nothing.
  add column class_cancellation_hours integer not null default 3 check (class_cancellation_hours between 0 and 72),
  -- Waking minutes after a promotion from the waiting list within which the place is given back for nothing.
  add column promoted_notice_minutes integer not null default 60 check (promoted_notice_minutes between 0 and 720),
  add column book_ahead_days integer not null default 14 check (book_ahead_days between 1 and 42),
  -- Waiting lists that a person may be on at one time.
  add column waiting_lists integer not null default 3 check (waiting_lists between 0 and 20),
  -- Whether a class given back late, or missed, counts as taken.
  add column late_costs boolean not null default true,
  add column missed_costs boolean not null default true,
  -- Hours after a class within which its list can be marked.
  add column list_open_hours integer not null default 24 check (list_open_hours between 1 and 168);

-- A class that had lessons stays, removed.
alter table classes add column removed_at timestamptz;

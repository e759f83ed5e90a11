-- Lessons: dated hours of a paid month, participants, make-ups, and changes of the club's clock.

create table lessons (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  trainer_id uuid not null references trainers (id),
  on_date date not null,
  start_hour integer not null check (start_hour between 0 and 23),
  -- Set by a trigger. A lesson lasts an hour.
  starts_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'called_off')),
  called_off_because text,
  created_at timestamptz not null default club_now(),
  -- Number and time of changes, for subscribed calendars.
  sequence integer not null default 0,
  changed_at timestamptz not null default club_now(),
  -- The trainer who is covered for.
  instead_of uuid references trainers (id) check (instead_of <> trainer_id),
  -- The trainer is absent: until when another trainer may take the lesson before it is called off.
  cover_until timestamptz,
  constraint called_off_says_why check ((state = 'called_off') = (called_off_because is not null)),
  constraint lessons_called_off_because_check check (called_off_because in
    ('refunded', 'month over', 'no such hour', 'given back', 'moved', 'by the club', 'closed', 'paused', 'trainer away'))
);
create index lessons_of_booking on lessons (booking_id, on_date);
create index lessons_of_trainer on lessons (trainer_id, starts_at);
create index lessons_instead_of on lessons (instead_of) where instead_of is not null;
create index lessons_by_time on lessons (on_date, start_hour, id);
create index lessons_of_closed_days on lessons (on_date) where called_off_because = 'closed';
-- The day roster pages through the hours of a day, forwards and backwards.
create index lessons_of_day_roster on lessons (on_date, starts_at, id) where state = 'planned' or called_off_because = 'trainer away';
create index open_covers on lessons (cover_until) where cover_until is not null;
create unique index one_lesson_an_hour on lessons (trainer_id, on_date, start_hour) where state = 'planned';

-- Derives starts_at from the day and the hour, and counts changes for calendars.
create function maintain_lesson() returns trigger language plpgsql as $$
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
create trigger lesson_maintained before insert or update on lessons
  for each row execute function maintain_lesson();

-- Participants: one person's part in a lesson.
create table participants (
  id uuid primary key default gen_random_uuid(),
  lesson_id uuid not null references lessons (id),
  member_id uuid not null references members (user_id),
  state text not null default 'booked',
  -- Deadline of free cancellation, fixed at the time of booking.
  free_until timestamptz not null,
  policy_version integer not null references policies (version),
  booked_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now(),
  constraint participants_state_check check (state in ('booked', 'cancelled', 'late', 'called_off'))
);
create unique index one_member_a_lesson on participants (lesson_id) where state = 'booked';
create index participants_of_lesson on participants (lesson_id);
create index participants_of_member on participants (member_id);

create function check_participant_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'booked' then
      raise exception 'a participation begins booked' using errcode = 'check_violation', constraint = 'legal_participant_transition';
    end if;
  elsif new.state <> old.state and old.state <> 'booked' then
    raise exception 'a participation cannot move from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'legal_participant_transition';
  elsif (new.lesson_id, new.member_id) is distinct from (old.lesson_id, old.member_id) then
    raise exception 'lesson and member of a participation are frozen'
      using errcode = 'check_violation', constraint = 'participant_frozen';
  end if;
  new.changed_at := club_now();
  return new;
end $$;
create trigger participant_transitions before insert or update on participants
  for each row execute function check_participant_transition();

-- A planned lesson has a participant. Sequential scans are off: a connection plans this query once, maybe while the table
-- is small, and a hundred months written at once would then take seconds to commit.
create function check_lesson_has_its_member() returns trigger language plpgsql set enable_seqscan to off as $$
declare
  lesson uuid := case tg_table_name when 'lessons' then new.id else (to_jsonb(new) ->> 'lesson_id')::uuid end;
  is_planned boolean := (select state = 'planned' from lessons where id = lesson);
begin
  if is_planned <> exists (select from participants where lesson_id = lesson and state = 'booked') then
    raise exception 'a planned lesson has its member' using errcode = 'check_violation', constraint = 'lesson_has_its_member';
  end if;
  return null;
end $$;
create constraint trigger lesson_has_its_member after insert or update of state on lessons
  deferrable initially deferred for each row execute function check_lesson_has_its_member();
create constraint trigger lesson_has_its_member after insert or update of state on participants
  deferrable initially deferred for each row execute function check_lesson_has_its_member();

-- Make-ups: hours owed for dates that were paid for and not given.
create table make_ups (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members (user_id),
  booking_id uuid not null references bookings (id),
  because text not null,
  -- The lesson that was called off; null for a date that had no lesson.
  from_lesson_id uuid unique references lessons (id),
  from_date date not null,
  -- The last day on which it can be used.
  until date not null,
  created_at timestamptz not null default club_now(),
  -- The lesson it was used for.
  spent_on uuid constraint spent_once unique references lessons (id),
  granted_by uuid references members (user_id),
  -- The reason that the member reads.
  reason text check (char_length(reason) between 1 and 300),
  -- Deduplication key of the form.
  request_key text unique check (char_length(request_key) between 1 and 200),
  -- The refund of its hour instead.
  refund_id uuid constraint refunded_once unique references refunds (id),
  constraint make_ups_because_check check (because in
    ('no such hour', 'trainer taken', 'given back', 'moved', 'by the club', 'closed', 'paid late', 'paused', 'trainer away',
      'granted')),
  constraint granted_by_somebody check (num_nonnulls(granted_by, reason, request_key) = case because when 'granted' then 3 else 0 end),
  constraint granted_for_no_lesson check (because <> 'granted' or from_lesson_id is null),
  constraint spent_or_refunded check (num_nonnulls(spent_on, refund_id) < 2)
);
create index make_ups_of_member on make_ups (member_id, until);
create index on make_ups (booking_id);
create index on make_ups (granted_by) where granted_by is not null;
create unique index one_make_up_a_date on make_ups (booking_id, from_date)
  where from_lesson_id is null and because <> 'granted';
-- For the job that notifies members of skipped hours.
create index make_ups_of_skipped_hours on make_ups (created_at) where because = 'no such hour';

-- Dates of a trainer's hour within a period; `because` is the reason for a date without a lesson.
create function dates_of_hour(trainer uuid, weekdays text[], start_hour integer, begins timestamptz, ends timestamptz)
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

-- Number of hours of a month before a moment, whatever became of them.
create function count_dates(month uuid, before timestamptz) returns integer language sql stable as $$
  select ((select count(*) from lessons l where booking_id = month and starts_at < before
      and not exists (select from make_ups u where u.spent_on = l.id))
    + (select count(*) from make_ups u join bookings b on b.id = u.booking_id join slots s on s.id = b.slot_id
      where u.booking_id = month and from_lesson_id is null and because <> 'granted'
        and (from_date + make_interval(hours => start_hour)) at time zone club_zone() < before))::integer
$$;

-- Number of hours that a month was sold for, by which the price of one hour is counted. Days that the office added are free
-- and make no hour cheaper.
create function count_dates(month uuid) returns integer language sql stable as $$
  select count_dates(month, (select month_end(anchor_at, month_number, carried_days) from bookings where id = month))
$$;

-- Changes of the clock. Future hours keep their day and wall-clock time, both when the club changes its zone and when a new
-- version of the database brings other rules for it. Calls off lessons whose time is skipped; returns how many.
create function owe_skipped_hours() returns integer language sql as $$
  with skipped as (
    update lessons set state = 'called_off', called_off_because = 'no such hour'
    where state = 'planned' and starts_at > club_now() and club_instant(on_date, make_time(start_hour, 0, 0)) is null
    returning id, booking_id, on_date),
  left_participants as (
    update participants set state = 'called_off' from skipped
    where participants.lesson_id = skipped.id and participants.state = 'booked'
    returning participants.member_id, skipped.*),
  owed as (
    insert into make_ups (member_id, booking_id, because, from_lesson_id, from_date, until)
    select member_id, booking_id, 'no such hour', id, on_date,
      club_today() + (select make_up_days from policies order by version desc limit 1)
    from left_participants returning 1)
  select count(*)::integer from owed
$$;

-- The club changed its zone: deadlines and the dates of months follow the new clock.
create function retime_lessons() returns trigger language plpgsql as $$
begin
  perform owe_skipped_hours();
  update participants set free_until = on_the_new_clock(free_until, old.time_zone)
  from lessons where lessons.id = participants.lesson_id and participants.state = 'booked'
    and lessons.state = 'planned' and starts_at > club_now();
  update lessons set cover_until = on_the_new_clock(cover_until, old.time_zone)
  where state = 'planned' and starts_at > club_now();
  update months set dates_from = on_the_new_clock(dates_from, old.time_zone),
    dates_until = on_the_new_clock(dates_until, old.time_zone);
  return null;
end $$;
create trigger lessons_retimed after update of time_zone on club
  for each row when (old.time_zone <> new.time_zone) execute function retime_lessons();

-- The club changed its zone: months move with it. The begin of a current month stays, since it is the end of the month
-- before it, which is past. A month that may still be paid late moves with the one before it.
create function retime_months() returns trigger language plpgsql as $$
begin
  update bookings set anchor_at = on_the_new_clock(anchor_at, old.time_zone),
    begins_at = case period when 'upcoming' then on_the_new_clock(begins_at, old.time_zone) else begins_at end,
    paid_until = on_the_new_clock(paid_until, old.time_zone)
  where anchor_at is not null and (is_live(state) or follows_id is not null and paid_at is null);
  return null;
end $$;
create trigger months_retimed after update of time_zone on club
  for each row when (old.time_zone <> new.time_zone) execute function retime_months();

-- The zone got other rules: corrects instants of future lessons; returns how many. Deadlines move along, but the time until
-- which a member may cancel never becomes earlier.
create function retime_lessons_ahead() returns integer language sql as $$
  with late as (
    select id, club_instant(on_date, make_time(start_hour, 0, 0)) - starts_at as shift
    from lessons where state = 'planned' and starts_at > club_now()
      and starts_at <> club_instant(on_date, make_time(start_hour, 0, 0))),
  retimed as (
    update lessons set cover_until = cover_until + shift from late where lessons.id = late.id
    returning lessons.id, starts_at, shift),
  promised as (
    update participants set free_until = least(greatest(free_until, free_until + shift), starts_at)
    from retimed where lesson_id = retimed.id and state = 'booked')
  select count(*)::integer from retimed
$$;

-- The zone got other rules: corrects the ends of running months; returns how many. Current months come before upcoming ones,
-- whose begin depends on them.
create function retime_months_ahead() returns integer language plpgsql as $$
declare
  bought bookings;
  begins timestamptz;
  anchor timestamptz;
  ends timestamptz;
  retimed integer := 0;
begin
  for bought in
    select * from bookings
    where is_live(state) and anchor_at is not null and coalesce(paid_until, begins_at) > club_now()
    order by period for no key update
  loop
    begins := case when bought.period = 'current' then bought.begins_at
      else (select paid_until from bookings where id = bought.follows_id) end;
    anchor := case when bought.anchor_at = bought.begins_at then begins else bought.anchor_at end;
    ends := case when bought.paid_until is not null
      then month_end(anchor, bought.month_number, bought.carried_days + bought.extended_days) end;
    continue when (begins, ends) is not distinct from (bought.begins_at, bought.paid_until);
    update bookings set begins_at = begins, anchor_at = anchor, paid_until = ends where id = bought.id;
    update months set dates_from = date_trunc('milliseconds', begins)
    where booking_id = bought.id and dates_from = date_trunc('milliseconds', bought.begins_at);
    update months set dates_until = date_trunc('milliseconds', ends)
    where booking_id = bought.id and dates_until = date_trunc('milliseconds', bought.paid_until);
    retimed := retimed + 1;
  end loop;
  return retimed;
end $$;

-- One person, one place at a time; and make-ups that can be used.

-- When the buyer agreed to another hour of theirs at the same time; null without one.
alter table bookings add column overlap_accepted_at timestamptz;

-- Hours of a person: lessons taken and given, and the dates of months on hold. A lesson that waits for cover counts for
-- its trainer, who may come back. `lesson_id` is null for a month on hold; `trainer_id` gives the hour.
create view commitments as
  select p.member_id as person_id, false as gives, l.on_date, l.start_hour, l.trainer_id, l.booking_id, l.id as lesson_id
  from participants p join lessons l on l.id = p.lesson_id
  where p.state = 'booked' and l.state = 'planned'
  union all
  select t.user_id, true, l.on_date, l.start_hour, l.trainer_id, l.booking_id, l.id
  from lessons l join trainers t on t.id = l.trainer_id
  where l.state = 'planned'
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
    and (day + make_interval(hours => s.start_hour)) at time zone club_zone() < ends;

-- A trainer cannot give one lesson and take another at the same time. The lock serialises concurrent transactions, which
-- do not see each other's rows. Two lessons given at one time violate one_lesson_an_hour. Two lessons taken at one time
-- are legal: people buy for each other.
create function check_one_place() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  for person in execute case tg_table_name
    when 'participants' then
      'select distinct t.user_id from changed join trainers t on t.user_id = changed.member_id where changed.state = ''booked'' order by 1'
    else
      'select t.user_id from changed join trainers t on t.id = changed.trainer_id where changed.state = ''planned''
        and exists (select from participants p where p.member_id = t.user_id and p.state = ''booked'')
      union
      select t.user_id from changed join participants p on p.lesson_id = changed.id and p.state = ''booked''
        join trainers t on t.user_id = p.member_id where changed.state = ''planned'' order by 1' end
  loop
    perform advisory_lock('hours of ' || person);
    if exists (
      select from trainers t join lessons given on given.trainer_id = t.id and given.state = 'planned' and given.starts_at > club_now()
        join lessons taken on taken.starts_at = given.starts_at and taken.state = 'planned'
        join participants p on p.lesson_id = taken.id and p.state = 'booked' and p.member_id = t.user_id
      where t.user_id = person) then
      raise exception 'a trainer cannot give one lesson and take another at the same time'
        using errcode = 'check_violation', constraint = 'one_place_at_a_time';
    end if;
  end loop;
  return null;
end $$;
create trigger one_place_at_a_time after insert on participants
  referencing new table as changed for each statement execute function check_one_place();
create trigger one_place_at_a_time_added after insert on lessons
  referencing new table as changed for each statement execute function check_one_place();
create trigger one_place_at_a_time_changed after update on lessons
  referencing new table as changed for each statement execute function check_one_place();

-- The same as before, and a trainer who takes a lesson then cannot give one.
create or replace function dates_of_hour(trainer uuid, weekdays text[], start_hour integer, begins timestamptz, ends timestamptz)
returns table (on_date date, starts_at timestamptz, because text) language sql stable as $$
  select day, starts_at, case
    when starts_at is null then 'no such hour'
    when is_closed(day) then 'closed'
    when is_away(trainer, day, start_hour) then 'trainer away'
    when exists (select from lessons l where l.trainer_id = trainer and l.on_date = day
      and l.start_hour = dates_of_hour.start_hour and l.state = 'planned') then 'trainer taken'
    when (day, start_hour) in (select l.on_date, l.start_hour
      from trainers t join participants p on p.member_id = t.user_id and p.state = 'booked'
        join lessons l on l.id = p.lesson_id and l.state = 'planned'
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

-- Last day of a make-up for this date, by the current policy. Its term begins on the date, not on the day on which the date
-- was called off.
create function make_up_end(from_date date) returns date language sql stable as $$
  select greatest(club_today(), from_date) + (select make_up_days from policies order by version desc limit 1)
$$;

-- Whether the club caused a make-up: its term stands still while its member cannot choose any hour.
create function is_owed_by_club(because text) returns boolean language sql immutable as $$
  select because not in ('given back', 'moved', 'paused', 'paid late')
$$;

-- The last day on which a job looked whether the member can choose an hour, and the result. On a day without one the term
-- of a make-up owed by the club stands still: the job adds the day.
alter table make_ups add column checked_on date not null default club_today();
alter table make_ups add column was_usable boolean not null default true;
create index make_ups_to_check on make_ups (checked_on, until) where spent_on is null and refund_id is null;

update make_ups set until = greatest(until, make_up_end(from_date))
where because not in ('given back', 'moved') and spent_on is null and refund_id is null and until >= club_today();

create or replace function owe_skipped_hours() returns integer language sql as $$
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
    select member_id, booking_id, 'no such hour', id, on_date, make_up_end(on_date)
    from left_participants returning 1)
  select count(*)::integer from owed
$$;

-- A country changes its summer time: the zone keeps its name and gets other rules, with a new version of the database.
-- What is ahead keeps its day and hour by the clock on the wall, as where the club's zone is changed.

create function owe_skipped_hours() returns integer language sql as $$
  with skipped as (
    update lessons set state = 'called_off', called_off_because = 'no such hour'
    where state = 'planned' and starts_at > club_now() and club_instant(on_date, make_time(start_hour, 0, 0)) is null
    returning id, booking_id, on_date),
  left_places as (
    update places set state = 'called_off' from skipped
    where places.lesson_id = skipped.id and places.state = 'booked'
    returning places.member_id, skipped.*),
  owed as (
    insert into make_ups (member_id, booking_id, because, from_lesson_id, from_date, until)
    select member_id, booking_id, 'no such hour', id, on_date,
      club_today() + (select make_up_days from policies order by version desc limit 1)
    from left_places returning 1)
  select count(*)::integer from owed
$$;

create or replace function retime_lessons() returns trigger language plpgsql as $$
begin
  perform owe_skipped_hours();
  update places set free_until = on_the_new_clock(free_until, old.time_zone)
  from lessons where lessons.id = places.lesson_id and places.state = 'booked'
    and lessons.state = 'planned' and starts_at > club_now();
  update lessons set cover_until = on_the_new_clock(cover_until, old.time_zone)
  where state = 'planned' and starts_at > club_now();
  update months set dates_from = on_the_new_clock(dates_from, old.time_zone),
    dates_until = on_the_new_clock(dates_until, old.time_zone);
  return null;
end $$;

-- The instants as the rules have them now; says what is another one. What was promised of an hour moves with it, but
-- never against its member: until when it can be given back becomes no earlier.
create function retime_lessons_ahead() returns integer language sql as $$
  with late as (
    select id, club_instant(on_date, make_time(start_hour, 0, 0)) - starts_at as shift
    from lessons where state = 'planned' and starts_at > club_now()
      and starts_at <> club_instant(on_date, make_time(start_hour, 0, 0))),
  retimed as (
    update lessons set cover_until = cover_until + shift from late where lessons.id = late.id
    returning lessons.id, starts_at, shift),
  promised as (
    update places set free_until = least(greatest(free_until, free_until + shift), starts_at)
    from retimed where lesson_id = retimed.id and state = 'booked')
  select count(*)::integer from retimed
$$;

-- A month is counted from its anchor, which lies behind unless it follows on somebody else's. One that has the hour now
-- comes before the one that is next.
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
    order by turn desc for no key update
  loop
    begins := case when bought.turn = 'now' then bought.begins_at
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

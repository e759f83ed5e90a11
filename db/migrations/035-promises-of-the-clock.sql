-- The clock on the wall was changed: lessons keep their day and hour, and what was promised of them by that clock
-- follows: until when an hour is given back for nothing, until when another trainer can take it, and which days a
-- month has. What the new clock skips is owed.
create or replace function retime_lessons() returns trigger language plpgsql as $$
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
  update places set free_until = on_the_new_clock(free_until, old.time_zone)
  from lessons where lessons.id = places.lesson_id and places.state = 'booked'
    and lessons.state = 'planned' and starts_at > club_now();
  update lessons set cover_until = on_the_new_clock(cover_until, old.time_zone)
  where state = 'planned' and starts_at > club_now();
  update months set dates_from = on_the_new_clock(dates_from, old.time_zone),
    dates_until = on_the_new_clock(dates_until, old.time_zone);
  return null;
end $$;

-- The instant at which the club's clock shows what another one showed then.
create function on_the_new_clock(moment timestamptz, old_zone text) returns timestamptz language sql stable as $$
  select (moment at time zone old_zone) at time zone club_zone()
$$;

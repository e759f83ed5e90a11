-- A month is sold for the hours until the end that was paid for: days that the office adds are for nothing, and make no
-- hour of it cheaper.

-- How many hours of a month lie before a moment, whatever became of them.
create function count_dates(month uuid, before timestamptz) returns integer language sql stable as $$
  select ((select count(*) from lessons l where booking_id = month and starts_at < before
      and not exists (select from make_ups u where u.spent_on = l.id))
    + (select count(*) from make_ups u join bookings b on b.id = u.booking_id join slots s on s.id = b.slot_id
      where u.booking_id = month and from_lesson_id is null and because <> 'granted'
        and (from_date + make_interval(hours => start_hour)) at time zone club_zone() < before))::integer
$$;

create or replace function count_dates(month uuid) returns integer language sql stable as $$
  select count_dates(month, (select month_end(anchor_at, month_number, carried_days) from bookings where id = month))
$$;

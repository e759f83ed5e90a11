-- A month that is sold while the club changes its zone begins by the former clock: its first date could be later than a
-- date of the new one. Such a month begins with its first date.

create or replace function retime_months_ahead() returns integer language plpgsql as $$
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
  update months set dates_from = dates.first
  from (
    select booking_id, min(starts_at) as first from (
      select booking_id, starts_at from lessons l where not exists (select from make_ups u where u.spent_on = l.id)
      union all
      select m.booking_id, club_instant(m.from_date, make_time(s.start_hour, 0, 0))
      from make_ups m join bookings b on b.id = m.booking_id join slots s on s.id = b.slot_id
      where m.from_lesson_id is null and m.because <> 'granted') dates
    where booking_id in (
      select booking_id from months group by booking_id having count(*) = 1 and min(dates_from) > club_now())
    group by booking_id) dates
  where months.booking_id = dates.booking_id;
  return retimed;
end $$;

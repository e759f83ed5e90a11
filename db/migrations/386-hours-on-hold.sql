-- The dates of months on hold, with buyer and trainer. Both columns can be looked up by an index, so that asking for one
-- person does not compute the dates of everybody's holds.
create view hours_on_hold as
  select b.buyer_id, t.user_id as trainer_user_id, day::date as on_date, s.start_hour, t.id as trainer_id, b.id as booking_id
  from bookings b join slots s on s.id = b.slot_id join trainers t on t.id = s.trainer_id
    cross join lateral (select coalesce(b.begins_at, club_now()) as begins,
      coalesce(month_end(b.anchor_at, b.month_number, b.carried_days), month_end(club_now(), 1)) as ends) month
    cross join lateral generate_series((begins at time zone club_zone())::date::timestamp,
      (ends at time zone club_zone())::date::timestamp, interval '1 day') day
  where b.state in ('held', 'paying') and (b.state = 'paying' or b.hold_expires_at > club_now())
    and to_char(day, 'FMDay') = any (t.weekdays)
    and (day + make_interval(hours => s.start_hour)) at time zone club_zone() >= begins
    and (day + make_interval(hours => s.start_hour)) at time zone club_zone() < ends;

create or replace view commitments as
  select p.member_id as person_id, false as gives, l.on_date, l.start_hour, l.trainer_id, l.booking_id, l.id as lesson_id
  from participants p join lessons l on l.id = p.lesson_id
  where p.state = 'booked' and l.state = 'planned' and l.kind = 'hour'
  union all
  select t.user_id, true, l.on_date, l.start_hour, l.trainer_id, l.booking_id, l.id
  from lessons l join trainers t on t.id = l.trainer_id
  where l.state = 'planned' and l.kind = 'hour'
  union all
  select buyer_id, false, on_date, start_hour, trainer_id, booking_id, null from hours_on_hold
  union all
  select trainer_user_id, true, on_date, start_hour, trainer_id, booking_id, null from hours_on_hold
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

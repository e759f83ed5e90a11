-- An hour is given back, or moved to another of the trainer's free hours, and make-ups are used.

alter table policies
  add column make_ups_a_month integer not null default 2 check (make_ups_a_month between 0 and 31),
  add column make_up_ahead_days integer not null default 7 check (make_up_ahead_days between 1 and 30);

alter table lessons
  drop constraint lessons_called_off_because_check,
  add constraint lessons_called_off_because_check
    check (called_off_because in ('refunded', 'month over', 'no such hour', 'given back', 'moved', 'by the club'));

-- in time, or too late
alter table places
  drop constraint places_state_check,
  add constraint places_state_check check (state in ('booked', 'cancelled', 'late', 'called_off'));

alter table make_ups
  drop constraint make_ups_because_check,
  add constraint make_ups_because_check
    check (because in ('no such hour', 'trainer taken', 'given back', 'moved', 'by the club')),
  -- the lesson that it was used for
  add column spent_on uuid constraint spent_once unique references lessons (id);

-- When people are reminded of tomorrow, by the clock on the wall.
alter table policies add column remind_at time not null default '18:00';
create index lessons_by_time on lessons (on_date, start_hour) where state = 'planned';

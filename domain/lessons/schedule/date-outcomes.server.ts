import { sql } from 'kysely'

/** Join of the lesson `instead`, for which the make-up `owed` was used; null once its month was refunded. */
export const replacementLessonJoin = sql`left join lessons instead
    on instead.id = owed.spent_on and instead.called_off_because is distinct from 'refunded'`

/**
 * SQL for all dates of purchased months and of replacement lessons, to follow `from`; a date without a lesson has a
 * null `lesson_id`. `trainers` is the trainer who gives it. Filter by `member_id`, `booking_id` or `day`.
 */
export const memberDates = sql`(
    select lessons.booking_id, participants.member_id, lessons.id as lesson_id, trainer_id, instead_of, on_date as day, start_hour,
      called_off_because as because, starts_at, starts_at <= club_now() as is_over, participants.state = 'late' as was_late,
      participants.policy_version, free_until, cover_until, make_ups.id as owed_id
    from participants join lessons on lessons.id = participants.lesson_id
      left join make_ups on make_ups.from_lesson_id = lessons.id
    union all
    select make_ups.booking_id, make_ups.member_id, null, slots.trainer_id, null, from_date,
      -- a month that was moved has one hour before and another after the move
      (select months.start_hour from months where months.booking_id = make_ups.booking_id
        and (dates_from at time zone club_zone())::date <= from_date order by dates_from desc limit 1),
      because, null, from_date < club_today(), false, null, null, null, make_ups.id
    from make_ups join bookings on bookings.id = make_ups.booking_id join slots on slots.id = bookings.slot_id
    -- a granted make-up belongs to no date
    where from_lesson_id is null and because <> 'granted') dates
  join trainers on trainers.id = dates.trainer_id
  join bookings on bookings.id = dates.booking_id
  left join make_ups owed on owed.id = owed_id
  ${replacementLessonJoin}`

/** Columns of a date's compensation, given its make-up `owed` and its replacement lesson `instead`. */
export const compensationColumns = sql`
  case when owed.spent_on is null and owed.refund_id is null and owed.until >= club_today() and bookings.state in ('paid', 'ended') then owed.id end as make_up_id,
  instead.on_date as instead_day, instead.start_hour as instead_hour,
  coalesce(owed.spent_on is null and owed.refund_id is null and owed.until < club_today(), false) as ran_out,
  owed.refund_id is not null as was_refunded`

/** Columns of `memberDates`. */
export const memberDateColumns = sql`dates.lesson_id, dates.day, dates.start_hour, dates.because, dates.is_over,
  trainers.name as trainer_name, (select name from trainers where id = dates.instead_of) as instead_of, was_late,
  ${compensationColumns}`

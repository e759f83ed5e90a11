import { sql } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import type { Attendance, Day, ParticipantState } from '#db/tables.ts'
import type { Actor } from '#domain/actor.ts'
import { readAllowancesAt, type Allowance } from '#domain/allowances/allowances.server.ts'
import { requireId } from '#domain/ids.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { t } from '#messages/t.ts'
import { classDeadline } from './locked-class.server.ts'

/** What a member has of a class. */
export type OwnParticipant = {
  state: ParticipantState
  attendance: Attendance | null
  /** Place in the line, from 1; null for a place in the class. */
  position: number | null
  /** End of free cancellation, and its date in the club's time zone. */
  freeUntil: Date
  freeUntilDay: Day
  /** Giving back costs a class now. */
  isLate: boolean
  wasPromoted: boolean
  /** Invited by the trainer or the office: it costs no class. */
  isGuest: boolean
}

/** What the viewer of a class can do with it. */
export type ClassParticipation = {
  isSignedIn: boolean
  own: OwnParticipant | null
  /** End of free cancellation of a place that is booked now, and its date. */
  deadline: Date
  deadlineDay: Day
  isPastDeadline: boolean
  /** The first day on which the class can be booked; null when it can be now. */
  bookableFrom: Day | null
  /** The person's allowances for this day: the first one pays. */
  allowances: Allowance[]
  lateCosts: boolean
  /** Minutes after booking in which giving back is free, late or not. */
  graceMinutes: number
}

/** Returns what the viewer can do with a class that exists. Public. */
export async function readParticipation(actor: Actor, lessonId: string): Promise<ClassParticipation> {
  const id = requireId(lessonId, t('refusal.thisClass'))
  const viewer = actor.kind === 'person' ? actor.id : null
  const policy = await readPolicies()
  const { rows: times } = await sql<{ minutes: number; startsAt: Date }>`
    select start_hour * 60 + start_minute as minutes, starts_at from lessons where id = ${id}`.execute(db)
  const { minutes, startsAt } = times[0]!
  const deadline = classDeadline(policy, minutes)
  const lesson = sql<Omit<ClassParticipation, 'isSignedIn' | 'own' | 'allowances' | 'lateCosts'>>`
    select ${deadline} as deadline, (${deadline} at time zone ${clubZone})::date as deadline_day, ${deadline} <= club_now() as is_past_deadline,
      greatest(0, least(${policy.graceMinutes}::integer, extract(epoch from starts_at - club_now())::integer / 60)) as grace_minutes,
      case when on_date - club_today() > ${policy.bookAheadDays}::integer then on_date - ${policy.bookAheadDays}::integer end as bookable_from
    from lessons where id = ${id}`
  const own = sql<OwnParticipant>`
    select state, attendance, free_until, (free_until at time zone ${clubZone})::date as free_until_day, free_until <= club_now() as is_late,
      promoted_at is not null as was_promoted, invited_by is not null as is_guest,
      case when state = 'waiting' then (select count(*)::integer from participants ahead
        where ahead.lesson_id = own.lesson_id and ahead.state = 'waiting' and ahead.queue_number <= own.queue_number) end as position
    from participants own where lesson_id = ${id} and member_id = ${viewer}::uuid
    order by state in ('booked', 'held', 'waiting') desc, booked_at desc, id limit 1`
  const [{ rows: lessons }, { rows: places }, allowances] = await Promise.all([
    lesson.execute(db),
    own.execute(db),
    viewer === null ? [] : readAllowancesAt(db, viewer, sql<Date>`${startsAt}::timestamptz`),
  ])
  return {
    ...lessons[0]!,
    isSignedIn: viewer !== null,
    own: places[0] ?? null,
    allowances,
    lateCosts: policy.lateCosts,
  }
}

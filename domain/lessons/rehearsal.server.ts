import { sql } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { wakingDeadline } from './lessons.rules.ts'
import { policiesInput, type PoliciesInput, type PolicyValues } from './policies.input.ts'

/** Days before today whose lessons a rehearsal looks at. */
export const rehearsedDays = 90
const mostListed = 50

/** A place that counts as used under one of the two rules only. */
export type RehearsedPlace = {
  participantId: string
  memberId: string
  name: string
  /** Name of the class; null for an hour. */
  title: string | null
  trainerName: string
  day: Day
  outcome: 'given back' | 'missed'
}

/** What other rules would have done in the last 90 days. */
export type Rehearsal = {
  fromDay: Day
  /** Places that were given back or missed. */
  places: number
  /** Places that cost nothing, and would have cost a class or an hour. */
  lost: { items: RehearsedPlace[]; total: number }
  /** Places that cost a class or an hour, and would have cost nothing. */
  kept: { items: RehearsedPlace[]; total: number }
  /** Places in classes that could not have been booked so early. */
  tooEarly: number
}

type EvaluatedPlace = RehearsedPlace & { wasCharged: boolean; isCharged: boolean }

/**
 * Returns what these rules would have cost and saved the members in the last 90 days; writes nothing. Members would have
 * acted differently, which it does not know. Throws `forbidden` without the permission `club.settings`, and `invalid`.
 */
export async function rehearsePolicies(actor: Actor, input: PoliciesInput): Promise<Rehearsal> {
  requirePermission(actor, 'club.settings')
  const rules = parseInput(policiesInput, input)
  const deadlines = await readDeadlines(rules)
  const [{ rows: places }, { rows: early }] = await Promise.all([
    selectPlaces(rules, deadlines).execute(db),
    sql<Pick<Rehearsal, 'fromDay' | 'tooEarly'>>`
      select club_today() - ${rehearsedDays}::integer as from_day, (
        select count(*)::integer from participants join lessons on lessons.id = lesson_id
        where ${isRehearsed} and lessons.kind = 'class' and participants.allowance_id is not null
          and on_date - (booked_at at time zone ${clubZone})::date > ${rules.bookAheadDays}::integer) as too_early`.execute(
      db,
    ),
  ])
  const pick = (isPicked: (place: EvaluatedPlace) => boolean) => {
    const picked = places.filter(isPicked)
    return {
      items: picked.slice(0, mostListed).map(({ wasCharged: _, isCharged: __, ...place }) => place),
      total: picked.length,
    }
  }
  return {
    ...early[0]!,
    places: places.length,
    lost: pick(({ wasCharged, isCharged }) => isCharged && !wasCharged),
    kept: pick(({ wasCharged, isCharged }) => wasCharged && !isCharged),
  }
}

const isRehearsed = sql<boolean>`on_date between club_today() - ${rehearsedDays}::integer and club_today()
  and lessons.state = 'planned' and starts_at <= club_now()`

type Deadline = { kind: 'hour' | 'class'; startMinute: number; daysBefore: number; minute: number }

/** Returns the deadline of free cancellation under these rules, for each kind of lesson and minute at which one starts. */
async function readDeadlines(rules: PolicyValues): Promise<Deadline[]> {
  const { rows } = await sql<Pick<Deadline, 'kind' | 'startMinute'>>`
    select distinct kind, start_hour * 60 + start_minute as start_minute from lessons where ${isRehearsed}`.execute(
    db,
  )
  return rows.map((start) => {
    const hours = start.kind === 'class' ? rules.classCancellationHours : rules.cancellationHours
    return { ...start, ...wakingDeadline(start.startMinute, hours * 60, rules) }
  })
}

/** Statement for the places that were given back or missed, with what each cost and would cost. */
const selectPlaces = (rules: PolicyValues, deadlines: Deadline[]) => sql<EvaluatedPlace>`
  select participant_id, member_id, users.name, title, trainers.name as trainer_name, day, outcome, was_charged,
    outcome = 'missed' and ${rules.missedCosts}
      or outcome = 'given back' and gave_back_at >= free_until and (kind = 'hour' or ${rules.lateCosts}) as is_charged
  from (
    select participants.id as participant_id, participants.member_id, lessons.kind, class_id, trainer_id, on_date as day,
      case when participants.state = 'booked' then 'missed' else 'given back' end as outcome,
      case lessons.kind when 'hour' then participants.state = 'late'
        else is_charged(participants.state, attendance, participants.policy_version) end as was_charged,
      -- an excuse that was withdrawn changed the row after the start
      least(participants.changed_at, starts_at) as gave_back_at,
      case when promoted_at is null then greatest(deadline, least(booked_at + make_interval(mins => ${rules.graceMinutes}), starts_at))
        else least(starts_at, greatest(deadline, add_waking_minutes(promoted_at, ${rules.promotedNoticeMinutes}::integer))) end as free_until
    from participants join lessons on lessons.id = lesson_id
      join jsonb_to_recordset(${JSON.stringify(deadlines)}::jsonb) as starts (kind text, "startMinute" integer, "daysBefore" integer, minute integer)
        on starts.kind = lessons.kind and "startMinute" = start_hour * 60 + start_minute,
      lateral (select (on_date - "daysBefore" + make_interval(mins => minute)) at time zone ${clubZone} as deadline) until
    where ${isRehearsed} and attendance is distinct from 'excused' and invited_by is null
      and (participants.state in ('cancelled', 'late') or lessons.kind = 'class' and participants.state = 'booked' and attendance = 'missed')
      -- the place of a walk-in that was undone
      and not exists (select from visits where visits.lesson_id = lessons.id and visits.member_id = participants.member_id and undone_at is not null)
  ) places join users on users.id = member_id join trainers on trainers.id = trainer_id
    left join classes on classes.id = class_id
  order by day desc, users.name, participant_id`

import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { transaction, type Transaction } from '#db/client.ts'
import type { Day, ParticipantState } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { hasLeft, lockAllowancesAt, type Allowance } from '#domain/allowances/allowances.server.ts'
import { requireOpenClub } from '#domain/club/club.server.ts'
import { lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { formatDay } from '#format/days.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { describeClash, requireBookable } from './bookable-class.server.ts'
import { requireNoHeldPlace } from './held-places.server.ts'
import { freeUntil, lockClass, requireAhead, type LockedClass } from './locked-class.server.ts'
import { isTakenThen, promote } from './promotion.server.ts'

export type ClassBooking = {
  participantId: string
  state: 'booked' | 'waiting'
  /** Place in the line, from 1; null for a place in the class. */
  position: number | null
  freeUntil: Date
  /** The allowance that pays; null in the line and for guests. */
  paidWith: string | null
}

/**
 * Books a place in a class, or one in its line when it is full; the same answer for a second submission. The allowance
 * that ends first pays, or the one that `orderId` names. Throws `not-found`, and `conflict` when the class cannot be
 * booked or is before the club opens, the person is elsewhere then, no class is left, or too many lines are waited in.
 */
export async function bookClass(
  actor: Actor,
  lessonId: string,
  { orderId }: { orderId?: string | undefined } = {},
): Promise<ClassBooking> {
  const person = requirePerson(actor)
  return transaction(async (trx) => {
    const lesson = await lockClass(trx, lessonId)
    const before = await readOwn(trx, person.id, lesson.id)
    requireBookable(lesson)
    await requireOpenClub(lesson.day, trx)
    await lockCommitments(trx, { people: [person.id] })
    if (before?.state === 'booked') return before
    await requireNoHeldPlace(trx, { lessonId: lesson.id, memberId: person.id })
    if (await isTakenThen(trx, person.id, lesson.id))
      throw conflict(await describeClash(trx, person.id, lesson))
    const allowance = await requireAllowance(trx, person, lesson, orderId)
    const free = await promote(trx, lesson, lesson.capacity - lesson.taken)
    if (free === 0 || before !== null) {
      const seated = await readOwn(trx, person.id, lesson.id)
      if (seated !== null && (free === 0 || seated.state === 'booked')) return seated
    }
    const added = await addParticipant(trx, person.id, lesson, free > 0 ? allowance : null, before)
    const when = { title: lesson.title, day: { day: lesson.day }, clock: lesson.clock }
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      summary: message(free > 0 ? 'activity.youBooked' : 'activity.youWait', when),
      detail: lesson.trainerName,
    })
    return added
  })
}

/** Returns what the member has of a class: a place, or one in the line; null without either. */
async function readOwn(trx: Transaction, memberId: string, lessonId: string): Promise<ClassBooking | null> {
  const { rows } = await sql<ClassBooking>`
    select own.id as participant_id, state, free_until, allowance_id as paid_with,
      case when state = 'waiting' then (select count(*)::integer from participants ahead
        where ahead.lesson_id = own.lesson_id and ahead.state = 'waiting' and ahead.queue_number <= own.queue_number) end as position
    from participants own
    where lesson_id = ${lessonId} and member_id = ${memberId} and state in ('booked', 'waiting')`.execute(trx)
  return rows[0] ?? null
}

async function requireAllowance(
  trx: Transaction,
  person: Person,
  { startsAt }: LockedClass,
  orderId?: string,
): Promise<Allowance> {
  const all = await lockAllowancesAt(trx, person.id, sql<Date>`${startsAt}::timestamptz`)
  const allowance = orderId === undefined ? all[0] : all.find((each) => each.orderId === orderId)
  if (!allowance) throw conflict(t('refusal.nothingPaysThisDay'))
  if (!hasLeft(allowance))
    throw conflict(t('refusal.noClassIsLeft', { untilDay: formatDay(allowance.untilDay) }))
  return allowance
}

async function addParticipant(
  trx: Transaction,
  memberId: string,
  lesson: LockedClass,
  allowance: Allowance | null,
  waiting: ClassBooking | null,
): Promise<ClassBooking> {
  const { id: lessonId, policy } = lesson
  const terms = { policyVersion: policy.version, freeUntil: freeUntil(lesson) }
  if (waiting !== null) {
    // after the deadline the first of the line to ask is in
    await trx
      .updateTable('participants')
      .set({ ...terms, state: 'booked', allowanceId: allowance?.orderId ?? null })
      .where('id', '=', waiting.participantId)
      .execute()
  } else {
    if (allowance === null) await requireFewLines(trx, memberId, policy.waitingLists)
    await trx
      .insertInto('participants')
      .values({
        ...terms,
        lessonId,
        memberId,
        state: allowance === null ? 'waiting' : 'booked',
        allowanceId: allowance?.orderId ?? null,
        queueNumber:
          allowance === null
            ? sql<number>`(select coalesce(max(queue_number), 0) + 1 from participants where lesson_id = ${lessonId})`
            : null,
      })
      .execute()
  }
  return (await readOwn(trx, memberId, lessonId))!
}

async function requireFewLines(trx: Transaction, memberId: string, most: number): Promise<void> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::integer as lines from participants join lessons on lessons.id = lesson_id
    where member_id = ${memberId} and participants.state = 'waiting' and lessons.state = 'planned' and starts_at > club_now()`.execute(
    trx,
  )
  if (rows[0]!.lines >= most)
    throw conflict(
      most === 0 ? t('refusal.thisClassIsFull') : t('refusal.youAlreadyWaitFor', { lines: rows[0]!.lines }),
    )
}

/**
 * Gives back the actor's place, or leaves the line. In time it costs nothing; `isLate` reports that it counts as a class.
 * Promotes the next in line in the same transaction. Throws `not-found` without a place, and `conflict` once the class has
 * begun or was called off, and when the actor came to it.
 */
export async function giveBackClass(
  actor: Actor,
  lessonId: string,
): Promise<{ state: ParticipantState; isLate: boolean; day: Day }> {
  const person = requirePerson(actor)
  return transaction(async (trx) => {
    const lesson = await lockClass(trx, lessonId)
    const own = await readOwn(trx, person.id, lesson.id)
    if (!own) throw notFound(t('refusal.yourPlace'))
    requireAhead(lesson)
    const { rows } = await sql<{ state: ParticipantState }>`
      update participants set state = case when state = 'waiting' then 'left' when free_until > club_now() then 'cancelled' else 'late' end
      where id = ${own.participantId} and attendance is distinct from 'attended' returning state`.execute(trx)
    if (!rows[0]) throw conflict(t('refusal.youCameToThisClass'))
    const { state } = rows[0]
    const when = { title: lesson.title, day: { day: lesson.day }, clock: lesson.clock }
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      summary: message(state === 'left' ? 'activity.youNoLongerWait' : 'activity.youGaveBackClass', when),
      detail: state === 'late' ? message('activity.tooLateForTheClass') : lesson.trainerName,
    })
    if (own.state === 'booked') await promote(trx, lesson, lesson.capacity - lesson.taken + 1)
    return { state, isLate: state === 'late', day: lesson.day }
  })
}

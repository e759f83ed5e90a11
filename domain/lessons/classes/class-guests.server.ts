import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { transaction, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { hasLeft, lockAllowancesAt, type Allowance } from '#domain/allowances/allowances.server.ts'
import { requireId } from '#domain/ids.ts'
import { cleanText } from '#domain/input.ts'
import { lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { can } from '#domain/permissions.ts'
import { message, type StoredMessage } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { requireNoHeldPlace } from './held-places.server.ts'
import { freeUntil, lockClass, type LockedClass } from './locked-class.server.ts'
import { isTakenThen } from './promotion.server.ts'

type FoundPerson = { id: string; name: string }
type OwnParticipant = { id: string; state: 'booked' | 'waiting' }

/** A person who can get a place in a class, and the allowance that pays for it; null for a guest, who pays nothing. */
export type PlaceOffer = { memberId: string; name: string; payment: Allowance | null }

/**
 * Returns the person named by full name, email address or member number, and what would pay for their place in a class.
 * Throws as `addGuest`, and `invalid` for an unknown person.
 */
export async function findGuest(actor: Actor, lessonId: string, who: string): Promise<PlaceOffer> {
  const staff = requirePermission(actor, 'attendance.mark')
  return transaction(async (trx) => {
    const lesson = await lockOwnClass(trx, staff, lessonId)
    const person = await findPerson(trx, who)
    const { payment } = await offerPlace(trx, lesson, person)
    return { memberId: person.id, name: person.name, payment }
  })
}

/**
 * Gives a free place of a class to a person, until the day of the class ends. A class of theirs pays if one is left, as
 * when they book; anyone else is a guest and pays nothing. `paidWith` is the allowance that the staff saw, null for a
 * guest. Audited. Returns the person's name. Throws `forbidden` without the permission `attendance.mark`, `not-found`
 * for the class of another trainer or an unknown person, and `conflict` when the class is full, the person cannot come,
 * or another allowance would pay.
 */
export async function addGuest(
  actor: Actor,
  lessonId: string,
  { memberId, paidWith }: { memberId: string; paidWith: string | null },
): Promise<{ name: string }> {
  const staff = requirePermission(actor, 'attendance.mark')
  return transaction(async (trx) => {
    const lesson = await lockOwnClass(trx, staff, lessonId)
    const person = await readPerson(trx, requireId(memberId, t('refusal.thisPerson')))
    const { own, payment } = await offerPlace(trx, lesson, person)
    const allowanceId = payment?.orderId ?? null
    if (allowanceId !== paidWith) throw conflict(t('refusal.whatPaysHasChanged', { name: person.name }))
    await seat(trx, lesson, person, own, { allowanceId, invitedBy: allowanceId === null ? staff.id : null })
    await recordPlace(trx, lesson, person, message(reasonOf(own, allowanceId)))
    await recordAudit(trx, {
      actorId: staff.id,
      action: 'add guest',
      subjectKind: 'member',
      subjectId: person.id,
    })
    return { name: person.name }
  })
}

function reasonOf(own: OwnParticipant | null, allowanceId: string | null) {
  if (allowanceId === null) return 'activity.youAreAGuest'
  return own === null ? 'activity.theClubBookedIt' : 'activity.aPlaceCameFree'
}

async function lockOwnClass(trx: Transaction, staff: Person, lessonId: string): Promise<LockedClass> {
  const lesson = await lockClass(trx, lessonId)
  if (!can(staff, 'attendance.markAll') && lesson.trainerUserId !== staff.id)
    throw notFound(t('refusal.thisClass'))
  if (lesson.state === 'called_off') throw conflict(t('refusal.thisClassHasBeen'))
  if (lesson.daysAhead < 0) throw conflict(t('refusal.thisClassIsOver'))
  return lesson
}

/** Returns what the person has of a class, and the allowance that pays for a place. Throws `conflict`. */
async function offerPlace(
  trx: Transaction,
  lesson: LockedClass,
  person: FoundPerson,
): Promise<{ own: OwnParticipant | null; payment: Allowance | null }> {
  await lockCommitments(trx, { people: [person.id] })
  const own = await readOwnParticipant(trx, person.id, lesson.id)
  if (own?.state === 'booked') throw conflict(t('refusal.alreadyHasAPlace', { name: person.name }))
  await requireFree(trx, lesson, person)
  return { own, payment: await findPayment(trx, person, lesson) }
}

async function readPerson(trx: Transaction, id: string): Promise<FoundPerson> {
  const { rows } = await sql<FoundPerson>`
    select users.id, users.name from users join members on members.user_id = users.id
    where users.id = ${id} and erased_at is null`.execute(trx)
  if (!rows[0]) throw notFound(t('refusal.thisPerson'))
  return rows[0]
}

async function findPerson(trx: Transaction, text: string): Promise<FoundPerson> {
  const who = cleanText(text.slice(0, 320))
  if (who === '') throw invalidAt('who', t('refusal.enterANameAn'))
  const { rows } = await sql<FoundPerson>`
    select users.id, users.name from users join members on members.user_id = users.id
    where erased_at is null and (searchable(users.name) = searchable(${who}) or member_number = ${who}
      or lower(${who}) in (lower(email), lower(contact_email)))
    order by users.id limit 2`.execute(trx)
  if (rows.length > 1) throw invalidAt('who', t('refusal.twoPeopleHaveThis'))
  if (!rows[0]) throw invalidAt('who', t('refusal.weFoundNoOne'))
  return rows[0]
}

/**
 * Gives a free place of a class to a member who comes without one, paid with a class of theirs. Changes nothing for a
 * member with a place. Requires `lockCommitments`. Throws `conflict` when the class is full, or the member has no class
 * left or another lesson then.
 */
export async function seatWalkIn(trx: Transaction, lessonId: string, person: FoundPerson): Promise<void> {
  const lesson = await lockClass(trx, lessonId)
  const own = await readOwnParticipant(trx, person.id, lesson.id)
  if (own?.state === 'booked') return
  await requireFree(trx, lesson, person)
  const payment = await findPayment(trx, person, lesson)
  if (payment === null)
    throw conflict(t('refusal.hasNoClassLeft', { name: person.name, title: lesson.title }))
  await seat(trx, lesson, person, own, { allowanceId: payment.orderId, invitedBy: null })
  await recordPlace(trx, lesson, person, message('activity.youCameToTheDesk'))
}

async function readOwnParticipant(
  trx: Transaction,
  memberId: string,
  lessonId: string,
): Promise<OwnParticipant | null> {
  const { rows } = await sql<OwnParticipant>`
    select id, state from participants
    where lesson_id = ${lessonId} and member_id = ${memberId} and state in ('booked', 'waiting')`.execute(trx)
  return rows[0] ?? null
}

async function requireFree(trx: Transaction, lesson: LockedClass, { id, name }: FoundPerson): Promise<void> {
  await requireNoHeldPlace(trx, { lessonId: lesson.id, memberId: id })
  if (lesson.taken >= lesson.capacity) throw conflict(t('refusal.allPlacesAreTaken'))
  if (await isTakenThen(trx, id, lesson.id)) throw conflict(t('refusal.hasAnotherLessonThen', { name }))
}

/** Returns the allowance that pays for the class; null without a class left. */
async function findPayment(
  trx: Transaction,
  { id }: FoundPerson,
  { startsAt }: LockedClass,
): Promise<Allowance | null> {
  const [first] = await lockAllowancesAt(trx, id, sql<Date>`${startsAt}::timestamptz`)
  return first && hasLeft(first) ? first : null
}

type Payment = { allowanceId: string | null; invitedBy: string | null }

async function seat(
  trx: Transaction,
  lesson: LockedClass,
  { id: memberId }: FoundPerson,
  waiting: OwnParticipant | null,
  payment: Payment,
): Promise<void> {
  const place = {
    ...payment,
    state: 'booked',
    policyVersion: lesson.policy.version,
    // people who waited, and guests, did not ask for what giving back late costs
    freeUntil:
      waiting === null && payment.allowanceId !== null
        ? freeUntil(lesson)
        : sql<Date>`${lesson.startsAt}::timestamptz`,
  } as const
  if (waiting === null)
    await trx
      .insertInto('participants')
      .values({ ...place, lessonId: lesson.id, memberId })
      .execute()
  else await trx.updateTable('participants').set(place).where('id', '=', waiting.id).execute()
}

const recordPlace = (
  trx: Transaction,
  { title, day, clock }: LockedClass,
  { id: userId }: FoundPerson,
  detail: StoredMessage,
) =>
  recordActivity(trx, {
    userId,
    kind: 'booking',
    summary: message('activity.youHaveAPlace', { title, day: { day }, clock }),
    detail,
  })

import { sql } from 'kysely'
import { transaction, type Transaction } from '#db/client.ts'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { hasLeft, readAllowancesAt } from '#domain/allowances/allowances.server.ts'
import { lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { can } from '#domain/permissions.ts'
import { formatDay } from '#format/days.ts'
import { lockClass, type LockedClass } from './locked-class.server.ts'
import { isTakenThen } from './promotion.server.ts'

type FoundPerson = { id: string; name: string }
type OwnPlace = { id: string; state: 'booked' | 'waiting' }

/**
 * Gives a free place of a class to a person named by full name, email address or member number, until the day of the
 * class ends. A person in line pays with a class of theirs if one is left; anyone else is a guest and pays nothing.
 * Audited. Returns the person's name. Throws `forbidden` without the permission `attendance.mark`, `not-found` for the
 * class of another trainer, `invalid` for an unknown person, and `conflict` when the class is full or they cannot come.
 */
export async function addGuest(
  actor: Actor,
  lessonId: string,
  who: string,
): Promise<{ name: string; paysWithClass: boolean }> {
  const staff = requirePermission(actor, 'attendance.mark')
  return transaction(async (trx) => {
    const lesson = await lockClass(trx, lessonId)
    if (!can(staff, 'attendance.markAll') && lesson.trainerUserId !== staff.id) throw notFound('This class')
    if (lesson.state === 'called_off') throw conflict('This class has been called off.')
    if (lesson.daysAhead < 0) throw conflict('This class is over.')
    const person = await findPerson(trx, who)
    await lockCommitments(trx, { people: [person.id] })
    const { rows } = await sql<OwnPlace>`
      select id, state from participants
      where lesson_id = ${lesson.id} and member_id = ${person.id} and state in ('booked', 'waiting')`.execute(
      trx,
    )
    const own = rows[0] ?? null
    if (own?.state === 'booked') throw conflict(`${person.name} already has a place.`)
    if (lesson.taken >= lesson.capacity) throw conflict('All places are taken.')
    if (await isTakenThen(trx, person.id, lesson.id))
      throw conflict(`${person.name} has another lesson then.`)
    const paysWithClass = await seatGuest(trx, staff, lesson, person, own)
    const when = `${lesson.title}, ${formatDay(lesson.day)}, ${lesson.clock}`
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      summary: `You have a place in ${when}`,
      detail: paysWithClass ? 'A place came free.' : 'You are a guest.',
    })
    await recordAudit(trx, {
      actorId: staff.id,
      action: 'add guest',
      subjectKind: 'member',
      subjectId: person.id,
    })
    return { name: person.name, paysWithClass }
  })
}

async function findPerson(trx: Transaction, text: string): Promise<FoundPerson> {
  const who = text.trim().slice(0, 320)
  if (who === '') throw invalidAt('who', 'Enter a name, an email address or a member number.')
  const { rows } = await sql<FoundPerson>`
    select users.id, users.name from users join members on members.user_id = users.id
    where erased_at is null and (searchable(users.name) = searchable(${who}) or member_number = ${who}
      or lower(${who}) in (lower(email), lower(contact_email)))
    order by users.id limit 2`.execute(trx)
  if (rows.length > 1)
    throw invalidAt('who', 'Two people have this name. Enter an email address or a number.')
  if (!rows[0])
    throw invalidAt(
      'who',
      'We found no one with this full name, address or number. The desk adds new people.',
    )
  return rows[0]
}

/** Returns whether the person pays with a class of theirs. */
async function seatGuest(
  trx: Transaction,
  staff: Person,
  { id: lessonId, policy, startsAt }: LockedClass,
  person: FoundPerson,
  waiting: OwnPlace | null,
): Promise<boolean> {
  const starts = sql<Date>`${startsAt}::timestamptz`
  const [first] = waiting === null ? [] : await readAllowancesAt(trx, person.id, starts)
  const allowanceId = first && hasLeft(first) ? first.orderId : null
  const place = {
    state: 'booked',
    allowanceId,
    invitedBy: allowanceId === null ? staff.id : null,
    policyVersion: policy.version,
    freeUntil: starts,
  } as const
  if (waiting === null)
    await trx
      .insertInto('participants')
      .values({ ...place, lessonId, memberId: person.id })
      .execute()
  else await trx.updateTable('participants').set(place).where('id', '=', waiting.id).execute()
  return allowanceId !== null
}

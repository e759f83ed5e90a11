import { clubNow, db, readNow, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Role } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { conflict, notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import type { VacatedLessons } from '#domain/lessons/absences/affected-lessons.server.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { steppedDown } from '#domain/trainers/letters/stepped-down.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { stepDownInput, type StepDownInput } from './trainers.input.ts'
import { withdrawApplication } from './applications.server.ts'
import { retireTrainer } from './retirement.server.ts'
import { ensureMember } from '#domain/members/membership.server.ts'

/** Whose account it is and since when: what an operator reads before changing a role. */
export type AccountFacts = { id: string; name: string; email: string; role: Role; createdAt: Date }

const facts = ['users.id', 'users.name', 'users.email', 'users.createdAt', 'members.role'] as const

/** The account with this address, for the operator; throws `not-found`. */
export async function describeAccount(email: string): Promise<AccountFacts> {
  const row = await db
    .selectFrom('users')
    .leftJoin('members', 'members.userId', 'users.id')
    .select(facts)
    .where('users.email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound(`An account with the e-mail ${email}`)
  return { ...row, role: row.role ?? 'member' }
}

/**
 * Gives an account the role admin or member, on the operator's word. A trainer is retired by it, whose sold hours are
 * answered as `left`, an open application is withdrawn, and bearer tokens end. Throws `not-found`, and
 * `conflict` when it would take away the last admin. Trainers and applicants come about by application only.
 */
export async function grantRole(
  email: string,
  role: 'admin' | 'member',
): Promise<{ before: Role; after: Role; left: VacatedLessons }> {
  const { id } = await describeAccount(email)
  await ensureMember(id)
  try {
    return await transaction(async (trx) => {
      await lockSchedule(trx)
      return { ...(await changeRole(trx, id, role)), after: role }
    })
  } catch (error) {
    if (violates(error, 'last_admin_stays'))
      throw conflict('This is the last admin. Make somebody else admin first.')
    throw error
  }
}

/**
 * Gives a member another role within a transaction, after `beginDaysOff`; answers the one before, and what became of
 * hours that a trainer left. `by` is the admin who does it and their reason; null is the operator, or the person with
 * the operator's link.
 */
export async function changeRole(
  trx: Transaction,
  userId: string,
  role: 'admin' | 'member',
  by: { actorId: string; reason: string } | null = null,
): Promise<{ before: Role; left: VacatedLessons }> {
  const { role: before } = await trx
    .selectFrom('members')
    .select('role')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before === role) return { before, left: { toCover: 0, calledOff: 0 } }
  const left = await retireTrainer(trx, userId, by?.actorId ?? null)
  await withdrawApplication(trx, userId)
  await trx.updateTable('members').set({ role, updatedAt: clubNow }).where('userId', '=', userId).execute()
  await recordAudit(trx, {
    actorId: by?.actorId ?? null,
    action: 'change role',
    subjectKind: 'member',
    subjectId: userId,
    before: { role: before },
    after: { role, reason: by?.reason },
  })
  const summary = role === 'admin' ? 'You became an admin' : 'You are a member again'
  await recordActivity(trx, { userId, kind: 'account', summary, detail: by?.reason })
  return { before, left }
}

/**
 * Makes a trainer or an applicant a member again: a trainer is retired, an application taken back. Answers how many
 * sold hours are offered to other trainers, and how many had to be called off. Admins only; audited, and told to the
 * person by mail and in their activity log. Throws `not-found`, `invalid` without a reason, and `conflict` for
 * anybody else: making and unmaking admins is the operator's.
 */
export async function stepDown(
  actor: Actor,
  id: string,
  input: StepDownInput,
): Promise<{ name: string } & VacatedLessons> {
  const admin = requirePermission(actor, 'roles.change')
  const userId = requireId(id, 'This person')
  const { reason } = parseInput(stepDownInput, input)
  return transaction(async (trx) => {
    await lockSchedule(trx)
    const person = await trx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.userId')
      .select(['users.name', 'members.role'])
      .where('members.userId', '=', userId)
      .forNoKeyUpdate('members')
      .executeTakeFirst()
    if (!person) throw notFound('This person')
    if (person.role !== 'trainer' && person.role !== 'applied')
      throw conflict(`${person.name} is neither a trainer nor an applicant.`)
    const { left } = await changeRole(trx, userId, 'member', { actorId: admin.id, reason })
    const now = await readNow(trx)
    await queueMail(trx, steppedDown, {
      to: { userId },
      // whoever applies again can step down again
      cause: `${userId} ${now.toISOString()}`,
      facts: { was: person.role, reason },
    })
    return { name: person.name, ...left }
  })
}

/** Everybody with an account, newest first, or only those of a role, for the operator. */
export async function describePeople(
  asked: Partial<PageRange> & { role?: Role } = {},
): Promise<Page<AccountFacts>> {
  const { limit, offset } = clampPageRange(asked)
  let people = db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.erasedAt', 'is', null)
  if (asked.role) people = people.where('members.role', '=', asked.role)
  const [items, { total }] = await Promise.all([
    people
      .select(facts)
      .orderBy('users.createdAt', 'desc')
      .orderBy('users.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    people.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

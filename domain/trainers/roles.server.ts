import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, readNow, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Role } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import type { VacatedLessons } from '#domain/lessons/absences/affected-lessons.server.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { ensureMember } from '#domain/members/join-club.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { steppedDown } from '#domain/trainers/letters/stepped-down.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { withdrawApplication } from './applications.server.ts'
import { retireTrainer } from './retirement.server.ts'
import { stepDownInput, type StepDownInput } from './trainers.input.ts'

/** Account details that the operator checks before a role change. */
export type AccountFacts = { id: string; name: string; email: string | null; role: Role; createdAt: Date }

const facts = ['users.id', 'users.name', 'users.email', 'users.createdAt', 'members.role'] as const

/** Returns the account with this address, for the operator. Throws `not-found`. */
export async function describeAccount(email: string): Promise<AccountFacts> {
  const row = await db
    .selectFrom('users')
    .leftJoin('members', 'members.userId', 'users.id')
    .select(facts)
    .where('users.email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound(t('refusal.anAccountWithThe', { email }))
  return { ...row, role: row.role ?? 'member' }
}

/**
 * Gives an account the role admin or member, for the operator. Retires a trainer, withdraws an open application and
 * ends bearer tokens. Returns the former role and the counts of vacated lessons. Throws `not-found`, and `conflict` for
 * the last admin. The other roles come from applications only.
 */
export async function grantRole(
  email: string,
  role: 'admin' | 'member',
): Promise<{ before: Role; after: Role; vacated: VacatedLessons }> {
  const { id } = await describeAccount(email)
  await ensureMember(id)
  try {
    return await transaction(async (trx) => {
      await lockSchedule(trx)
      return { ...(await changeRole(trx, id, role)), after: role }
    })
  } catch (error) {
    if (violates(error, 'last_admin_stays')) throw conflict(t('refusal.thisIsTheLast'))
    throw error
  }
}

/**
 * Changes a member's role within a transaction. Requires `lockSchedule`. Returns the former role and the counts of
 * vacated lessons. Without an admin and a reason the change is the operator's.
 */
export async function changeRole(
  trx: Transaction,
  userId: string,
  role: 'admin' | 'member',
  changedBy: { actorId: string; reason: string } | null = null,
): Promise<{ before: Role; vacated: VacatedLessons }> {
  const { role: before } = await trx
    .selectFrom('members')
    .select('role')
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before === role) return { before, vacated: { toCover: 0, calledOff: 0 } }
  const vacated = await retireTrainer(trx, userId, changedBy?.actorId ?? null)
  await withdrawApplication(trx, userId)
  await trx.updateTable('members').set({ role, updatedAt: clubNow }).where('userId', '=', userId).execute()
  await recordAudit(trx, {
    actorId: changedBy?.actorId ?? null,
    action: 'change role',
    subjectKind: 'member',
    subjectId: userId,
    before: { role: before },
    after: { role, reason: changedBy?.reason },
  })
  const summary = message(role === 'admin' ? 'activity.youBecameAdmin' : 'activity.youAreMemberAgain')
  await recordActivity(trx, { userId, kind: 'account', summary, detail: changedBy?.reason })
  return { before, vacated }
}

/**
 * Makes a trainer or applicant a member again, with a letter, an activity entry and an audit entry. Returns the
 * counts of vacated lessons. Throws `forbidden` without the permission `roles.change`, `not-found`, `invalid` without
 * a reason, and `conflict` for other roles: only the operator changes admins.
 */
export async function stepDown(
  actor: Actor,
  id: string,
  input: StepDownInput,
): Promise<{ name: string } & VacatedLessons> {
  const admin = requirePermission(actor, 'roles.change')
  const userId = requireId(id, t('refusal.thisPerson'))
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
    if (!person) throw notFound(t('refusal.thisPerson'))
    if (person.role !== 'trainer' && person.role !== 'applied')
      throw conflict(t('refusal.isNeitherATrainer', { name: person.name }))
    const { vacated } = await changeRole(trx, userId, 'member', { actorId: admin.id, reason })
    const now = await readNow(trx)
    await queueMail(trx, steppedDown, {
      to: { userId },
      // a person may apply and step down repeatedly
      cause: `${userId} ${now.toISOString()}`,
      facts: { was: person.role, reason },
    })
    return { name: person.name, ...vacated }
  })
}

/** Returns a page of all accounts, newest first, optionally of one role, for the operator. */
export async function describePeople(
  query: Partial<PageRange> & { role?: Role } = {},
): Promise<Page<AccountFacts>> {
  const { limit, offset } = clampPageRange(query)
  let people = db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.erasedAt', 'is', null)
  if (query.role) people = people.where('members.role', '=', query.role)
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

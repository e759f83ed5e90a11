import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, readNow, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { settleAll } from '#db/settle-all.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, requirePermission, type Actor } from '#domain/actor.ts'
import { releaseForDeletion, releaseHoldAsAdmin } from '#domain/checkout/release-hold.server.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { letterLanguage, queueMail } from '#domain/mail/outbox.server.ts'
import { letterAddress } from '#domain/mail/recipient.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { accountDeletionDecided } from '#domain/personal-data/letters/account-decided.ts'
import { accountDeleted } from '#domain/personal-data/letters/account-deleted.ts'
import { accountDeletionReminder } from '#domain/personal-data/letters/account-ends.ts'
import { changeRole } from '#domain/trainers/roles.server.ts'
import { formatIsoDay } from '#format/date-time.ts'
import { formatStored, inEnglish, message, type StoredMessage } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { logError } from '#platform/observability/log.ts'
import {
  closeAccountInput,
  accountDeletionInput,
  type CloseAccountInput,
  type AccountDeletionInput,
} from './account-deletion.input.ts'
import { formatBlocker, type AccountDeletion } from './account-deletion.rules.ts'
import { formerMemberName } from './anonymize.server.ts'
import { readDeletionState } from './deletion-blockers.server.ts'
import { endPaidMonths } from './end-paid-months.server.ts'
import { erasePerson } from './erasure.server.ts'

/** Date of a later deletion; null if the account is gone. */
export type DeletionOutcome = { deletionDate: Date | null }

/** Returns the state and blockers of the person's own deletion. */
export const readAccountDeletion = async (actor: Actor): Promise<AccountDeletion> =>
  readDeletionState(db, requireOwnAccount(actor).id)

/**
 * `readAccountDeletion` of another person. Admins only. Null if the account is erased. Throws `not-found`.
 */
export async function readAccountDeletionOf(actor: Actor, id: string): Promise<AccountDeletion | null> {
  requirePermission(actor, 'accounts.erase')
  const userId = requireId(id, t('refusal.thisPerson'))
  const [{ erasedAt }, open] = await settleAll([findAccount(db, userId), readDeletionState(db, userId)])
  return erasedAt === null ? open : null
}

/**
 * Deletes the person's own account, at once or at the end of the paid months. The caller must have
 * confirmed the person's identity. Throws `conflict` with the blockers.
 */
export async function requestAccountDeletion(
  actor: Actor,
  input: AccountDeletionInput,
): Promise<DeletionOutcome> {
  const { id } = requireOwnAccount(actor)
  const { when } = parseInput(accountDeletionInput, input)
  if (when === 'now') await releaseHolds(id, null, (orderId) => releaseForDeletion(actor, orderId))
  return scheduleOrErase(id, when, null)
}

/**
 * Deletes an account on behalf of the office, for a reason sent by mail. Admins only; audited. Throws
 * `not-found`, `invalid`, and `conflict` with the blockers.
 */
export async function closeAccount(
  actor: Actor,
  id: string,
  input: CloseAccountInput,
): Promise<DeletionOutcome & { name: string }> {
  const admin = requirePermission(actor, 'accounts.erase')
  const userId = requireId(id, t('refusal.thisPerson'))
  if (userId === admin.id) throw conflict(t('refusal.youCanDeleteYour'))
  const { when, reason } = parseInput(closeAccountInput, input)
  const { name, erasedAt, role } = await findAccount(db, userId)
  if (erasedAt !== null) throw conflict(t('refusal.thisAccountHasAlready'))
  if (role === 'admin') throw conflict(t('refusal.isAnAdminOnce', { name }))
  if (when === 'now') await releaseHolds(userId, name, (bookingId) => releaseHoldAsAdmin(actor, bookingId))
  return { name, ...(await scheduleOrErase(userId, when, { adminId: admin.id, reason })) }
}

/** Releases the person's holds. Throws `conflict` if the account cannot be deleted. */
async function releaseHolds(
  userId: string,
  name: string | null,
  end: (bookingId: string) => Promise<unknown>,
): Promise<void> {
  const [open, { timeZone }] = await settleAll([readDeletionState(db, userId), clubFacts()])
  requireNoBlockers(open, timeZone, name)
  for (const bookingId of await findHolds(db, userId)) await end(bookingId)
}

/** Throws `conflict` with the first blocker. `name` is null for the person themselves. */
function requireNoBlockers(
  { blockers: [first] }: AccountDeletion,
  timeZone: string,
  name: string | null,
): void {
  if (first) throw conflict(formatBlocker(first, timeZone, name))
}

/** Returns the account. Throws `not-found`. */
export async function findAccount(from: Queryable, userId: string) {
  const found = await from
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.id', '=', userId)
    .select(['users.name', letterAddress('users').as('address'), 'users.erasedAt', 'members.role'])
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisPerson'))
  return found
}

const findHolds = async (from: Queryable, buyerId: string): Promise<string[]> =>
  (
    await from
      .selectFrom('orders')
      .where('buyerId', '=', buyerId)
      .where('state', 'in', unpaidStates)
      .select('id')
      .execute()
  ).map(({ id }) => id)

/** The deciding admin, null in it for a rule of the club; null for the person themselves. */
type DeletionInitiator = { adminId: string | null; reason: string | StoredMessage } | null

async function scheduleOrErase(
  userId: string,
  when: 'now' | 'later',
  by: DeletionInitiator,
): Promise<DeletionOutcome> {
  return transaction(async (trx) => {
    const open = await lockAccount(trx, userId)
    if (when === 'now' || open.lastDay === null) {
      await eraseAccount(trx, userId, open, by)
      return { deletionDate: null }
    }
    await trx
      .updateTable('members')
      // a decision by the office is not overwritten
      .set(by ? { leavingSince: clubNow, leavingByClub: true } : { leavingSince: clubNow })
      .where('userId', '=', userId)
      .execute()
    await recordActivity(trx, {
      userId,
      kind: 'account',
      summary: message('activity.deletionOn', {
        date: { date: formatIsoDay(open.lastDay, (await clubFacts(trx)).timeZone) },
      }),
      detail: by?.reason,
    })
    await auditDeletion(trx, userId, when, by)
    if (by) await sendDecisionLetter(trx, userId, { goesOn: open.lastDay, reason: inEnglish(by.reason) })
    return { deletionDate: open.lastDay }
  })
}

/**
 * Locks the account, so that no booking starts until the transaction ends, and returns its current state.
 */
export async function lockAccount(trx: Transaction, userId: string): Promise<AccountDeletion> {
  // deletion retires a trainer
  if ((await findAccount(trx, userId)).role === 'trainer') await lockSchedule(trx)
  // in the lock order of bookings
  await sql`select from members where user_id = ${userId} for update`.execute(trx)
  await sql`select from users where id = ${userId} for update`.execute(trx)
  return readDeletionState(trx, userId)
}

/**
 * Erases an account that the caller's transaction has locked, records it, and queues the farewell letter. Throws
 * `conflict` with the first blocker.
 */
export async function eraseAccount(
  trx: Transaction,
  userId: string,
  open: AccountDeletion,
  by: DeletionInitiator,
): Promise<void> {
  const { name, address, role } = await findAccount(trx, userId)
  const { timeZone } = await clubFacts(trx)
  requireNoBlockers(open, timeZone, by && name)
  if ((await findHolds(trx, userId)).length > 0) throw conflict(t('refusal.anHourIsOn'))
  await endPaidMonths(trx, userId)
  if (role !== 'member')
    await changeRole(trx, userId, 'member').catch((error: unknown) => {
      if (violates(error, 'last_admin_stays'))
        throw conflict(formatBlocker({ kind: 'last admin' }, timeZone, by && name))
      throw error
    })
  const { number } = await trx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.bookingId')
    .where('buyerId', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const language = await letterLanguage(trx, userId)
  await erasePerson(trx, userId)
  // records the deletion without the name
  await auditDeletion(
    trx,
    userId,
    'now',
    by && {
      ...by,
      reason: typeof by.reason === 'string' ? by.reason.replaceAll(name, formerMemberName()) : by.reason,
    },
  )
  if (address === null) return
  await queueMail(trx, accountDeleted, {
    to: { name, email: address, language },
    cause: userId,
    facts: () => ({
      byClub: by !== null || open.leavingByClub,
      reason: by && formatStored(by.reason),
      number,
    }),
  })
}

/** Sends the letter about a decision by the office. */
export async function sendDecisionLetter(
  trx: Transaction,
  userId: string,
  facts: { goesOn: Date | null; reason: string | null },
): Promise<void> {
  const now = await readNow(trx)
  // the time is part of the cause, because a cancelled deletion can be decided again
  await queueMail(trx, accountDeletionDecided, {
    to: { userId },
    cause: `${userId} ${now.toISOString()}`,
    facts,
  })
}

const auditDeletion = (trx: Transaction, userId: string, when: 'now' | 'later', by: DeletionInitiator) =>
  recordAudit(trx, {
    actorId: by ? by.adminId : userId,
    action: 'delete account',
    subjectKind: 'member',
    subjectId: userId,
    after: { when, reason: by?.reason },
  })

/**
 * Deletes accounts whose last paid month is over, unless blocked, and reminds accounts on their last day. Stops after
 * `longestMs`; the next run continues. Returns the number of deleted accounts. Run by a job.
 */
export async function deleteDueAccounts(longestMs = 100_000): Promise<number> {
  const began = performance.now()
  const leaving = await db
    .selectFrom('members')
    .where('leavingSince', 'is not', null)
    .orderBy('leavingSince')
    .limit(500)
    .select('userId')
    .execute()
  let deleted = 0
  for (const { userId } of leaving) {
    if (performance.now() - began >= longestMs) break
    try {
      if (await deleteIfDue(userId)) deleted += 1
    } catch (error) {
      // a failure does not block other accounts
      logError(error, { part: 'own-data', userId })
    }
  }
  return deleted
}

async function deleteIfDue(userId: string): Promise<boolean> {
  return transaction(async (trx) => {
    const open = await lockAccount(trx, userId)
    if (open.leavingSince === null) return false
    if (open.lastDay !== null) {
      await sendReminder(trx, userId, open.lastDay, open.leavingByClub)
      return false
    }
    if (open.blockers.length > 0 || (await findHolds(trx, userId)).length > 0) return false
    await eraseAccount(trx, userId, open, null)
    return true
  })
}

async function sendReminder(trx: Transaction, userId: string, lastDay: Date, byClub: boolean): Promise<void> {
  const { isNear } = await trx
    .selectNoFrom(sql<boolean>`${lastDay}::timestamptz < club_now() + interval '1 day'`.as('isNear'))
    .executeTakeFirstOrThrow()
  if (!isNear) return
  const cause = `${userId} ${lastDay.toISOString()}`
  await queueMail(trx, accountDeletionReminder, { to: { userId }, cause, facts: { until: lastDay, byClub } })
}

/** Deletes letters about completed deletions one day after delivery. Run by a job. */
export async function deleteFarewellLetters(): Promise<void> {
  await db
    .deleteFrom('letters')
    .where('letter', '=', accountDeleted.name)
    .where(sql<boolean>`coalesce(handed_over_at, failed_at) < club_now() - interval '1 day'`)
    .execute()
}

/**
 * Erases people again after a backup was restored, regardless of blockers. Returns those that the database
 * refused to erase. Run by the operator.
 */
export async function repeatErasures(
  userIds: readonly string[],
): Promise<{ erased: number; kept: string[] }> {
  const result = { erased: 0, kept: [] as string[] }
  for (const userId of userIds) {
    const known = await db.selectFrom('users').where('id', '=', userId).select('erasedAt').executeTakeFirst()
    if (known?.erasedAt !== null) continue
    try {
      await transaction(async (trx) => {
        await lockAccount(trx, userId)
        await endPaidMonths(trx, userId)
        await changeRole(trx, userId, 'member')
        await erasePerson(trx, userId)
      })
      result.erased += 1
    } catch (error) {
      if (!violates(error, 'last_admin_stays')) throw error
      result.kept.push(userId)
    }
  }
  return result
}

import { sql, type RawBuilder } from 'kysely'
import { conflict } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { logError } from '#platform/observability/log.ts'
import { eraseAccount, lockAccount } from './account-deletion.server.ts'
import { unusedAccountEnds } from './letters/account-unused.ts'
import { retentionDays, type RetentionTerms } from './retention.rules.ts'
import { readRetentionTerms } from './retention.server.ts'

/** A member who was not seen for long and has nothing running. */
export type FormerMember = {
  id: string
  name: string
  email: string | null
  portrait: Portrait | null
  lastSeenOn: Day
  /** First day on which the account is erased at night; null if that was not announced. */
  erasedFrom: Day | null
}

/** Accounts that one decision covers; the rest follows by another one. */
const mostAtOnce = 500
/** Letters and erasures of a run; the next night continues. */
const mostARun = 500

/**
 * Returns a page of the former members, the longest absent first, with the club's terms. Throws `forbidden` without the
 * permission `accounts.erase`.
 */
export async function listFormerMembers(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<FormerMember> & { days: number; isAutomatic: boolean }> {
  requirePermission(actor, 'accounts.erase')
  const { limit, offset } = clampPageRange(range)
  const { formerMemberDays: days, erasesFormerMembers: isAutomatic } = await readRetentionTerms()
  const [{ rows: items }, { rows }] = await Promise.all([
    sql<FormerMember>`
      select users.id, users.name, users.email, ${portraitJson('images', 'users')} as portrait, last_seen_on,
        case when ${isAutomatic} and ${isAnnounced(days)} then erasure_announced_on + ${noticeDays}::integer end as erased_from
      from members join users on users.id = user_id left join images on images.id = photo_id
      where ${isFormerMember(days)}
      order by last_seen_on, user_id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::integer as total from members join users on users.id = user_id
      where ${isFormerMember(days)}`.execute(db),
  ])
  return { items, total: rows[0]!.total, days, isAutomatic }
}

/**
 * Decides to delete all former members, 500 at most; a job deletes them within minutes and emails each. Audited. Returns
 * their number. Throws `forbidden` without the permission `accounts.erase`, and `conflict` unless their number is
 * `expected`, which the office has confirmed.
 */
export async function deleteFormerMembers(actor: Actor, { expected }: { expected: number }): Promise<number> {
  const admin = requirePermission(actor, 'accounts.erase')
  return transaction(async (trx) => {
    const { formerMemberDays: days } = await readRetentionTerms(trx)
    const { rows } = await sql<{ userId: string }>`
      select user_id from members join users on users.id = user_id where ${isFormerMember(days)}
      order by last_seen_on, user_id for update of members`.execute(trx)
    if (rows.length !== expected) throw conflict(t('refusal.theListHasChanged'))
    const leaving = rows.slice(0, mostAtOnce).map(({ userId }) => userId)
    if (leaving.length === 0) return 0
    await trx
      .updateTable('members')
      .set({ leavingSince: clubNow, leavingByClub: true })
      .where('userId', 'in', leaving)
      .execute()
    for (const subjectId of leaving)
      await recordAudit(trx, {
        actorId: admin.id,
        action: 'delete account',
        subjectKind: 'member',
        subjectId,
        after: { when: 'now', reason: message('reason.formerMember', { days }) },
      })
    return leaving.length
  })
}

const noticeDays = retentionDays.formerMemberNotice

/**
 * Tells former members by letter that their accounts will be erased, 500 at most. Returns their number, with those who
 * have no address. Does nothing unless the club erases former members. Run by a job.
 */
export const announceErasures = (): Promise<number> =>
  forEachFormerMember(
    (days) => sql`not ${isAnnounced(days)}`,
    async (trx, userId) => {
      const member = await trx
        .updateTable('members')
        .set({ erasureAnnouncedOn: sql<Day>`club_today()` })
        .where('userId', '=', userId)
        .returning((eb) => [
          'userId',
          eb.ref('lastSeenOn').$notNull().as('lastSeenOn'),
          sql<Day>`club_today() + ${noticeDays}::integer`.as('deletedFrom'),
          sql<boolean>`exists (select from users where id = user_id and email is not null)`.as('hasSignIn'),
        ])
        .executeTakeFirstOrThrow()
      const { lastSeenOn, deletedFrom, hasSignIn } = member
      await queueMail(trx, unusedAccountEnds, {
        to: { userId },
        cause: `${userId} ${deletedFrom}`,
        facts: { lastSeenOn, deletedFrom, hasSignIn },
      })
      return true
    },
  )

/**
 * Erases former members who were told 28 days ago, unless blocked, each with the farewell letter; audited. Stops after
 * `longestMs`. Returns their number. Does nothing unless the club erases former members. Run by a job.
 */
export const eraseFormerMembers = (longestMs: number): Promise<number> =>
  forEachFormerMember(
    (days) => sql`${isAnnounced(days)} and erasure_announced_on <= club_today() - ${noticeDays}::integer`,
    async (trx, userId, { formerMemberDays }) => {
      const open = await lockAccount(trx, userId)
      if (open.blockers.length > 0) return false
      const reason = message('reason.notUsed', { days: formerMemberDays })
      await eraseAccount(trx, userId, open, { adminId: null, reason })
      return true
    },
    longestMs,
  )

type Condition = (days: number) => RawBuilder<unknown>

/** Runs `change` for each former member that meets the condition, in a transaction that has locked the member. */
async function forEachFormerMember(
  condition: Condition,
  change: (trx: Transaction, userId: string, terms: RetentionTerms) => Promise<boolean>,
  longestMs = Infinity,
): Promise<number> {
  const terms = await readRetentionTerms()
  if (!terms.erasesFormerMembers) return 0
  const began = performance.now()
  const isConcerned = sql`${isFormerMember(terms.formerMemberDays)} and ${condition(terms.formerMemberDays)}`
  const { rows: found } = await sql<{ userId: string }>`
    select user_id from members join users on users.id = user_id where ${isConcerned}
    order by last_seen_on, user_id limit ${mostARun}`.execute(db)
  let changed = 0
  for (const { userId } of found) {
    if (performance.now() - began >= longestMs) break
    try {
      const isChanged = await transaction(async (trx) => {
        const { rows } = await sql`select from members join users on users.id = user_id
          where user_id = ${userId} and ${isConcerned} for update of members`.execute(trx)
        return rows.length > 0 && change(trx, userId, terms)
      })
      if (isChanged) changed += 1
    } catch (error) {
      // a failure does not block other accounts
      logError(error, { part: 'tidy', userId })
    }
  }
  return changed
}

/** SQL predicate on former members: the erasure was announced after they were last seen. */
const isAnnounced = (days: number) => sql<boolean>`
  coalesce(erasure_announced_on > club_today() - ${days}::integer, false)`

/** SQL predicate on `members` joined with `users`: nothing happened for so many days, and nothing is running or owed. */
const isFormerMember = (days: number) => sql<boolean>`
  role = 'member' and duty is null and erased_at is null and leaving_since is null
  and last_seen_on < club_today() - ${days}::integer
  and not exists (select from bookings where buyer_id = user_id
    and (is_live(state) or coalesce(paid_until, changed_at) > club_now() - make_interval(days => ${days}::integer)))
  and not exists (select from orders where user_id in (buyer_id, holder_id) and kind <> 'hour'
    and (state in ('held', 'paying', 'paid', 'refund_due') or changed_at > club_now() - make_interval(days => ${days}::integer)))
  and not exists (select from participants join lessons on lessons.id = lesson_id
    where participants.member_id = user_id and on_date > club_today() - ${days}::integer)
  and not exists (select from make_ups where make_ups.member_id = user_id
    and spent_on is null and refund_id is null and until >= club_today())
  and not exists (select from memberships where memberships.member_id = user_id and memberships.state <> 'over')
  and not exists (select from opening_balances balance where balance.member_id = user_id
    and coalesce(runs_until >= club_today(), credits_left > 0, next_charge_on >= club_today()))`

import { sql } from 'kysely'
import { clubNow, db, transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { conflict } from '#core/errors.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import { readRetentionTerms } from './retention.server.ts'

/** A member who was not seen for long and has nothing running. */
export type FormerMember = {
  id: string
  name: string
  email: string | null
  portrait: Portrait | null
  lastSeenOn: Day
}

/** Accounts that one decision covers; the rest follows by another one. */
const mostAtOnce = 500

/**
 * Returns a page of the former members, the longest absent first, with the club's number of days. Throws `forbidden`
 * without the permission `accounts.erase`.
 */
export async function listFormerMembers(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<FormerMember> & { days: number }> {
  requirePermission(actor, 'accounts.erase')
  const { limit, offset } = clampPageRange(range)
  const { formerMemberDays: days } = await readRetentionTerms()
  const [{ rows: items }, { rows }] = await Promise.all([
    sql<FormerMember>`
      select users.id, users.name, users.email, ${portraitJson('images', 'users')} as portrait, last_seen_on
      from members join users on users.id = user_id left join images on images.id = photo_id
      where ${isFormerMember(days)}
      order by last_seen_on, user_id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::integer as total from members join users on users.id = user_id
      where ${isFormerMember(days)}`.execute(db),
  ])
  return { items, total: rows[0]!.total, days }
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
    if (rows.length !== expected)
      throw conflict('The list has changed since you opened this page. Look at it again, please.')
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
        after: { when: 'now', reason: `Former member, not seen for ${days} days` },
      })
    return leaving.length
  })
}

/** SQL predicate on `members` joined with `users`: nothing happened for so many days, and nothing is running or owed. */
const isFormerMember = (days: number) => sql<boolean>`
  role = 'member' and erased_at is null and leaving_since is null
  and last_seen_on < club_today() - ${days}::integer
  and not exists (select from bookings where buyer_id = user_id
    and (is_live(state) or coalesce(paid_until, changed_at) > club_now() - make_interval(days => ${days}::integer)))
  and not exists (select from orders where user_id in (buyer_id, holder_id) and kind <> 'hour'
    and (state in ('held', 'paying', 'paid', 'refund_due') or changed_at > club_now() - make_interval(days => ${days}::integer)))
  and not exists (select from participants join lessons on lessons.id = lesson_id
    where participants.member_id = user_id and on_date > club_today() - ${days}::integer)
  and not exists (select from make_ups where make_ups.member_id = user_id
    and spent_on is null and refund_id is null and until >= club_today())`

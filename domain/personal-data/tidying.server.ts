import { sql } from 'kysely'
import { clubZone, db, transaction, type Queryable } from '#db/client.ts'
import { sendsMail } from '#platform/mail.ts'
import { log, logError } from '#platform/observability/log.ts'
import { lockAccount } from './account-deletion.server.ts'
import { erasePerson } from './erasure.server.ts'
import { announceErasures, eraseFormerMembers } from './former-members.server.ts'
import { retentionDays } from './retention.rules.ts'
import { deleteExpiredData } from './retention.server.ts'

/** Hours of the club's clock, from the first to before the second, in which few people are about. */
const night = [2, 6] as const
const accountsARun = 200
/** In milliseconds; the next hour continues. */
const longestErasing = 2 * 60_000

/** Deletes what is past its time if it is night at the club. Run by a job. */
export async function tidyAtNight(): Promise<void> {
  const { hour } = await db
    .selectNoFrom(sql<number>`extract(hour from club_now() at time zone ${clubZone})::integer`.as('hour'))
    .executeTakeFirstOrThrow()
  if (hour < night[0] || hour >= night[1]) return
  // before the accounts, each of which is looked for in every letter and log entry
  const expired = await deleteExpiredData()
  const deleted = {
    accounts: await eraseUnconfirmedAccounts(),
    'former members': await eraseFormerMembers(longestErasing),
    ...expired,
  }
  const announced = await announceErasures()
  if (announced > 0) log.info({ part: 'tidy', announced }, 'Former members were told that their accounts end')
  if (Object.values(deleted).some((rows) => rows > 0))
    log.info({ part: 'tidy', deleted }, 'Data was deleted after its time')
}

/**
 * SQL predicate on `users` joined with `members`: the address was never confirmed, and nothing happened in the account
 * since its sign-up.
 */
const isUnusedAccount = sql<boolean>`
  not email_verified and erased_at is null and role = 'member' and leaving_since is null
  and users.created_at < club_now() - make_interval(days => ${retentionDays.unconfirmedAccounts}::integer)
  and not exists (select from sessions where sessions.user_id = users.id and expires_at > least(now(), club_now()))
  and not exists (select from bookings where buyer_id = users.id)
  and not exists (select from make_ups where member_id = users.id)
  and not exists (select from posts where author_id = users.id)
  and not exists (select from post_clicks where post_clicks.user_id = users.id)
  and not exists (select from reports where reporter_id = users.id)
  and not exists (select from trainer_applications where trainer_applications.user_id = users.id)
  and not exists (select from trainers where trainers.user_id = users.id)
  and not exists (select from audit_entries where actor_id = users.id)`

const unusedAccounts = (from: Queryable) =>
  from
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where(isUnusedAccount)
    .select('users.id')

/**
 * Erases accounts whose address was never confirmed and that were never used, without an email: the address may be
 * someone else's. Stops after `longestMs`. Returns their number. Does nothing in a club that sends no mail, where no
 * address can be confirmed.
 */
export async function eraseUnconfirmedAccounts(longestMs = longestErasing): Promise<number> {
  if (!sendsMail()) return 0
  const began = performance.now()
  const found = await unusedAccounts(db).limit(accountsARun).execute()
  let erased = 0
  for (const { id } of found) {
    if (performance.now() - began >= longestMs) break
    try {
      erased += await transaction(async (trx) => {
        await lockAccount(trx, id)
        if (!(await unusedAccounts(trx).where('users.id', '=', id).executeTakeFirst())) return 0
        await erasePerson(trx, id)
        return 1
      })
    } catch (error) {
      // a failure does not block other accounts
      logError(error, { part: 'tidy', userId: id })
    }
  }
  return erased
}

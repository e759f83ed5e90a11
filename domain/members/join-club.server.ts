import { sql } from 'kysely'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { offeredLanguages } from '#domain/club/club.server.ts'
import { message } from '#format/stored-message.ts'
import { requestLanguage } from '#messages/t.ts'
import { sendVerificationLetter } from './email-address.server.ts'

/**
 * Creates the member record of an identity if it is missing. Idempotent and safe under concurrency. `made`
 * is true if this call created it.
 */
export async function ensureMember(userId: string): Promise<{ made: boolean }> {
  return transaction((trx) => joinClub(trx, userId, null))
}

/** Minutes in which a program can complete the sign-up that it began. */
const joinMinutes = 10

/** Makes members of accounts whose sign-up was not completed. Run by a job. */
export async function joinIdentities(): Promise<void> {
  const identities = await db
    .selectFrom('users')
    .leftJoin('members', 'members.userId', 'users.id')
    .where('members.userId', 'is', null)
    .where('erasedAt', 'is', null)
    .where('users.createdAt', '<', sql<Date>`${clubNow} - make_interval(mins => ${joinMinutes})`)
    .select('users.id')
    .limit(100)
    .execute()
  for (const { id } of identities) await ensureMember(id)
}

/** Returns the language of the page, for letters; '' for the club's own. */
function languageOfRequest(): string {
  const language = requestLanguage()
  return language === null || language === offeredLanguages()[0] ? '' : language
}

/**
 * `ensureMember` within a transaction. Asks new members to confirm an unconfirmed address. `photoId` is
 * used for a new record only.
 */
export async function joinClub(
  trx: Transaction,
  userId: string,
  photoId: string | null,
): Promise<{ made: boolean }> {
  const row = await trx
    .insertInto('members')
    .values({ userId, photoId, language: languageOfRequest() })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (!row) return { made: false }
  await recordActivity(trx, { userId, kind: 'account', summary: message('activity.youJoined') })
  await sendVerificationLetter(trx, userId)
  return { made: true }
}

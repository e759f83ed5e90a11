import { transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { sendVerificationLetter } from './email-address.server.ts'

/**
 * Creates the member record of an identity if it is missing. Idempotent and safe under concurrency. `made`
 * is true if this call created it.
 */
export async function ensureMember(userId: string): Promise<{ made: boolean }> {
  return transaction((trx) => joinClub(trx, userId, null))
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
    .values({ userId, photoId })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (!row) return { made: false }
  await recordActivity(trx, { userId, kind: 'account', summary: 'You joined the club' })
  await sendVerificationLetter(trx, userId)
  return { made: true }
}

import { transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { sendVerificationLetter } from './email-address.server.ts'

/**
 * Makes the club's member record of an identity unless it is there already; any number of times, also at
 * once. Answers whether this call made it.
 */
export async function ensureMember(userId: string): Promise<{ made: boolean }> {
  return transaction((trx) => joinClub(trx, userId, null))
}

/** `ensureMember` as part of a transaction; asks a newcomer whether the address is theirs, unless it is proved; a given photo is taken over only into a new record. */
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

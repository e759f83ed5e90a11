import { sql, type Selectable } from 'kysely'
import { db, transaction, type Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import { refusalsUntilPause } from './retry.rules.ts'

type AttemptedLetter = Pick<Selectable<Tables['letters']>, 'newsletterId' | 'tries'>

/** Pauses the waiting letters of a newsletter, or resumes them with all attempts. Returns their number. */
export async function setLettersPaused(
  trx: Transaction,
  newsletterId: string,
  paused: boolean,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('letters')
    .set({ paused, ...(!paused && { tries: 0, nextTryAt: sql<Date>`club_now()` }) })
    .where('newsletterId', '=', newsletterId)
    .where('nextTryAt', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Counts a refused first attempt of a newsletter. Several in a row are about the club and not about its readers, so
 * they pause the newsletter, with the server's reply for admins.
 */
export async function countRefusal({ newsletterId, tries }: AttemptedLetter, reply: string): Promise<void> {
  if (newsletterId === null || tries > 1) return
  await transaction(async (trx) => {
    const counted = await trx
      .updateTable('newsletters')
      .set((eb) => ({ refusedInARow: eb('refusedInARow', '+', 1) }))
      .where('id', '=', newsletterId)
      .where('state', '=', 'sending')
      .returning(['refusedInARow', 'writtenAt'])
      .returning((eb) =>
        eb
          .selectFrom('newsletterSums')
          .where('newsletterId', '=', newsletterId)
          .select('letters')
          .as('letters'),
      )
      .executeTakeFirst()
    if (!counted) return
    const { refusedInARow, writtenAt, letters } = counted
    const isAll = writtenAt !== null && refusedInARow >= Number(letters)
    if (refusedInARow < refusalsUntilPause && !isAll) return
    if ((await setLettersPaused(trx, newsletterId, true)) === 0) return
    await trx
      .updateTable('newsletters')
      .set({ state: 'paused', pauseReason: reply })
      .where('id', '=', newsletterId)
      .execute()
  })
}

/** Ends the count of refusals, because the server accepted a letter. */
export async function endRefusals({ newsletterId }: AttemptedLetter): Promise<void> {
  if (newsletterId === null) return
  await db
    .updateTable('newsletters')
    .set({ refusedInARow: 0 })
    .where('id', '=', newsletterId)
    .where('refusedInARow', '>', 0)
    .execute()
}

import { clubNow, db } from '#db/client.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { optionalLetterKinds, type OptionalLetterKind } from '#domain/mail/letter.ts'

/** Returns the optional kinds of letters that the person wants. */
export async function readLetterPreferences(actor: Actor): Promise<OptionalLetterKind[]> {
  const { unwantedLetters } = await db
    .selectFrom('members')
    .where('userId', '=', requireOwnAccount(actor).id)
    .select('unwantedLetters')
    .executeTakeFirstOrThrow()
  return optionalLetterKinds.filter((kind) => !unwantedLetters.includes(kind))
}

/** Saves the optional kinds of letters that the person wants. Unknown kinds are ignored. */
export async function saveLetterPreferences(actor: Actor, wanted: readonly string[]): Promise<void> {
  await db
    .updateTable('members')
    .set({
      unwantedLetters: optionalLetterKinds.filter((kind) => !wanted.includes(kind)),
      updatedAt: clubNow,
    })
    .where('userId', '=', requireOwnAccount(actor).id)
    .execute()
}

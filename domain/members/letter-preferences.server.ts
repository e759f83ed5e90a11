import { clubNow, db } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { optionalLetterKinds, type OptionalLetterKind } from '#domain/mail/letter.ts'

/** The kinds of letters that the one who asks wants; the others are always sent. */
export async function readLetterPreferences(actor: Actor): Promise<OptionalLetterKind[]> {
  const { unwantedLetters } = await db
    .selectFrom('members')
    .where('userId', '=', requirePerson(actor).id)
    .select('unwantedLetters')
    .executeTakeFirstOrThrow()
  return optionalLetterKinds.filter((kind) => !unwantedLetters.includes(kind))
}

/** Chooses the kinds of letters to get from now on; what is no kind is passed over. */
export async function saveLetterPreferences(actor: Actor, wanted: readonly string[]): Promise<void> {
  await db
    .updateTable('members')
    .set({
      unwantedLetters: optionalLetterKinds.filter((kind) => !wanted.includes(kind)),
      updatedAt: clubNow,
    })
    .where('userId', '=', requirePerson(actor).id)
    .execute()
}

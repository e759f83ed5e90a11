import { clubNow, db } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { optionalKinds, type OptionalKind } from '#domain/mail/letter.ts'

/** The kinds of letters that the one who asks wants; the others are always sent. */
export async function readLetterChoices(actor: Actor): Promise<OptionalKind[]> {
  const { unwantedLetters } = await db
    .selectFrom('members')
    .where('userId', '=', requirePerson(actor).id)
    .select('unwantedLetters')
    .executeTakeFirstOrThrow()
  return optionalKinds.filter((kind) => !unwantedLetters.includes(kind))
}

/** Chooses the kinds of letters to get from now on; what is no kind is passed over. */
export async function saveLetterChoices(actor: Actor, wanted: readonly string[]): Promise<void> {
  await db
    .updateTable('members')
    .set({ unwantedLetters: optionalKinds.filter((kind) => !wanted.includes(kind)), updatedAt: clubNow })
    .where('userId', '=', requirePerson(actor).id)
    .execute()
}

import { DomainError } from '#core/errors.ts'
import { db } from '#db/client.ts'
import type { Actor } from '#domain/actor.ts'
import { offeredLanguages } from '#domain/club/club.server.ts'
import type { Language } from '#messages/languages.ts'
import { t } from '#messages/t.ts'

/** Stores the language of a person's letters, and returns it. Throws `invalid` for a language that is not offered. */
export async function chooseLanguage(actor: Actor, typed: unknown): Promise<Language> {
  const language = offeredLanguages().find((each) => each === typed)
  if (!language) throw new DomainError('invalid', t('refusal.chooseALanguageFrom'))
  if (actor.kind === 'person')
    await db.updateTable('members').set({ language }).where('userId', '=', actor.id).execute()
  return language
}

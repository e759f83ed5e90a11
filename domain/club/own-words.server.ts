import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError, notFound, type FieldErrors } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import type { Language } from '#messages/languages.ts'
import { t } from '#messages/t.ts'
import { evictClub, offeredLanguages, readOriginalCopy } from './club.server.ts'

export const ownTextGroups = ['firstPage', 'otherPages', 'classes', 'priceList', 'agreements'] as const

/** A text that the club wrote, and its words in another language; '' without any. */
export type OwnText = {
  key: string
  group: (typeof ownTextGroups)[number]
  source: string
  words: string
}

/** Returns the languages that the club offers beside its own. Throws `forbidden` without `club.settings`. */
export function listOtherLanguages(actor: Actor): Language[] {
  requirePermission(actor, 'club.settings')
  return offeredLanguages().slice(1)
}

/**
 * Returns the club's texts with their words in one of its other languages: those of the first page, of other pages, of
 * at most 200 classes and offers each, and of the agreement. Throws `forbidden` without the permission `club.settings`,
 * and `not-found` for a language that the club does not offer.
 */
export async function readOwnTexts(actor: Actor, language: string): Promise<OwnText[]> {
  if (!listOtherLanguages(actor).some((each) => each === language)) throw notFound(t('refusal.thisLanguage'))
  const [sources, translations] = await Promise.all([
    listSources(),
    db.selectFrom('translations').where('language', '=', language).select(['source', 'words']).execute(),
  ])
  const wordsOf = new Map(translations.map(({ source, words }) => [source, words]))
  return sources.map((each) => ({ ...each, words: wordsOf.get(each.source) ?? '' }))
}

/**
 * Saves the words of texts in another language, by their keys; an empty one shows the club's own words again. Texts that
 * are gone are forgotten. Audited with their number. Returns how many changed. Throws as `readOwnTexts`, and `invalid`
 * with a message per key.
 */
export async function saveOwnWords(
  actor: Actor,
  language: string,
  typed: ReadonlyMap<string, string>,
): Promise<{ changed: number }> {
  const admin = requirePermission(actor, 'club.settings')
  const texts = await readOwnTexts(actor, language)
  const changed = texts.flatMap(({ key, source, words }) => {
    const now = (typed.get(key) ?? words).replaceAll('\r\n', '\n').trim()
    return now === words ? [] : [{ key, source, words: now }]
  })
  requireValid(changed)
  if (changed.length === 0) return { changed: 0 }
  await transaction(async (trx) => {
    const kept = changed.filter(({ words }) => words !== '')
    const emptied = changed.filter(({ words }) => words === '').map(({ source }) => source)
    const current = texts.map(({ source }) => source).filter((source) => !emptied.includes(source))
    await sql`delete from translations where language = ${language} and source <> all (${current}::text[])`.execute(
      trx,
    )
    if (kept.length > 0)
      await trx
        .insertInto('translations')
        .values(kept.map(({ source, words }) => ({ language, source, words })))
        .onConflict((same) =>
          same.columns(['language', 'sourceKey']).doUpdateSet((eb) => ({ words: eb.ref('excluded.words') })),
        )
        .execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'translate club',
      subjectKind: 'club',
      subjectId: 'club',
      after: { language, texts: changed.length },
    })
  })
  evictClub()
  return { changed: changed.length }
}

/** Health questions are one a line, so their translation has as many. */
const lineCount = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length

function requireValid(changed: { key: string; source: string; words: string }[]): void {
  const errors: FieldErrors = {}
  for (const { key, source, words } of changed) {
    if (words.length > bounds.ownWords.most)
      errors[key] = [t('refusal.wordsTooLong', { most: bounds.ownWords.most })]
    else if (words !== '' && lineCount(words) !== lineCount(source))
      errors[key] = [t('refusal.asManyParagraphs', { count: lineCount(source) })]
  }
  const [first] = Object.values(errors).flat()
  if (first !== undefined) throw new DomainError('invalid', first, { errors })
}

type Source = Omit<OwnText, 'words'>

async function listSources(): Promise<Source[]> {
  const [copy, classes, offers, waiver] = await Promise.all([
    readOriginalCopy(),
    db
      .selectFrom('classes')
      .where('removedAt', 'is', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(200)
      .select(['title', 'description'])
      .execute(),
    db
      .selectFrom('offers')
      .where('withdrawnAt', 'is', null)
      .orderBy('kind')
      .orderBy('priceCents')
      .orderBy('id')
      .limit(200)
      .select(['title', 'description'])
      .execute(),
    db.selectFrom('waivers').orderBy('version', 'desc').limit(1).select(['words', 'questions']).execute(),
  ])
  const ofGroup = (group: Source['group'], texts: (string | null)[]) =>
    texts.filter((source) => source !== null && source !== '').map((source) => ({ group, source: source! }))
  const all = [
    ...ofGroup('firstPage', [
      ...copy.headlines.flatMap((line, index) => [line, copy.taglines[index] ?? '']),
      ...copy.points,
      ...copy.serviceNames.flatMap((name, index) => [name, copy.serviceLines[index] ?? '']),
    ]),
    ...ofGroup('otherPages', [copy.atTheDoor, copy.about]),
    ...ofGroup(
      'classes',
      classes.flatMap(({ title, description }) => [title, description]),
    ),
    ...ofGroup(
      'priceList',
      offers.flatMap(({ title, description }) => [title, description]),
    ),
    ...ofGroup(
      'agreements',
      waiver.flatMap(({ words, questions }) => [words, questions]),
    ),
  ]
  // a text that stands in two places is translated once
  const bySource = Map.groupBy(all, ({ source }) => source)
  return [...bySource].map(([source, [first]]) => ({ key: keyOf(source), group: first!.group, source }))
}

const keyOf = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 16)

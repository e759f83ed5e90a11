import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError, notFound, type FieldErrors } from '#core/errors.ts'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { cleanText } from '#domain/input.ts'
import { requireVersion, versionOf } from '#domain/optimistic-lock.ts'
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
  requireOffered(actor, language)
  return addWords(db, language, await listSources())
}

function requireOffered(actor: Actor, language: string): void {
  if (!listOtherLanguages(actor).some((each) => each === language)) throw notFound(t('refusal.thisLanguage'))
}

async function addWords(from: Queryable, language: string, sources: Source[]): Promise<OwnText[]> {
  const translations = await from
    .selectFrom('translations')
    .where('language', '=', language)
    .select(['source', 'words'])
    .execute()
  const wordsOf = new Map(translations.map(({ source, words }) => [source, words]))
  return sources.map((each) => ({ ...each, words: wordsOf.get(each.source) ?? '' }))
}

/** Returns the version of the words of some texts, for `saveOwnWords`. */
export const versionOfWords = (texts: OwnText[]): string =>
  versionOf(texts.map(({ key, words }) => [key, words]))

/**
 * Saves the words of texts in another language, by their keys; an empty one shows the club's own words again. Audited
 * with their number. Returns how many changed. Throws as `readOwnTexts`, `invalid` with a message per key, and `conflict`
 * if the words of these texts have another version than `openedVersion`.
 */
export async function saveOwnWords(
  actor: Actor,
  language: string,
  typed: ReadonlyMap<string, string>,
  openedVersion: string | null = null,
): Promise<{ changed: number }> {
  const admin = requirePermission(actor, 'club.settings')
  requireOffered(admin, language)
  const sources = (await listSources()).filter(({ key }) => typed.has(key))
  const count = await transaction(async (trx) => {
    await sql`select from club for update`.execute(trx)
    const texts = await addWords(trx, language, sources)
    requireVersion(openedVersion, versionOfWords(texts), t('refusal.wordsSavedMeanwhile'))
    const changed = texts.flatMap(({ key, source, words }) => {
      const now = cleanText((typed.get(key) ?? '').replaceAll('\r\n', '\n'))
      return now === words ? [] : [{ key, source, words: now }]
    })
    requireValid(changed)
    if (changed.length === 0) return 0
    await writeWords(trx, language, changed)
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'translate club',
      subjectKind: 'club',
      subjectId: 'club',
      after: { language, texts: changed.length },
    })
    return changed.length
  })
  evictClub()
  return { changed: count }
}

type Changed = { key: string; source: string; words: string }

async function writeWords(trx: Transaction, language: string, changed: Changed[]): Promise<void> {
  const emptied = changed.filter(({ words }) => words === '').map(({ source }) => source)
  const filled = changed.filter(({ words }) => words !== '')
  if (emptied.length > 0)
    await trx
      .deleteFrom('translations')
      .where('language', '=', language)
      .where('source', 'in', emptied)
      .execute()
  if (filled.length > 0)
    await trx
      .insertInto('translations')
      .values(filled.map(({ source, words }) => ({ language, source, words })))
      .onConflict((same) =>
        same.columns(['language', 'sourceKey']).doUpdateSet((eb) => ({ words: eb.ref('excluded.words') })),
      )
      .execute()
}

/** Health questions are one a line, so their translation has as many. */
const lineCount = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length

function requireValid(changed: Changed[]): void {
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
  const ofGroup = (group: Source['group'], texts: string[]) =>
    texts.filter((source) => source !== '').map((source) => ({ group, source }))
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

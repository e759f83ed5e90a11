import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db, type Queryable, type Transaction } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { announcement } from '#domain/newsletter/letters/announcement.ts'
import { weeklyLetter } from '#domain/newsletter/letters/weekly-letter.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { pictureJson } from '#domain/pictures/picture-queries.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import type { Audience } from './audience.server.ts'
import { parseBlocks } from './parse-blocks.rules.ts'

/** Content of a newsletter. */
export type Issue = Audience & {
  id: string
  subject: string
  words: string
  picture: Picture | null
  /** Alternative text of the picture; '' without one. */
  altText: string
}

export type Newsletter = Issue & {
  state: 'draft' | 'sending' | 'paused'
  changedAt: Date
  /** Time of the last test of this version; null if it changed since. */
  testedAt: Date | null
  begunAt: Date | null
  /** Reply of the mail server that paused it; null if an admin did. */
  pauseReason: string | null
  /** Whether the letters of all readers are in the outbox. */
  isWritten: boolean
  /**
   * Counts of letters delivered, pending and failed, and of readers who unsubscribed through one of them.
   */
  sent: number
  waiting: number
  failed: number
  unsubscribed: number
}

const selectIssues = (from: Queryable) =>
  from
    .selectFrom('newsletters')
    .leftJoin('images', 'images.id', 'newsletters.imageId')
    .leftJoin('trainers', 'trainers.id', 'newsletters.trainerId')
    .select(['newsletters.id', 'subject', 'words', 'altText', 'audience'])
    .select(
      sql<Audience['trainer']>`case when trainers.id is not null
        then json_build_object('id', trainers.id, 'name', trainers.name) end`.as('trainer'),
    )
    .select(pictureJson<Picture | null>('images').as('picture'))

const selectNewsletters = () =>
  selectIssues(db)
    .leftJoin('newsletterSums as sums', 'sums.newsletterId', 'newsletters.id')
    .select(['state', 'changedAt', 'testedAt', 'begunAt', 'unsubscribed', 'pauseReason'])
    .select([
      sql<number>`coalesce(handed_over, 0)`.as('sent'),
      sql<number>`coalesce(letters - handed_over - failed, 0)`.as('waiting'),
      sql<number>`coalesce(failed, 0)`.as('failed'),
    ])
    .select(sql<boolean>`written_at is not null`.as('isWritten'))

/** Lists newsletters, including drafts, newest first. Admins only. */
export async function listNewsletters(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<Newsletter>> {
  requirePermission(actor, 'newsletter.write')
  const { limit, offset } = clampPageRange(range)
  const [items, { total }] = await Promise.all([
    selectNewsletters()
      .orderBy('newsletters.createdAt', 'desc')
      .orderBy('newsletters.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('newsletters')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/** Returns a newsletter. Admins only. Throws `not-found`. */
export async function getNewsletter(actor: Actor, id: string): Promise<Newsletter> {
  requirePermission(actor, 'newsletter.write')
  const row = await selectNewsletters()
    .where('newsletters.id', '=', requireId(id, t('refusal.thisLetter')))
    .executeTakeFirst()
  if (!row) throw notFound(t('refusal.thisLetter'))
  return row
}

/** Returns the content of a newsletter, for the sending job. */
export const readIssue = (trx: Transaction, id: string): Promise<Issue> =>
  selectIssues(trx).where('newsletters.id', '=', id).executeTakeFirstOrThrow()

/** The letter definition for the audience. */
export const letterFor = ({ audience }: Issue) => (audience === 'subscribers' ? weeklyLetter : announcement)

/** Facts of the letter for a reader with this unsubscribe key; null in previews and tests. */
export const letterFacts = ({ subject, words, picture, altText, trainer }: Issue, key: string | null) => ({
  subject,
  blocks: parseBlocks(words),
  picture: picture && { ...picture, altText },
  trainerName: trainer?.name ?? null,
  key,
})

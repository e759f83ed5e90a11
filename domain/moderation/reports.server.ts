import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { conflict, DomainError, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { pictureJson } from '#domain/pictures/picture-queries.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { excerpt } from '#format/excerpts.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import {
  formatReportReason,
  formatStoredReason,
  reportReasonInput,
  type ReportReasonInput,
} from './moderation.input.ts'
import { maxReportsPerDay } from './moderation.rules.ts'

/** A post, as shown to the person about to report it. */
export type ReportablePost = {
  words: string
  authorName: string
  isOwn: boolean
  /**
   * The person's report that prevents another one: it is waiting, or it was dismissed and the post has not
   * changed since.
   */
  report: 'waiting' | 'left' | null
}

/** Returns the post, and whether the person may report it. Signed-in people only. Throws `not-found`. */
export async function getReportablePost(actor: Actor, postId: string): Promise<ReportablePost> {
  const person = requireOwnAccount(actor)
  const { authorId, ...post } = await findPost(db, postId)
  const { words, authorName } = post
  const report = await findReport(db, post.id, person.id)
  return { words, authorName, isOwn: authorId === person.id, report }
}

async function findReport(
  from: Queryable,
  postId: string,
  reporterId: string,
): Promise<ReportablePost['report']> {
  const known = await from
    .selectFrom('reports')
    .innerJoin('posts', 'posts.id', 'postId')
    .where('postId', '=', postId)
    .where('reporterId', '=', reporterId)
    .select(['leftAt', sql<boolean>`changed_at > left_at`.as('isChanged')])
    .executeTakeFirst()
  if (!known || known.isChanged) return null
  return known.leftAt === null ? 'waiting' : 'left'
}

const alreadyReportedMessages = {
  get waiting() {
    return t('reportPost.youveAlreadyReportedThis')
  },
  get left() {
    return t('reportPost.youveAlreadyReportedThis2')
  },
}

async function findPost(reader: Queryable, postId: string) {
  const post = await reader
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.authorId')
    .where('posts.id', '=', requireId(postId, t('refusal.thisPost')))
    .select(['posts.id', 'caption as words', 'authorId', 'users.name as authorName'])
    .executeTakeFirst()
  if (!post) throw notFound(t('refusal.thisPost'))
  return post
}

/**
 * Reports another author's post and stores its current text. Signed-in people only. Throws `not-found`,
 * `invalid` without a reason, `conflict` on a second report unless the post changed after an admin
 * dismissed the first, and `limited` after ten reports of one person in 24 hours.
 */
export async function reportPost(actor: Actor, postId: string, input: ReportReasonInput): Promise<void> {
  const person = requireOwnAccount(actor)
  try {
    await transaction(async (trx) => {
      const post = await findPost(trx, postId)
      if (post.authorId === person.id) throw conflict(t('refusal.thisIsYourOwnPost'))
      const reason = formatReportReason(parseInput(reportReasonInput, input))
      // serialises the reports of one person
      await limitReports(trx, person.id)
      const known = await findReport(trx, post.id, person.id)
      if (known) throw conflict(alreadyReportedMessages[known])
      // a dismissed report is replaced by the one of the changed post
      await trx
        .deleteFrom('reports')
        .where('postId', '=', post.id)
        .where('reporterId', '=', person.id)
        .execute()
      await trx
        .insertInto('reports')
        .values({ postId: post.id, reporterId: person.id, reason, words: post.words })
        .execute()
      await recordActivity(trx, {
        userId: person.id,
        kind: 'post',
        summary: message('activity.youReported'),
        detail: message('activity.reportOf', {
          words: excerpt(post.words, 60),
          authorName: post.authorName,
          reason,
        }),
      })
    })
  } catch (error) {
    if (violates(error, 'reports_post_id_fkey')) throw notFound(t('refusal.thisPost'))
    throw error
  }
}

async function limitReports(trx: Transaction, reporterId: string): Promise<void> {
  await sql`select advisory_lock(${`reports of ${reporterId}`})`.execute(trx)
  const { many, wait } = await trx
    .selectFrom('reports')
    .where('reporterId', '=', reporterId)
    .where('createdAt', '>', sql<Date>`${clubNow} - interval '24 hours'`)
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .select(
      sql<number>`ceil(extract(epoch from min(created_at) + interval '24 hours' - ${clubNow}))::int`.as(
        'wait',
      ),
    )
    .executeTakeFirstOrThrow()
  if (many >= maxReportsPerDay)
    throw new DomainError('limited', t('refusal.youHaveReportedPosts', { maxReportsPerDay }), {
      retryAfter: Math.max(1, wait),
    })
}

/** A reported post with its reports. */
export type ReportedPost = {
  postId: string
  words: string
  authorName: string
  picture: Picture
  /** `words` is the reported text, if the post has changed since. */
  reports: { by: string; reason: string; words: string | null }[]
  firstAt: Date
  /** Time of a change by the author after the first report. */
  changedAt: Date | null
}

/** Lists reported posts that await review, the oldest report first. Admins only. */
export async function listReportedPosts(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<ReportedPost>> {
  requirePermission(actor, 'content.moderate')
  const { limit, offset } = clampPageRange(range)
  // loads texts and pictures for this page only
  const waiting = db
    .selectFrom('reports')
    .where('leftAt', 'is', null)
    .groupBy('postId')
    .select((eb) => ['postId', eb.fn.min('createdAt').as('firstAt')])
    .orderBy('firstAt')
    .orderBy('postId')
    .limit(limit)
    .offset(offset)
  const [items, total] = await Promise.all([
    db
      .selectFrom(waiting.as('waiting'))
      .innerJoin('posts', 'posts.id', 'waiting.postId')
      .innerJoin('users', 'users.id', 'posts.authorId')
      .innerJoin('images', 'images.id', 'posts.imageId')
      .select(['posts.id as postId', 'posts.caption as words', 'users.name as authorName', 'waiting.firstAt'])
      .select(sql<Date | null>`case when changed_at > first_at then changed_at end`.as('changedAt'))
      .select(pictureJson('images').as('picture'))
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('reports')
            .innerJoin('users as reporters', 'reporters.id', 'reports.reporterId')
            .whereRef('reports.postId', '=', 'posts.id')
            .where('reports.leftAt', 'is', null)
            .orderBy('reports.createdAt')
            .limit(20)
            .select(['reporters.name as by', 'reports.reason'])
            .select(sql<string | null>`nullif(reports.words, posts.caption)`.as('words')),
        ).as('reports'),
      )
      .orderBy('waiting.firstAt')
      .orderBy('posts.id')
      .execute(),
    countReportedPosts(actor),
  ])
  const translated = items.map((post) => ({
    ...post,
    reports: post.reports.map((report) => ({ ...report, reason: formatStoredReason(report.reason) })),
  }))
  return { items: translated, total }
}

/** Counts reported posts that await review. Admins only. */
export async function countReportedPosts(actor: Actor): Promise<number> {
  requirePermission(actor, 'content.moderate')
  const { posts } = await db
    .selectFrom('reports')
    .where('leftAt', 'is', null)
    .select(sql<number>`count(distinct post_id)`.as('posts'))
    .executeTakeFirstOrThrow()
  return posts
}

/** Dismisses all reports of a post and leaves it online. Admins only; audited. Throws `not-found`. */
export async function dismissReports(actor: Actor, postId: string): Promise<{ authorName: string }> {
  const admin = requirePermission(actor, 'content.moderate')
  return transaction(async (trx) => {
    const { id, words, authorName } = await findPost(trx, postId)
    const { numUpdatedRows } = await trx
      .updateTable('reports')
      .set({ leftAt: clubNow })
      .where('postId', '=', id)
      .where('leftAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound(t('refusal.thisReport'))
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'leave reported post',
      subjectKind: 'post',
      subjectId: id,
      after: { caption: words, author: authorName, reports: Number(numUpdatedRows) },
    })
    return { authorName }
  })
}

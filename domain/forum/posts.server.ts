import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { newestPageIds } from '#db/deep-pagination.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { findDuplicate } from '#domain/duplicate-submission.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { can } from '#domain/permissions.ts'
import { pictureJson, portraitJson, requireOwnPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Picture, Portrait } from '#domain/pictures/pictures.rules.ts'
import { excerpt } from '#format/excerpts.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { changedPostInput, postInput, type ChangedPostInput, type PostInput } from './forum.input.ts'
import { postsPerPage } from './forum.rules.ts'

export type Post = {
  id: string
  caption: string
  picture: Picture
  likes: number
  dislikes: number
  createdAt: Date
  /** A trainer or an admin. Posts show the author's email address as the club's contact. */
  author: { name: string; email: string; portrait: Portrait | null }
}

/** Query of posts with their authors, newest first, without a limit. */
export const selectPosts = () =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.authorId')
    .innerJoin('members', 'members.userId', 'posts.authorId')
    .innerJoin('images', 'images.id', 'posts.imageId')
    .leftJoin('images as faces', 'faces.id', 'members.photoId')
    .select((eb) => [
      'posts.id',
      'posts.caption',
      pictureJson('images').as('picture'),
      'posts.likes',
      'posts.dislikes',
      'posts.createdAt',
      'users.name as authorName',
      eb.ref('users.email').$notNull().as('authorEmail'),
      portraitJson('faces', 'users').as('authorPortrait'),
    ])
    .orderBy('posts.createdAt', 'desc')
    .orderBy('posts.id', 'desc')

type PostRow = Omit<Post, 'author' | 'createdAt'> & {
  createdAt: Date | string
  authorName: string
  authorEmail: string
  authorPortrait: Portrait | null
}

export function toPost({ authorName, authorEmail, authorPortrait, createdAt, ...post }: PostRow): Post {
  const author = { name: authorName, email: authorEmail, portrait: authorPortrait }
  return { ...post, createdAt: new Date(createdAt), author }
}

/**
 * Returns a page of the forum, newest first. Pages count from 0. `size` defaults to 6, at most 1,000. Pages
 * past the end are empty. Public.
 */
export async function listPosts(asked: { page?: number; size?: number } = {}): Promise<Page<Post>> {
  const { limit } = clampPageRange({ limit: asked.size ?? postsPerPage }, 1000)
  const { offset } = clampPageRange({ offset: (asked.page ?? 0) * limit })
  const [found, { total }] = await Promise.all([
    selectPosts().where('posts.id', 'in', newestPageIds('posts', { limit, offset })).execute(),
    db
      .selectFrom('postMonths')
      .select(sql<number>`coalesce(sum(posts), 0)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: found.map(toPost), total }
}

/** Returns one post. Public. Throws `not-found`. */
export async function getPost(id: string): Promise<Post> {
  const found = await selectPosts()
    .where('posts.id', '=', requireId(id, t('refusal.thisPost')))
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisPost'))
  return toPost(found)
}

/** Returns the page of the forum that shows the post, counted from 0. Public. Throws `not-found`. */
export async function findPostPage(id: string): Promise<number> {
  // counts newer months, newer days of the same month, and newer posts of the same day
  const { rows } = await sql<{ newer: number }>`
    with post as materialized (
      select id, created_at, (created_at at time zone 'UTC')::date as day from posts
      where id = ${requireId(id, t('refusal.thisPost'))})
    select (
        (select coalesce(sum(posts), 0) from post_months where month > month_of(post.day))
        + (select coalesce(sum(posts), 0) from post_days
          where day > post.day and day < month_of(post.day) + interval '1 month')
        + (select count(*) from posts newer where (newer.created_at, newer.id) > (post.created_at, post.id)
          and newer.created_at < (post.day + 1)::timestamp at time zone 'UTC'))::bigint as newer
    from post`.execute(db)
  const [found] = rows
  if (!found) throw notFound(t('refusal.thisPost'))
  return Math.floor(found.newer / postsPerPage)
}

/** Returns a post for editing: one's own, or any post for an admin. Throws `not-found` otherwise. */
export async function getEditablePost(actor: Actor, id: string): Promise<Post> {
  const person = requirePermission(actor, 'posts.write')
  const found = await selectPosts()
    .where('posts.id', '=', requireId(id, t('refusal.thisPost')))
    .$if(!can(person, 'posts.manageAll'), (rows) => rows.where('posts.authorId', '=', person.id))
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisPost'))
  return toPost(found)
}

/** Lists the person's own posts, newest first. Admins and trainers only. */
export async function listOwnPosts(actor: Actor, asked: Partial<PageRange> = {}): Promise<Page<Post>> {
  const person = requirePermission(actor, 'posts.write')
  const { limit, offset } = clampPageRange(asked)
  const own = db.selectFrom('posts').where('authorId', '=', person.id)
  // finds the page with the index alone, and joins authors and pictures to its posts only
  const pageIds = own
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
  const [found, { total }] = await Promise.all([
    selectPosts().where('posts.id', 'in', pageIds).execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: found.map(toPost), total }
}

/**
 * Publishes a post. A duplicate submission returns the first one. Admins and trainers only. Throws
 * `invalid` with a message per field.
 */
export async function createPost(actor: Actor, input: PostInput): Promise<{ id: string }> {
  const person = requirePermission(actor, 'posts.write')
  const { caption, photo } = parseInput(postInput, input)
  return transaction(async (trx) => {
    const imageId = await requireOwnPicture(trx, person.id, photo)
    const before = await findDuplicate(trx, 'posts', { authorId: person.id, caption })
    if (before) return before
    const created = await trx
      .insertInto('posts')
      .values({ caption, imageId, authorId: person.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      userId: person.id,
      kind: 'post',
      summary: message('activity.youWroteAPost'),
      detail: message('activity.quote', { words: excerpt(caption, 60) }),
    })
    return created
  })
}

/**
 * Changes a post: one's own, or any post for an admin. Without a photo the old one stays. Throws
 * `not-found` and `invalid`.
 */
export async function changePost(actor: Actor, id: string, input: ChangedPostInput): Promise<void> {
  const person = requirePermission(actor, 'posts.write')
  const postId = requireId(id, t('refusal.thisPost'))
  await transaction(async (trx) => {
    const before = await lockPost(trx, person, postId)
    const { caption, photo } = parseInput(changedPostInput, input)
    const imageId = photo === undefined ? before.imageId : await requireOwnPicture(trx, person.id, photo)
    await trx
      .updateTable('posts')
      .set({ caption, imageId, changedAt: clubNow })
      .where('id', '=', postId)
      .execute()
    await recordPostChange(trx, person, 'change post', postId, before, { caption, imageId })
  })
}

/** Removes a post with its clicks: one's own, or any post for an admin. Throws `not-found`. */
export async function removePost(actor: Actor, id: string): Promise<void> {
  const person = requirePermission(actor, 'posts.write')
  const postId = requireId(id, t('refusal.thisPost'))
  await transaction(async (trx) => {
    const before = await lockPost(trx, person, postId)
    await trx.deleteFrom('posts').where('id', '=', postId).execute()
    await recordPostChange(trx, person, 'remove post', postId, before)
  })
}

async function lockPost(trx: Transaction, person: Person, postId: string) {
  const found = await trx
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.authorId')
    .select(['authorId', 'users.name as author', 'caption', 'imageId'])
    .where('posts.id', '=', postId)
    .forUpdate('posts')
    .executeTakeFirst()
  if (!found || (found.authorId !== person.id && !can(person, 'posts.manageAll')))
    throw notFound(t('refusal.thisPost'))
  return found
}

type PostContent = { caption: string; imageId: string }

async function recordPostChange(
  trx: Transaction,
  person: Person,
  action: 'change post' | 'remove post',
  postId: string,
  before: PostContent & { authorId: string; author: string },
  after?: PostContent,
): Promise<void> {
  if (before.authorId === person.id) {
    return recordActivity(trx, {
      userId: person.id,
      kind: 'post',
      summary: message(action === 'change post' ? 'activity.youChangedAPost' : 'activity.youRemovedAPost'),
      detail: message('activity.quote', { words: excerpt(before.caption, 60) }),
    })
  }
  return recordAudit(trx, {
    actorId: person.id,
    action,
    subjectKind: 'post',
    subjectId: postId,
    before,
    ...(after ? { after } : {}),
  })
}

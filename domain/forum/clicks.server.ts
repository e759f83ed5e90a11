import { sql } from 'kysely'
import { transaction, type Transaction } from '../../db/client.ts'
import { settings } from '../../platform/env.ts'
import { recordActivity } from '../activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '../actor.ts'
import { conflict, notFound } from '../errors.ts'
import { requireId } from '../ids.ts'
import { parseInput } from '../input.ts'
import { clickHint, clickKind } from './forum.input.ts'
import { mostClicks, resolveHint, type ClickKind, type Counts } from './forum.rules.ts'
import { excerpt } from './posts.server.ts'

type LockedPost = Counts & { id: string; caption: string }

/**
 * Counts one click on a post and answers the new counts. For everybody who is signed in. Throws `not-found`,
 * and `conflict` after 50 clicks of one member on one post.
 */
export async function clickPost(actor: Actor, postId: string, kind: ClickKind): Promise<Counts> {
  const person = requirePerson(actor)
  const id = requireId(postId, 'This post')
  return transaction(async (trx) => {
    const post = await lockPost(trx, id)
    return count(trx, person, post, parseInput(clickKind, kind))
  })
}

/**
 * Counts one click whose kind is said, or follows from the one count that differs from the post's own. Throws
 * `conflict` with the current `likes` and `dislikes` as facts when that is unclear or no click is left.
 */
export async function clickPostByHint(actor: Actor, postId: string, input: unknown): Promise<Counts> {
  const person = requirePerson(actor)
  const id = requireId(postId, 'This post')
  return transaction(async (trx) => {
    const post = await lockPost(trx, id)
    const { click, ...hint } = parseInput(clickHint, input)
    const kind = click ?? resolveHint(post, hint)
    if (kind === null)
      throw conflict('It is not clear which count should rise. Say which click it is.', countsOf(post))
    return count(trx, person, post, kind)
  })
}

const countsOf = ({ likes, dislikes }: Counts): Counts => ({ likes, dislikes })

// The post's row is the one lock of a click, taken first, so that clicks cannot wait for each other in a ring.
async function lockPost(trx: Transaction, id: string): Promise<LockedPost> {
  const post = await trx
    .selectFrom('posts')
    .select(['id', 'caption', 'likes', 'dislikes'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!post) throw notFound('This post')
  return post
}

async function count(trx: Transaction, person: Person, post: LockedPost, kind: ClickKind): Promise<Counts> {
  const first = { postId: post.id, userId: person.id, [kind]: 1 }
  const counted = await trx
    .insertInto('postClicks')
    .values(first)
    .onConflict((again) =>
      again
        .columns(['postId', 'userId'])
        .doUpdateSet((eb) => ({ [kind]: eb(`postClicks.${kind}`, '+', 1) }))
        .where((eb) => eb(eb('postClicks.likes', '+', eb.ref('postClicks.dislikes')), '<', mostClicks)),
    )
    .returning('userId')
    .executeTakeFirst()
  if (!counted)
    throw conflict(
      `You have clicked ${mostClicks} times on this post. That is as often as it counts.`,
      countsOf(post),
    )
  const counts = await trx
    .updateTable('posts')
    .set((eb) => ({ [kind]: eb(kind, '+', 1) }))
    .where('id', '=', post.id)
    .returning(['likes', 'dislikes'])
    .executeTakeFirstOrThrow()
  await recordActivity(trx, {
    userId: person.id,
    kind: 'click',
    summary: `Clicked like or dislike on “${excerpt(post.caption)}”.`,
    foldKey: `clicks on ${post.id} on ${await clubDay(trx)}`,
  })
  return counts
}

/** The day it is in the club, such as 2026-11-20. */
async function clubDay(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(club_now() at time zone ${settings.timeZone}, 'YYYY-MM-DD') as day`.execute(trx)
  return rows[0]?.day ?? ''
}

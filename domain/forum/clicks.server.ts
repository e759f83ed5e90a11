import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubZone, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { excerpt } from '#format/excerpts.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { clickHint, clickKind, type ClickHint } from './forum.input.ts'
import { maxClicksPerPost, resolveHint, type ClickKind, type ClickCounts } from './forum.rules.ts'

type ClickedPost = ClickCounts & { id: string; caption: string; author: string; day: string }

/**
 * Counts one click on a post and returns the new counts. Signed-in people only. Throws `not-found`, and
 * `conflict` after 50 clicks of one member on one post.
 */
export async function clickPost(actor: Actor, postId: string, kind: ClickKind): Promise<ClickCounts> {
  const person = requireOwnAccount(actor)
  const id = requireId(postId, t('refusal.thisPost'))
  return countClick(person, id, () => parseInput(clickKind, kind))
}

/**
 * Counts one click. Its kind is given, or inferred from the only count that differs from the post's. Throws
 * `conflict` with the current `likes` and `dislikes` as facts if the kind is ambiguous or the member's
 * limit is reached.
 */
export async function clickPostByHint(actor: Actor, postId: string, input: ClickHint): Promise<ClickCounts> {
  const person = requireOwnAccount(actor)
  const id = requireId(postId, t('refusal.thisPost'))
  return countClick(person, id, (post) => {
    const { click, ...hint } = parseInput(clickHint, input)
    const kind = click ?? resolveHint(post, hint)
    if (kind !== null) return kind
    throw conflict(t('refusal.itIsntClearWhich'), pickCounts(post))
  })
}

const pickCounts = ({ likes, dislikes }: ClickCounts): ClickCounts => ({ likes, dislikes })

async function countClick(
  person: Person,
  postId: string,
  kindOf: (post: ClickedPost) => ClickKind,
): Promise<ClickCounts> {
  try {
    return await transaction(async (trx) => {
      const post = await readPost(trx, postId)
      const kind = kindOf(post)
      await recordActivity(trx, {
        userId: person.id,
        kind: 'click',
        summary: message(kind === 'likes' ? 'activity.liked' : 'activity.disliked'),
        detail: message('activity.quoteBy', { words: excerpt(post.caption, 60), author: post.author }),
        foldKey: `${kind} of ${postId} on ${post.day}`,
      })
      const counts = await incrementClicks(trx, person, postId, kind)
      if (counts) return counts
      throw conflict(t('refusal.youHaveClickedOn', { maxClicksPerPost }), pickCounts(post))
    })
  } catch (error) {
    if (violates(error, 'post_clicks_post_id_fkey')) throw notFound(t('refusal.thisPost'))
    throw error
  }
}

async function readPost(trx: Transaction, id: string): Promise<ClickedPost> {
  const post = await trx
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.authorId')
    .select(['posts.id', 'caption', 'likes', 'dislikes', 'users.name as author'])
    .select(sql<string>`to_char(club_now() at time zone ${clubZone}, 'YYYY-MM-DD')`.as('day'))
    .where('posts.id', '=', id)
    .executeTakeFirst()
  if (!post) throw notFound(t('refusal.thisPost'))
  return post
}

/**
 * Increments the member's count and the post's in one statement. It is the last of its transaction, to hold
 * the lock on the post's row as briefly as possible. Returns undefined at the member's limit.
 */
async function incrementClicks(
  trx: Transaction,
  person: Person,
  postId: string,
  kind: ClickKind,
): Promise<ClickCounts | undefined> {
  return trx
    .with('clicked', (query) =>
      query
        .insertInto('postClicks')
        .values({ postId, userId: person.id, [kind]: 1 })
        .onConflict((again) =>
          again
            .columns(['postId', 'userId'])
            .doUpdateSet((eb) => ({ [kind]: eb(`postClicks.${kind}`, '+', 1) }))
            .where((eb) =>
              eb(eb('postClicks.likes', '+', eb.ref('postClicks.dislikes')), '<', maxClicksPerPost),
            ),
        )
        .returning('postId'),
    )
    .updateTable('posts')
    .set((eb) => ({ [kind]: eb(kind, '+', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('clicked').select('clicked.postId'))
    .returning(['likes', 'dislikes'])
    .executeTakeFirst()
}

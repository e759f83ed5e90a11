import { requireRole, type Actor } from '#domain/actor.ts'
import { listClasses } from '#domain/classes/classes.server.ts'
import { listPosts } from '#domain/forum/posts.server.ts'
import { beginningOf } from '#words/quotes.ts'
import { linkLine } from './blocks.rules.ts'

export type LetterLink = { to: string; line: string }

const mostOfEach = 50

/** What a letter may lead to, as the line that does: the newest classes and posts. Admins only. */
export async function listLinks(actor: Actor): Promise<LetterLink[]> {
  requireRole(actor, 'admin')
  const [classes, posts] = await Promise.all([
    listClasses({ limit: mostOfEach }),
    listPosts({ size: mostOfEach }),
  ])
  return [
    ...classes.items.map(({ id, title }) => ({
      to: `Class: ${title}`,
      line: linkLine(`See ${title}`, `/classes/${id}`),
    })),
    ...posts.items.map(({ id, caption, author }) => ({
      to: `Post of ${author.name}: ${beginningOf(caption, 40)}`,
      line: linkLine(`Read what ${author.name} wrote`, `/forums?post=${id}`),
    })),
  ]
}

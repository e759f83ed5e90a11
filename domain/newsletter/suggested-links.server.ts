import { requirePermission, type Actor } from '#domain/actor.ts'
import { listClasses } from '#domain/classes/classes.server.ts'
import { listPosts } from '#domain/forum/posts.server.ts'
import { excerpt } from '#format/excerpts.ts'
import { t } from '#messages/t.ts'
import { formatLink } from './parse-blocks.rules.ts'

export type LetterLink = { to: string; line: string }

const maxLinksPerKind = 50

/** Lists links for a newsletter, formatted as lines: the newest classes and posts. Admins only. */
export async function listSuggestedLinks(actor: Actor): Promise<LetterLink[]> {
  requirePermission(actor, 'newsletter.write')
  const [classes, posts] = await Promise.all([
    listClasses({ limit: maxLinksPerKind }),
    listPosts({ size: maxLinksPerKind }),
  ])
  return [
    ...classes.items.map(({ id, title }) => ({
      to: t('suggestedLinks.class', { title }),
      line: formatLink(t('suggestedLinks.see', { title }), `/classes/${id}`),
    })),
    ...posts.items.map(({ id, caption, author }) => ({
      to: t('suggestedLinks.post', { name: author.name, text: excerpt(caption, 40) }),
      line: formatLink(t('suggestedLinks.readWhat', { name: author.name }), `/forums?post=${id}`),
    })),
  ]
}

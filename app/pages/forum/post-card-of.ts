import type { Post } from '#domain/forum/posts.server.ts'
import { toShownDate } from '#format/date-time.ts'

/**
 * What a card needs of a post: its author's address stays behind, and the date comes as text, because the first
 * date that a phone formats keeps it busy for a tenth of a second.
 */
export const postCardOf = (
  { id, caption, picture, likes, dislikes, createdAt, author }: Post,
  timeZone: string,
) => ({
  id,
  caption,
  picture,
  likes,
  dislikes,
  posted: toShownDate(createdAt, timeZone),
  author: { name: author.name, portrait: author.portrait },
})

import type { Post } from '#domain/forum/posts.server.ts'
import { toShownDate } from '#format/date-time.ts'

/**
 * Returns the fields of a post that its card needs, without the author's email. The date is formatted on the
 * server, because the first date takes a phone 100 ms to format.
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

import type { Post } from '../../../domain/forum/posts.server.ts'

/** What a card needs of a post: its author's address stays behind. */
export const postCardOf = ({ id, caption, image, likes, dislikes, createdAt, author }: Post) => ({
  id,
  caption,
  picture: image,
  likes,
  dislikes,
  postedAt: createdAt.toISOString(),
  author: { name: author.name, portrait: author.portrait },
})

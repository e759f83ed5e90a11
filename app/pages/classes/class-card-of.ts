import type { Picture } from '#domain/pictures/pictures.rules.ts'

/** What a card needs of a class. */
export const classCardOf = ({ id, title, image }: { id: string; title: string; image: Picture }) => ({
  id,
  title,
  picture: image,
})

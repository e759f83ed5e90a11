import type { Picture } from '#domain/pictures/pictures.rules.ts'

/** What a card needs of a class. */
export const classCardOf = ({ id, title, picture }: { id: string; title: string; picture: Picture }) => ({
  id,
  title,
  picture,
})

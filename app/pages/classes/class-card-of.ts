import type { Picture } from '#domain/pictures/pictures.rules.ts'

/** Returns the fields of a class that its card needs. */
export const classCardOf = ({ id, title, picture }: { id: string; title: string; picture: Picture }) => ({
  id,
  title,
  picture,
})

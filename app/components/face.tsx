import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { Avatar } from './picture.tsx'

/** A round portrait beside a name, or the name's initials, where people must be recognised. */
export function Face({ portrait, name }: { portrait: Portrait | null; name: string }) {
  if (portrait) return <Avatar portrait={portrait} />
  return (
    <span className="avatar initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '')
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '')
    .join('')
}

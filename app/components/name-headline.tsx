import { longestWordLength } from './fit-headline.ts'
import { digitClasses } from './fitted-headline.tsx'

/** The name of a person or a class, in a size at which its longest word stays whole. */
export function NameHeadline({ name }: { name: string }) {
  return <h1 className={`display ${digitClasses(longestWordLength(name))}`}>{name}</h1>
}

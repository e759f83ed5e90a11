import type { MetaDescriptor } from 'react-router'
import type { loader as rootLoader } from './root.tsx'
import { texts } from './texts.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The name of the club, as the document's loader told it. */
export function clubNameOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | Awaited<ReturnType<typeof rootLoader>>['data']
    | undefined
  return root?.club.name ?? 'Palestra'
}

/** `Palestra | Page`, and a description for those who find the page elsewhere. */
export function pageMeta(matches: Matches, page: string, description?: string): MetaDescriptor[] {
  const title = texts.title(clubNameOf(matches), page)
  return [{ title }, ...(description ? [{ name: 'description', content: description }] : [])]
}

import { useLocation } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { queryWith } from './paging.ts'

type Props = {
  /** After whom the next stretch begins; null at the end. */
  next: string | null
  /** What else the address says and stays: a search, a filter. */
  keepParameters?: string[]
}

/** The ways through a list that is too long for numbered pages: onwards, and back to its start. */
export function CursorLinks({ next, keepParameters = [] }: Props) {
  const asked = new URLSearchParams(useLocation().search)
  const isFirst = !asked.has('after')
  if (next === null && isFirst) return null
  return (
    <div className="button-row above-6">
      {!isFirst && <LinkButton to={`?${queryWith(asked, keepParameters)}`}>From the start</LinkButton>}
      {next !== null && (
        <LinkButton to={`?${queryWith(asked, keepParameters, { after: next })}`}>Show more</LinkButton>
      )}
    </div>
  )
}

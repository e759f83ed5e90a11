import { useLocation } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { t } from '#messages/t.ts'
import { queryWith } from './page-sizes.ts'

type Props = {
  /** Cursor of the next page; null on the last. */
  next: string | null
  /** Names of the query parameters that stay, such as a search. */
  keepParameters?: string[]
}

/** Links of a list with cursor pagination: to the next page and back to the first. */
export function CursorLinks({ next, keepParameters = [] }: Props) {
  const query = new URLSearchParams(useLocation().search)
  const isFirst = !query.has('after')
  if (next === null && isFirst) return null
  return (
    <div className="button-row above-6">
      {!isFirst && (
        <LinkButton to={`?${queryWith(query, keepParameters)}`}>{t('cursorLinks.backToTheStart')}</LinkButton>
      )}
      {next !== null && (
        <LinkButton to={`?${queryWith(query, keepParameters, { after: next })}`}>
          {t('cursorLinks.showMore')}
        </LinkButton>
      )}
    </div>
  )
}

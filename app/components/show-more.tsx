import { useLocation } from 'react-router'
import { t } from '#messages/t.ts'
import { LinkButton } from './button.tsx'
import { cardsAtOnce } from './shown-count.ts'

/** A link that loads more of the list, until all of it is shown. The other parameters of the address stay. */
export function ShowMore({ shown, total }: { shown: number; total: number }) {
  const query = new URLSearchParams(useLocation().search)
  if (shown >= total) return null
  query.set('show', String(shown + cardsAtOnce))
  return (
    <p className="show-more">
      <LinkButton to={`?${query}`} replace preventScrollReset>
        {t('list.showMore')}
      </LinkButton>
      <span className="note">{t('list.shown', { shown, total })}</span>
    </p>
  )
}

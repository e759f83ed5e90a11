import { ArrowLeft, ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { Icon } from './icon.tsx'

type Props = {
  /** Counts from 1. */
  page: number
  pageCount: number
  addressOf: (page: number) => string
  /** The name of the list, on a page with several lists. */
  of?: string | undefined
}

/** Links to the previous page, numbered pages and the next page. */
export function Pagination({ page, pageCount, addressOf, of }: Props) {
  if (pageCount < 2) return null
  return (
    <nav
      className="pages"
      aria-label={of === undefined ? t('pagination.pages') : t('pagination.pagesOf', { of })}
    >
      <StepLink to={page > 1 ? addressOf(page - 1) : null} relation="prev" />
      <ol>
        {visiblePages(page, pageCount).map((shown, index) => (
          <li key={shown ?? `gap-${index}`}>
            {shown === null ? (
              <span className="gap">…</span>
            ) : (
              <Link
                to={addressOf(shown)}
                aria-label={t('pagination.page', { shown })}
                aria-current={shown === page ? 'page' : undefined}
              >
                {shown}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <StepLink to={page < pageCount ? addressOf(page + 1) : null} relation="next" />
    </nav>
  )
}

function StepLink({ to, relation }: { to: string | null; relation: 'prev' | 'next' }) {
  const content =
    relation === 'prev' ? (
      <>
        <Icon of={ArrowLeft} smaller />
        {texts.forums.previous}
      </>
    ) : (
      <>
        {texts.forums.next}
        <Icon of={ArrowRight} smaller />
      </>
    )
  if (to === null) {
    return (
      <span className="button small" aria-disabled="true">
        {content}
      </span>
    )
  }
  return (
    <Link className="button small" to={to} rel={relation}>
      {content}
    </Link>
  )
}

/** Returns the page numbers to show, null for a gap: 1 … 4 5 6 … 20. At most seven fit on a phone. */
export function visiblePages(page: number, pageCount: number): (number | null)[] {
  if (pageCount <= 6) return Array.from({ length: pageCount }, (_, index) => index + 1)
  const around = [page - 1, page, page + 1].filter((shown) => shown > 1 && shown < pageCount)
  const near = [1, ...around, pageCount]
  return near.flatMap((shown, index) => {
    const before = near[index - 1]
    return before !== undefined && shown - before > 1 ? [null, shown] : [shown]
  })
}

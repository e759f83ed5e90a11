import { Link, useLocation } from 'react-router'
import { Pagination } from '#app/components/pagination.tsx'
import { t } from '#messages/t.ts'
import { pageCountOf, queryWith } from './page-sizes.ts'

type Props = {
  page: number
  total: number
  rows?: number
  parameter?: string
  keepParameters?: string[]
  of?: string
}

/** Numbered pages of a list; beyond its end, a link to the last page. Only the query parameters named here stay. */
export function ListPagination({ page, total, rows, parameter = 'page', keepParameters = [], of }: Props) {
  const query = new URLSearchParams(useLocation().search)
  const addressOf = (target: number) =>
    `?${queryWith(query, keepParameters, target > 1 ? { [parameter]: String(target) } : {})}`
  const pageCount = pageCountOf(total, rows)
  if (page > pageCount && total > 0)
    return (
      <p className="above-5">
        {t('listPagination.thereIsNoPage', { page })}
        <Link className="text-link-strong" to={addressOf(pageCount)}>
          {t('listPagination.goToTheLast')}
        </Link>
      </p>
    )
  return <Pagination page={page} pageCount={pageCount} addressOf={addressOf} of={of} />
}

import { Link, useLocation } from 'react-router'
import { Pagination } from '#app/components/pagination.tsx'
import { pageCountOf, queryWith } from './paging.ts'

type Props = {
  page: number
  total: number
  rows?: number
  parameter?: string
  keepParameters?: string[]
  of?: string
}

/**
 * The pages of a list, or from beyond its end the way to its last one. What else the address says stays only where it
 * is named: a search, a filter.
 */
export function ListPagination({ page, total, rows, parameter = 'page', keepParameters = [], of }: Props) {
  const asked = new URLSearchParams(useLocation().search)
  const addressOf = (target: number) =>
    `?${queryWith(asked, keepParameters, target > 1 ? { [parameter]: String(target) } : {})}`
  const pageCount = pageCountOf(total, rows)
  if (page > pageCount && total > 0)
    return (
      <p className="above-5">
        The list ends before page {page}.{' '}
        <Link className="text-link-strong" to={addressOf(pageCount)}>
          Go to its last page
        </Link>
      </p>
    )
  return <Pagination page={page} pageCount={pageCount} addressOf={addressOf} of={of} />
}

import { useLocation } from 'react-router'
import { Pages } from '#app/components/pages.tsx'
import { pageCountOf, queryWith } from './paging.ts'

type Props = {
  page: number
  total: number
  rows?: number
  parameter?: string
  keep?: string[]
  of?: string
}

/** The pages of a list. What else the address says stays only where it is named: a search, a filter. */
export function ListPages({ page, total, rows, parameter = 'page', keep = [], of }: Props) {
  const asked = new URLSearchParams(useLocation().search)
  const addressOf = (target: number) =>
    `?${queryWith(asked, keep, target > 1 ? { [parameter]: String(target) } : {})}`
  return <Pages page={page} pageCount={pageCountOf(total, rows)} addressOf={addressOf} of={of} />
}

import { useLocation } from 'react-router'
import { Pages } from '../../components/pages.tsx'
import { pageCountOf } from './paging.ts'

type Props = { page: number; total: number; rows?: number; parameter?: string; keep?: string[] }

/** The pages of a list. What else the address says stays only where it is named: a search, a filter. */
export function ListPages({ page, total, rows, parameter = 'page', keep = [] }: Props) {
  const asked = new URLSearchParams(useLocation().search)
  const addressOf = (target: number) => {
    const query = new URLSearchParams()
    for (const name of keep) {
      const value = asked.get(name)
      if (value) query.set(name, value)
    }
    if (target > 1) query.set(parameter, String(target))
    return `?${query}`
  }
  return <Pages page={page} pageCount={pageCountOf(total, rows)} addressOf={addressOf} />
}

/** Rows of a table that shares its page with others. */
export const rowsInShortList = 10

/** Rows of a long table that shares its page with a chart and other tables. */
export const rowsInMediumList = 12

/** Rows of a table on one page. */
export const rowsPerPage = 25

/** The page that the address asks for, counted from 1; anything odd is the first. */
export function pageFromUrl(request: Request, parameter = 'page'): number {
  const asked = Number(new URL(request.url).searchParams.get(parameter))
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, 1_000_000) : 1
}

/** The entries of that page. */
export const pageRange = (page: number, rows = rowsPerPage) => ({ limit: rows, offset: (page - 1) * rows })

export const pageCountOf = (total: number, rows = rowsPerPage) => Math.max(1, Math.ceil(total / rows))

/** A query that keeps what is named of the one that was asked, and says something more. */
export function queryWith(asked: URLSearchParams, keep: string[], more: Record<string, string> = {}): string {
  const kept = keep.map((name) => [name, asked.get(name) ?? '']).filter(([, value]) => value !== '')
  return new URLSearchParams([...kept, ...Object.entries(more)]).toString()
}

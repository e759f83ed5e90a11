/** Page size of a table that shares its screen with others. */
export const rowsInShortList = 10

/** Page size of a long table that shares its screen with a chart and other tables. */
export const rowsInMediumList = 12

/** Page size of a table that has its screen to itself. */
export const rowsPerPage = 25

/** Page number in the URL, counted from 1; 1 for an invalid value. */
export function pageFromUrl(request: Request, parameter = 'page'): number {
  const page = Number(new URL(request.url).searchParams.get(parameter))
  return Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1
}

export const pageRange = (page: number, rows = rowsPerPage) => ({ limit: rows, offset: (page - 1) * rows })

export const pageCountOf = (total: number, rows = rowsPerPage) => Math.max(1, Math.ceil(total / rows))

/** Query string of the named parameters of `current`, plus `added`. */
export function queryWith(
  current: URLSearchParams,
  names: string[],
  added: Record<string, string> = {},
): string {
  const kept = names.map((name) => [name, current.get(name) ?? '']).filter(([, value]) => value !== '')
  return new URLSearchParams([...kept, ...Object.entries(added)]).toString()
}

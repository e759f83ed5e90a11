export type ClickKind = 'likes' | 'dislikes'
export type ClickCounts = Record<ClickKind, number>

/** Posts on a page of the forum. */
export const postsPerPage = 6
/** Clicks of one member on one post, both kinds together. */
export const maxClicksPerPost = 50

/** Which kind of click a program means by the counts it sent: the one that differs; null when that is unclear. */
export function resolveHint(current: ClickCounts, hint: Partial<ClickCounts>): ClickKind | null {
  const differing = (['likes', 'dislikes'] as const).filter(
    (kind) => hint[kind] !== undefined && hint[kind] !== current[kind],
  )
  return differing.length === 1 ? (differing[0] ?? null) : null
}

/** How many pages there are, at least one: an empty forum has an empty first page. */
export function pageCount(total: number, size = postsPerPage): number {
  return Math.max(1, Math.ceil(total / size))
}

/** The page of an address bar's text, counted from 1; null for anything that is no page number. */
export function parsePageNumber(text: string | null): number | null {
  if (text === null || text === '') return 1
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null
}

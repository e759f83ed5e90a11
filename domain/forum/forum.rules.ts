export type ClickKind = 'likes' | 'dislikes'
export type ClickCounts = Record<ClickKind, number>

export const postsPerPage = 6
/** Maximum clicks of one member on one post, likes and dislikes together. */
export const maxClicksPerPost = 50

/** Infers the kind of a click from the counts sent: the only one that differs, or null if ambiguous. */
export function resolveHint(current: ClickCounts, hint: Partial<ClickCounts>): ClickKind | null {
  const differing = (['likes', 'dislikes'] as const).filter(
    (kind) => hint[kind] !== undefined && hint[kind] !== current[kind],
  )
  return differing.length === 1 ? (differing[0] ?? null) : null
}

/** Number of pages, at least 1. */
export function pageCount(total: number, size = postsPerPage): number {
  return Math.max(1, Math.ceil(total / size))
}

/** Parses a page number of the address, counted from 1; null if invalid. */
export function parsePageNumber(text: string | null): number | null {
  if (text === null || text === '') return 1
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null
}

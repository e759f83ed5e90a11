import type { Role } from '#db/tables.ts'

/** Everybody that matters, in the order of the tables' columns. */
export const testUsers = [
  'visitor',
  'memberA',
  'memberB',
  'applied',
  'trainerA',
  'trainerB',
  'admin',
] as const
export type TestUser = (typeof testUsers)[number]

export const roleOf: Record<TestUser, Role | null> = {
  visitor: null,
  memberA: 'member',
  memberB: 'member',
  applied: 'applied',
  trainerA: 'trainer',
  trainerB: 'trainer',
  admin: 'admin',
}

export type AccessRow = { route: string; address: string; body: string; expected: string[] }

/**
 * Reads a table: a line has the route's module, the address, for a form what is sent, and a cell for each of
 * the seven. Empty lines and lines that begin with # are for the reader.
 */
export function parseAccessMatrix(text: string, columns: 9 | 10): AccessRow[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const cells = line.split(/\s+/)
      if (cells.length !== columns) throw new Error(`${cells.length} cells instead of ${columns}: ${line}`)
      const [route = '', address = ''] = cells
      return { route, address, body: columns === 10 ? (cells[2] ?? '') : '', expected: cells.slice(-7) }
    })
}

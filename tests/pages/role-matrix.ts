import type { Role } from '#db/tables.ts'
import { can, permissions, type Permission } from '#domain/permissions.ts'

/** The test users, in the order of the matrices' columns. */
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
 * Parses a matrix. A line contains the route's module, the URL, the body of a form, and a cell for each test user.
 * A permission with one cell stands for all seven: the cell for roles with the permission, 403 for other roles and
 * `forVisitor` for visitors. Empty lines and lines that start with # are ignored.
 */
export function parseAccessMatrix(text: string, columns: 9 | 10, forVisitor = 'in'): AccessRow[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const cells = expandPermission(line.split(/\s+/), columns, forVisitor)
      if (cells.length !== columns) throw new Error(`${cells.length} cells instead of ${columns}: ${line}`)
      const [route = '', address = ''] = cells
      return { route, address, body: columns === 10 ? (cells[2] ?? '') : '', expected: cells.slice(-7) }
    })
}

function expandPermission(cells: string[], columns: 9 | 10, forVisitor: string): string[] {
  const [permission = '', allowed = '', ...rest] = cells.slice(columns - 7)
  if (!(permission in permissions) || rest.length > 0) return cells
  return [
    ...cells.slice(0, columns - 7),
    ...expectByPermission(permission as Permission, allowed, forVisitor),
  ]
}

/** Returns the seven cells for a permission: `allowed`, 403, or `forVisitor`. */
export const expectByPermission = (permission: Permission, allowed: string, forVisitor: string): string[] =>
  testUsers.map((who) => {
    const role = roleOf[who]
    return role === null ? forVisitor : can({ role }, permission) ? allowed : '403'
  })

import { can, permissions, type Access, type Permission } from '#domain/permissions.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'

/** The access of the test users, in the order of the matrices' columns. */
export const accessOfTestUser = {
  visitor: null,
  memberA: { role: 'member' },
  memberB: { role: 'member' },
  applied: { role: 'applied' },
  trainerA: { role: 'trainer' },
  trainerB: { role: 'trainer' },
  admin: { role: 'admin' },
  reception: { role: 'member', duty: 'reception' },
} satisfies Record<string, Access | null>
export type TestUser = keyof typeof accessOfTestUser
export type SignedInUser = Exclude<TestUser, 'visitor'>
export const testUsers = Object.keys(accessOfTestUser) as TestUser[]

/**
 * The users that a row's request is sent as: all of them at full length, in the short form one for each expected
 * outcome, another one from row to row. All users read a page that is theirs, since each reads another.
 */
export function usersOfRow({ expected }: AccessRow, place: number): TestUser[] {
  if (isFullScale) return testUsers
  const outcomeOf = (who: TestUser, column: number) => (expected[column] === '200' ? who : expected[column]!)
  return Object.values(Object.groupBy(testUsers, outcomeOf)).map((users) => users![place % users!.length]!)
}

const columnUsers = ['visitor', 'memberA', 'memberB', 'applied', 'trainerA', 'trainerB', 'admin'] as const

export type AccessRow = { route: string; address: string; body: string; expected: string[] }

/**
 * Parses a matrix. A line contains the route's module, the URL, the body of a form, and a cell for each of the seven
 * columns. A permission with one cell stands for all of them: the cell for users with the permission, 403 for others
 * and `forVisitor` for visitors. A test user without a column has the cell of member B, or that of the admin if the
 * last cell is `permission:cell` and they have that permission.
 * Empty lines and lines that start with # are ignored.
 */
export function parseAccessMatrix(text: string, columns: 9 | 10, forVisitor = 'in'): AccessRow[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const parts = line.split(/\s+/)
      const [route = '', address = '', body = ''] = parts
      const cells = parts.slice(columns - columnUsers.length)
      const expected = expandPermission(cells, forVisitor) ?? expandCells(cells)
      if (!expected) throw new Error(`${parts.length} cells instead of ${columns}: ${line}`)
      return { route, address, body: columns === 10 ? body : '', expected }
    })
}

function expandPermission(cells: string[], forVisitor: string): string[] | null {
  const [permission = '', allowed = '', ...rest] = cells
  if (!(permission in permissions) || rest.length > 0) return null
  return expectByPermission(permission as Permission, allowed, forVisitor)
}

function expandCells(cells: string[]): string[] | null {
  if (cells.length !== columnUsers.length) return null
  const cellOf = Object.fromEntries(columnUsers.map((who, column) => [who, cells[column]!]))
  const [, permission, forAll] = /^(\w+\.\w+):(.*)$/.exec(cellOf.admin!) ?? []
  if (forAll !== undefined) cellOf.admin = forAll
  const likeAdmin = (who: TestUser) =>
    forAll !== undefined && can(accessOfTestUser[who], permission as Permission)
  return testUsers.map((who) => cellOf[who] ?? (likeAdmin(who) ? cellOf.admin! : cellOf.memberB!))
}

/** Returns the cell of each test user for a permission: `allowed`, 403, or `forVisitor`. */
export const expectByPermission = (permission: Permission, allowed: string, forVisitor: string): string[] =>
  testUsers.map((who) => {
    const access = accessOfTestUser[who]
    return access === null ? forVisitor : can(access, permission) ? allowed : '403'
  })

import type { ComparisonSetup, ComparedRequest } from '#bench/comparison.ts'

const as = (by: ComparedRequest['by'], paths: readonly string[]): ComparedRequest[] =>
  paths.map((path) => ({ name: path, path, by }))

/** Pages in the middle and at the end of a list, which only a large club has. */
const farPages: [by: ComparedRequest['by'], address: string, last: number][] = [
  ['visitor', '/forums?page=', 166_000],
  ['visitor', '/api/forums?size=6&page=', 166_000],
  ['admin', '/dashboard/balance?page=', 3300],
  ['admin', '/dashboard/allSubscribers?page=', 4000],
  ['admin', '/dashboard/allTrainers?page=', 80],
  ['admin', '/dashboard/members?page=', 4000],
]

const visited = [
  '/',
  '/trainers',
  '/hours',
  '/classes',
  '/forums',
  '/gallery',
  '/api/trainers',
  '/api/classes',
  '/sitemap.xml',
]
const cachedPages = [
  '/dashboard',
  '/dashboard/balance',
  '/dashboard/allSubscribers',
  '/dashboard/allTrainers',
]
const listed = ['/dashboard/appliedTrainers', '/dashboard/members', '/dashboard/auditLog', '/api/newsletters']

/** The demo club, and the same with the forum and people of several years. */
export const clubs: ComparisonSetup = {
  onlyLarge: ['seed.sql', 'people.sql', 'grow.sql'],
  questionsOf: async () => [
    ...as('visitor', [...visited, '/api/forums?page=0&size=6']),
    ...as('admin', [...cachedPages, ...listed]),
  ],
  farPages: [
    ...farPages.flatMap(([by, address, last]) => as(by, [address + last / 2, address + last])),
    ...as('admin', ['/dashboard/allSubscribers?search=reader99', '/dashboard/members?search=member99']),
  ],
}

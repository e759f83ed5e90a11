import type { ComparisonSetup, ComparedRequest } from '#bench/comparison.ts'

const lists = [
  '/dashboard',
  '/dashboard/members',
  '/dashboard/members?role=trainer',
  '/dashboard/members?shown=with+an+hour',
  '/dashboard/members?shown=ends+in+7+days',
  '/dashboard/members?shown=without+an+hour',
  '/dashboard/members?search=mo',
  '/dashboard/members?search=member',
  '/dashboard/members?search=nobody-of-this-name',
  '/dashboard/allSubscribers',
  '/dashboard/allSubscribers?search=nobody-of-this-name',
  '/dashboard/balance',
  `/dashboard/invoices?month=${new Date(Date.now() - 62.5 * 86_400_000).toISOString().slice(0, 7)}`,
  '/dashboard/desk',
  '/dashboard/auditLog',
  '/dashboard/reports',
  '/dashboard/newsletter',
  '/dashboard/newsletter/new',
  '/dashboard/undelivered',
  '/api/newsletters',
]

/** Pages far down a list are compared with its first one. */
const farPages = [
  '/dashboard/allSubscribers?page=4000',
  '/dashboard/balance?page=2000',
  '/dashboard/auditLog?after=5000',
  '/dashboard/reports?page=40',
]

const adminRequest = (path: string): ComparedRequest => ({ name: path, path, by: 'admin' })

/** Every list of the office where each has a page or more, and in the same club with 100,000 members. */
export const clubs: ComparisonSetup = {
  inBoth: ['office.sql'],
  onlyLarge: ['seed.sql', 'people.sql', 'dates.sql', 'members.sql'],
  questionsOf: async ({ database }) => {
    const { rows } = await database.query<{ id: string }>(
      `select id from users where email = 'member@palestra.example'`,
    )
    const person = { ...adminRequest(`/dashboard/members/${rows[0]!.id}`), name: '/dashboard/members/{id}' }
    return [...lists.map(adminRequest), person]
  },
  farPages: farPages.map(adminRequest),
}

import { describe, expect, test } from 'vitest'
import type { Role, Viewer } from '#app/frame/viewer.ts'
import type { FindMatches } from '#domain/overview/find.server.ts'
import { findResults } from './find-results.server.ts'

const viewer = (role: Role): Viewer => ({
  id: 'ada',
  role,
  name: 'Ada',
  email: 'ada@club.test',
  portrait: null,
})
const nothing: FindMatches = { people: [], trainers: [], invoices: [], isExact: false, today: '2026-11-26' }
const addresses = (role: Role, text: string, found = nothing) =>
  findResults(viewer(role), text, found).flatMap(({ hits }) => hits.map(({ to }) => to))

describe('findResults', () => {
  test('“close 24 dec” leads an admin to closed days with the date filled, and a member nowhere', () => {
    expect(addresses('admin', 'close 24 dec')).toEqual(['/dashboard/closures?fromDay=2026-12-24'])
    expect(addresses('member', 'close 24 dec')).toEqual([])
  })

  test('a page is found by its name or its section, by those who may open it', () => {
    expect(addresses('admin', 'audit')).toEqual(['/dashboard/auditLog'])
    expect(addresses('trainer', 'audit')).toEqual([])
    expect(addresses('admin', 'money')).toHaveLength(3)
  })

  test('of many matches eight are shown, at most three of a kind; an invoice number is shown alone', () => {
    const people = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: 'Today', email: `${id}@club.test` }))
    const found = { ...nothing, people, trainers: people }
    const groups = findResults(viewer('admin'), 'today', found)
    expect(groups.map(({ hits }) => hits.length)).toEqual([3, 3, 2])
    const invoices = [{ number: 'PAL-2026-0007', bookingId: '1', buyerName: 'Noor' }]
    expect(addresses('admin', 'PAL-2026-0007', { ...found, people: [], invoices, isExact: true })).toEqual([
      '/dashboard/receipt/1',
    ])
  })
})

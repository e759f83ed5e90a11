import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { can } from '#domain/permissions.ts'
import { dashboardPageAt, dashboardPages, menuEntries } from './dashboard-pages.ts'

const addresses = routes.flatMap(({ path = '', children }) => [
  path,
  ...(children ?? []).map((child) => [path, child.path].filter(Boolean).join('/')),
])
const ofDashboard = addresses.filter((address) => /^dashboard(\/|$)/.test(address))

test('every address of the dashboard is of a page that the list knows, and every page has its address', () => {
  expect(ofDashboard.length).toBeGreaterThan(15)
  expect(ofDashboard.filter((address) => dashboardPageAt(`/${address}`) === undefined)).toEqual([])
  const listed = dashboardPages.map(({ path }) => (path ? `dashboard/${path}` : 'dashboard'))
  expect(listed.filter((address) => !ofDashboard.includes(address))).toEqual([])
})

test('a role finds in its menu only what it may see, and three of that in the bar of phones', () => {
  for (const role of ['admin', 'trainer', 'member', 'applied'] as const) {
    const entries = menuEntries(role)
    const needed = entries.map(({ to }) => dashboardPageAt(to)!.permission)
    expect(needed.filter((permission) => permission !== null && !can({ role }, permission))).toEqual([])
    expect(entries.filter(({ short }) => short)).toHaveLength(3)
  }
})

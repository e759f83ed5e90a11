import { expect, test } from 'vitest'
import { roleNames, type Role } from '#app/frame/viewer.ts'
import routes from '#app/routes.ts'
import { can } from '#domain/permissions.ts'
import { barEntries, menuSections } from './dashboard-menu.ts'
import { dashboardPageAt, dashboardPages, mayOpen, sections } from './dashboard-pages.ts'

const addresses = routes.flatMap(({ path = '', children }) => [
  path,
  ...(children ?? []).map((child) => [path, child.path].filter(Boolean).join('/')),
])
const pagesOfSections = Object.values(sections).flatMap(({ pages }) => pages)
const ofDashboard = addresses.filter((address) => /^dashboard(\/|$)/.test(address))
const roles = Object.keys(roleNames) as Role[]

test('every address of the dashboard is of a page that the list knows, and every page has its address', () => {
  expect(ofDashboard.length).toBeGreaterThan(15)
  expect(ofDashboard.filter((address) => dashboardPageAt(`/${address}`) === undefined)).toEqual([])
  const listed = dashboardPages.map(({ path }) => (path ? `dashboard/${path}` : 'dashboard'))
  expect(listed.filter((address) => !ofDashboard.includes(address))).toEqual([])
})

test('a role finds in its menu only what it may see, and three of that in the bar of phones', () => {
  for (const role of roles) {
    const links = menuSections({ role }, '/dashboard').flatMap(({ tabs, entries, ...section }) => [
      section,
      ...tabs,
      ...entries,
    ])
    const needed = links.map(({ to }) => dashboardPageAt(to)!.permission)
    expect(needed.filter((permission) => permission !== null && !can({ role }, permission))).toEqual([])
    expect(barEntries({ role }, '/dashboard')).toHaveLength(3)
    expect(barEntries({ role }, '/dashboard')[0]).toMatchObject({ name: 'Today', current: 'page' })
  }
})

test('every page that a role may open is in one section of its menu, and its tab or its parent’s is current', () => {
  for (const role of roles)
    for (const page of pagesOfSections.filter((each) => mayOpen({ role }, each))) {
      const lit = menuSections({ role }, `/dashboard/${page.path}`).filter(({ current }) => current)
      expect(lit, `${role}: ${page.path}`).toHaveLength(1)
      expect(lit[0]!.tabs.filter(({ current }) => current).length).toBeLessThanOrEqual(1)
      const hasOwnTab = page.parent === undefined && (page.tabOf?.includes(role) ?? true)
      if (hasOwnTab) expect(lit[0]!.tabs.map(({ current }) => current)).toContain('page')
    }
})

test('a page below another one keeps the section and the tab of that one', () => {
  const section = menuSections({ role: 'admin' }, '/dashboard/members/1').find(({ current }) => current)
  expect(section).toMatchObject({ name: 'People', current: 'true' })
  expect(section!.tabs.find(({ current }) => current)).toMatchObject({ name: 'Members', current: 'true' })
  const dates = menuSections({ role: 'member' }, '/dashboard/lesson/1/move').find(({ current }) => current)
  expect(dates!.tabs.find(({ current }) => current)?.name).toBe('Your dates')
  const sectionsOfAnswers = (['member', 'trainer', 'admin'] as const).map(
    (role) => menuSections({ role }, '/dashboard/healthAnswers/1').find(({ current }) => current)?.name,
  )
  expect(sectionsOfAnswers).toEqual(['You', 'Members', 'People'])
  const own = menuSections({ role: 'admin', id: '1' }, '/dashboard/healthAnswers/1')
  expect(own.find(({ current }) => current)?.name).toBe('You')
})

test('a section counts what waits on its pages, and so do the tab and the bar of phones', () => {
  const counts = { appliedTrainers: 2, covers: 1 }
  const people = menuSections({ role: 'admin' }, '/dashboard', counts).find(
    ({ section }) => section === 'people',
  )!
  expect(people.count).toBe(2)
  expect(people.tabs.flatMap(({ name, count }) => (count > 0 ? [name] : []))).toEqual(['Applied Trainers'])
  const bar = barEntries({ role: 'admin' }, '/dashboard', counts).map(({ name, count }) => `${name} ${count}`)
  expect(bar).toEqual(['Today 1', 'People 2', 'Desk 0'])
})

test('an admin sees which list each lesson and each hour to give up belongs to', () => {
  const litAt = (path: string) => {
    const section = menuSections({ role: 'admin' }, path).find(({ current }) => current)
    return [section?.name, section?.tabs.find(({ current }) => current)?.name]
  }
  expect(litAt('/dashboard/lesson/1')).toEqual(['Today', 'Dashboard'])
  expect(litAt('/dashboard/closeHour/1')).toEqual(['People', 'Members'])
})

test('the page that finds things in all sections is in none of them', () => {
  for (const role of roles)
    expect(menuSections({ role }, '/dashboard/find').filter(({ current }) => current)).toEqual([])
})

test('an admin at the desk has the desk marked in the bar of phones, and nothing else', () => {
  for (const path of ['/dashboard/desk', '/dashboard/takePayment/1'])
    expect(
      barEntries({ role: 'admin' }, path).flatMap(({ name, current }) => (current ? [name] : [])),
    ).toEqual(['Desk'])
})

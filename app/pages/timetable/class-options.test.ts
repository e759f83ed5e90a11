import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ClassOptions } from './class-options.tsx'

type Props = Parameters<typeof ClassOptions>[0]
type Viewer = { allowances: Partial<Props['place']['allowances'][number]>[]; isSignedIn: boolean }

/** What is otherwise at this class and the viewer’s place in it. */
type Changed = { date?: Partial<Props['date']>; place?: object; sale?: Partial<Props['sale']> }

const visitor = { allowances: [], isSignedIn: false }
const member = { allowances: [], isSignedIn: true }
const buyer = {
  allowances: [{ orderId: 'o', title: 'Ten classes', given: 10, left: 9, untilDay: '2027-02-01' }],
  isSignedIn: true,
}

/** The options of a class on 12 January 2027, as HTML. */
function optionsOf(viewer: Viewer, opensOn: string | null, changed: Changed = {}): string {
  const date = { id: 'l', day: '2027-01-12', today: '2027-01-02', because: null, isOver: false }
  const places = { capacity: 12, taken: 2, waiting: 0, trainerName: 'Mira Okafor' }
  const deadline = { deadline: new Date('2027-01-11T20:00:00Z'), deadlineDay: '2027-01-11' }
  const place = { own: null, isPastDeadline: false, bookableFrom: null, lateCosts: true, ...deadline }
  const props = {
    date: { ...date, ...places, ...changed.date },
    place: { ...place, ...viewer, ...changed.place },
    sale: { offer: null, order: null, ...changed.sale },
    other: null,
    timeZone: 'UTC',
    opensOn,
  } as unknown as Props
  return renderToString(
    createElement(createRoutesStub([{ path: '/', Component: () => createElement(ClassOptions, props) }])),
  )
}

test('a class before the opening offers no place, and neither does a later one to people without a plan', () => {
  for (const viewer of [visitor, member, buyer]) {
    expect(optionsOf(viewer, null)).toMatch(/<(button|a)/)
    for (const opensOn of ['soon', '2027-01-13']) {
      const options = optionsOf(viewer, opensOn)
      expect(options).toContain('We open')
      expect(options).not.toMatch(/<(button|a)/)
    }
  }
  for (const viewer of [visitor, member]) expect(optionsOf(viewer, '2027-01-12')).not.toMatch(/<(button|a)/)
  expect(optionsOf(buyer, '2027-01-12')).toContain('Book a place')
})

test('a member who waits can leave the line while a place that came free late can be booked', () => {
  const own = { state: 'waiting', attendance: null, position: 2, isGuest: false }
  const options = optionsOf(buyer, null, {
    date: { taken: 11, waiting: 2 },
    place: { own, isPastDeadline: true, graceMinutes: 15 },
  })
  for (const option of ['Book a place', 'Leave it']) expect(options).toContain(option)
})

test('a member who came is not offered to give the place back', () => {
  const own = { state: 'booked', freeUntil: new Date('2027-01-11T20:00:00Z'), freeUntilDay: '2027-01-11' }
  const optionsWith = (attendance: string | null) =>
    optionsOf(buyer, null, { place: { own: { ...own, attendance, isGuest: false, isLate: true } } })
  expect(optionsWith(null)).toContain('Give')
  expect(optionsWith('attended')).toContain('You came')
  expect(optionsWith('attended')).not.toMatch(/<(button|form)/)
})

test('a class is offered for its price to people without one left, while it has a place', () => {
  const sale = { offer: { id: 'single', priceCents: 1_500, currency: 'usd' } }
  expect(optionsOf(visitor, null, { sale })).toContain('One class costs $15.00')
  const exhausted = { ...buyer, allowances: [{ ...buyer.allowances[0], left: 0 }] }
  for (const viewer of [member, exhausted]) {
    expect(optionsOf(viewer, null, { sale })).toContain('href="/buy/single?class=l"')
    expect(optionsOf(viewer, null, { sale })).toContain('Buy it for $15.00')
    expect(optionsOf(viewer, null, { sale, date: { taken: 12 } })).not.toContain('/buy/')
  }
  expect(optionsOf(member, null)).not.toContain('/buy/')
  expect(optionsOf(buyer, null, { sale })).not.toContain('/buy/')
})

test('a held place is to be paid, and can not be booked again', () => {
  const order = { id: 'o', payBy: new Date('2027-01-02T10:15:00Z') }
  const own = { state: 'held', attendance: null, position: null, isGuest: false }
  const options = optionsOf(member, null, { sale: { order }, place: { own }, date: { taken: 12 } })
  expect(options).toContain('A place is held for you.')
  expect(options).toContain('href="/dashboard/order/o"')
  expect(options).not.toMatch(/<form|\/buy\/|Other times|Another class/)
})

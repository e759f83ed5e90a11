import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { DayLine, type Moment } from './day-line.tsx'

const today = '2026-11-26'

const moment = (day: string, startHour: number, what: string, isOver = false): Moment => ({
  key: `${day} ${startHour}`,
  day,
  startHour,
  startMinute: 0,
  isOver,
  dot: 'on',
  what,
  text: '',
  card: { what, who: 'with Mira' },
})

/** Entries of the line, in order, without markup. */
function linesOf(moments: Moment[], now = '2026-11-26T12:24:00Z'): string[] {
  const Line = () =>
    createElement(DayLine, {
      moments,
      today,
      now: new Date(now),
      timeZone: 'UTC',
      limit: 3,
      empty: 'Nothing',
    })
  const html = renderToStaticMarkup(
    createElement(createRoutesStub([{ path: '/', Component: Line }]), { initialEntries: ['/'] }),
  )
  return [...html.matchAll(/<li class="([^"]*)">(.*?)(?=<li|<\/ol>)/gs)].map(([, names, content]) =>
    `${names}: ${content?.replaceAll(/<[^>]*>/g, ' ')}`.replaceAll(/\s+/g, ' ').trim(),
  )
}

test('a day shows what is over, now, the next hour large, and what follows', () => {
  expect(
    linesOf([
      moment('2026-11-27', 10, 'Noor'),
      moment(today, 13, 'Paul'),
      moment(today, 10, 'Ines', true),
      moment(today, 18, 'Kofi'),
      moment('2026-11-30', 10, 'Oskar'),
    ]),
  ).toEqual([
    'moment past: 10:00 Ines',
    'moment now: 12:24 Now',
    'moment next: 13:00 In 36 minutes Paul with Mira',
    'moment: 18:00 Kofi',
    'moment of-day: Tomorrow',
    'moment: 10:00 Noor',
  ])
})

test('earlier hours fold to the latest one, and an empty day says so', () => {
  const over = [6, 7, 8].map((hour) => moment(today, hour, `Hour ${hour}`, true))
  expect(linesOf(over)).toEqual([
    'moment earlier: 2 earlier ones',
    'moment past: 06:00 Hour 6',
    'moment past: 07:00 Hour 7',
    'moment past: 08:00 Hour 8',
    'moment now: 12:24 Now',
    'moment next: Nothing',
  ])
})

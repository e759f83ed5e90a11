import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Month } from './month.tsx'

test('in the days of a month today is marked, whether or not it has an hour', () => {
  const dates = ['2026-11-23', '2026-11-25'].map((day) => ({
    day,
    startHour: 7,
    because: null,
    isOver: false,
  }))
  const markedOn = (today: string) => {
    const ahead = { kind: 'on', word: 'yours' } as const
    const html = renderToStaticMarkup(createElement(Month, { dates, ahead, today }))
    return [...html.matchAll(/aria-current="date"><span[^>]*>([^<]*)/g)].map(([, day]) => day)
  }
  expect(markedOn('2026-11-25')).toEqual(['25'])
  expect(markedOn('2026-11-24')).toEqual(['24'])
  expect(markedOn('2026-12-24')).toEqual([])
})

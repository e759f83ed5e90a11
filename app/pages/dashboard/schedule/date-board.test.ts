import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DateBoard } from './date-board.tsx'

test('free hours are columns of seven days a row, without the weeks that have none', () => {
  const html = renderToStaticMarkup(
    createElement(DateBoard, {
      days: ['2026-11-30', '2026-11-27', '2026-12-18'],
      entriesOf: (day: string) => `hours of ${day}`,
    }),
  )
  const rows = html.split('<div class="date-row">').slice(1)
  expect(rows.map((row) => row.match(/date-column/g)?.length)).toEqual([7, 7])
  expect(rows.map((row) => row.match(/hours of \S{10}/g))).toEqual([
    ['hours of 2026-11-27', 'hours of 2026-11-30'],
    ['hours of 2026-12-18'],
  ])
})

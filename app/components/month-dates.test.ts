import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { NoLessonReason } from '#domain/lessons/lessons.rules.ts'
import { MonthDates } from './month-dates.tsx'

test('a day without an hour says why, and below the month each reason is named once', () => {
  const date = (day: string, because: NoLessonReason | null) => ({
    day,
    startHour: 7,
    because,
    isOver: false,
  })
  const dates = [
    date('2026-11-30', null),
    date('2026-12-01', 'closed'),
    date('2026-12-02', 'closed'),
    date('2026-12-03', 'trainer away'),
    date('2026-12-04', 'no such hour'),
  ]
  const html = renderToStaticMarkup(
    createElement(MonthDates, { dates, ahead: { kind: 'on', word: 'yours' } }),
  )
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('Tuesday 1 Dec, no hour, the club is closed')
  expect(text).toContain('Friday 4 Dec, no hour, the clocks go forward')
  expect(text).toMatch(/yours no hour: the club is closed, the trainer is away, the clocks go forward $/)
})

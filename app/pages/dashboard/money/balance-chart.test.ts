import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test } from 'vitest'
import { defaultLocale, setLocale } from '#format/locale.ts'
import { BalanceChart } from './balance-chart.tsx'

type ByDay = Parameters<typeof BalanceChart>[0]['byDay']

afterAll(() => setLocale(defaultLocale))

const drawn = (byDay: ByDay) => renderToStaticMarkup(createElement(BalanceChart, { byDay }))

test('the balance names its days without their year as the club’s language writes them', () => {
  const byDay = { from: '2026-10-26', to: '2026-11-25', startCents: 0, days: [] }
  const heading = () => /<span class="note">(.*?)<\/span>/.exec(drawn(byDay))?.[1]
  expect(heading()).toBe('26 Oct to 25 Nov 2026')
  setLocale({ currency: 'usd', language: 'en-US' })
  expect(heading()).toBe('Oct 26 to Nov 25, 2026')
})

/** How far the mark of today's balance stands from the end of the line. */
function marked(day: string): number {
  const days = [{ day, changeCents: 7000, balanceCents: 12_000 }]
  const chart = drawn({ from: '2026-10-29', to: '2026-11-25', startCents: 5000, days })
  return 120 - Number(/<circle cx="(\d+)"/.exec(chart)?.[1])
}

test('the balance of today is marked on the line, on a day with a payment as well', () => {
  expect(marked('2026-11-25')).toBe(0)
  expect(marked('2026-11-20')).toBe(7)
})

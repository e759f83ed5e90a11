import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test } from 'vitest'
import { firstWritten, writeAs } from '#words/written.ts'
import { BalanceChart } from './balance-chart.tsx'

afterAll(() => writeAs(firstWritten))

test('the balance names its days without their year as the club’s language writes them', () => {
  const byDay = { from: '2026-10-26', to: '2026-11-25', startCents: 0, days: [] }
  const heading = () =>
    /<span class="note">(.*?)<\/span>/.exec(renderToStaticMarkup(createElement(BalanceChart, { byDay })))?.[1]
  expect(heading()).toBe('26 Oct to 25 Nov 2026')
  writeAs({ currency: 'usd', language: 'en-US' })
  expect(heading()).toBe('Oct 26 to Nov 25, 2026')
})

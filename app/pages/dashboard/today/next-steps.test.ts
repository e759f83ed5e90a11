import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { NextSteps } from './next-steps.tsx'

const makeUp = (id: string) => ({
  id,
  bookingId: 'month',
  because: 'closed' as const,
  fromDate: '2026-11-23',
  until: '2027-01-04',
  trainerId: 'trainer',
  trainerName: 'Mira Okafor',
})

test('every make-up that is owed has its ring', () => {
  const props = {
    open: [],
    hours: [],
    nextMonths: [],
    application: null,
    toPay: [],
    makeUps: ['first', 'second', 'third'].map(makeUp),
    now: new Date('2026-11-24T12:00:00Z'),
    timeZone: 'UTC',
  } as unknown as Parameters<typeof NextSteps>[0]
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, createElement(NextSteps, props)))
  expect(html).toContain('You have three make-ups')
  expect(html.match(/class="dot ring"/g)).toHaveLength(3)
})

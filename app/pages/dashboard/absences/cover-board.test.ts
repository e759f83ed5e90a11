import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { OpenCover } from '#domain/lessons/covers/open-covers.server.ts'
import { chosenFirst, CoverBoard } from './cover-board.tsx'

const cover = (lessonId: string, day: string, startHour: number) =>
  ({ lessonId, day, startHour, memberName: 'Kofi Mensah', portrait: null }) as OpenCover
const hours = [
  cover('first', '2026-12-01', 18),
  cover('second', '2026-12-01', 7),
  cover('third', '2026-12-03', 9),
]

const render = (props: Parameters<typeof CoverBoard>[0]) =>
  renderToString(
    createElement(createRoutesStub([{ path: '/', Component: () => createElement(CoverBoard, props) }])),
  )

test('hours that need cover stand on their dates, and the chosen one comes first below', () => {
  const html = render({ hours, chosen: 'third', page: 1 })
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="/?hour=second#cover-second"',
    'href="/?hour=first#cover-first"',
    'href="/?hour=third#cover-third"',
  ])
  expect(html.match(/aria-current="true"/g)).toHaveLength(1)
  expect(chosenFirst(hours, 'third').map(({ lessonId }) => lessonId)).toEqual(['third', 'first', 'second'])
})

test('a choice on a later page stays there, and a single hour needs no board', () => {
  expect(render({ hours, chosen: null, page: 2 })).toContain('/?page=2&amp;hour=first#cover-first')
  expect(render({ hours: hours.slice(0, 1), chosen: null, page: 1 })).toBe('')
})

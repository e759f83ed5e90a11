import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { anyHour, type BoardSlot } from '#domain/board/board.rules.ts'
import { weekdays } from '#format/weekdays.ts'
import { toBoardView, type BoardView } from './board-view.ts'
import { HourLines, WeekBoard } from './week-board.tsx'
import { toWishChoices } from './wish-choices.ts'

/** Six hours each of many trainers, Monday to Friday or on the weekend, from six or from twelve on. */
const slotsOf = (trainers: number): BoardSlot[] =>
  Array.from({ length: trainers * 6 }, (_, index) => {
    const trainer = Math.floor(index / 6)
    return {
      id: `slot-${index}`,
      trainerId: `trainer-${trainer}`,
      trainerName: `Trainer ${trainer}`,
      startHour: (trainer % 4 === 0 ? 6 : 12) + (index % 6),
      weekdays: trainer % 3 === 0 ? weekdays.slice(5) : weekdays.slice(0, 5),
      priceCents: 5000,
      state: 'free',
      freeFrom: null,
      freeAgain: null,
      ownBookingId: null,
      skills: ['Boxing'],
      yearsOfExperience: 4,
      portrait: null,
      isOwn: false,
    }
  })

const render = (component: ComponentType<{ board: BoardView }>, board: BoardView) =>
  renderToString(
    createElement(createRoutesStub([{ path: '/', Component: () => createElement(component, { board }) }])),
  )

const cellsOf = ({ rows }: BoardView) => rows.flatMap(({ cells }) => cells)

test('2,000 trainers are a number in each cell, and on phones a line for each time of day', () => {
  const slots = slotsOf(2000)
  const board = toBoardView(slots, anyHour, null)
  expect(board.rows.map(({ free }) => free)).toEqual([...Array(6).fill(500), ...Array(6).fill(1500)])
  expect(cellsOf(board).every(({ marks }) => marks.length === 0)).toBe(true)
  expect(cellsOf(board).reduce((sum, { more }) => sum + more, 0)).toBe(
    slots.reduce((sum, slot) => sum + slot.weekdays.length, 0),
  )
  const html = render(WeekBoard, board)
  expect(html.match(/<a /g)).toHaveLength(12 * 7)
  expect(html).toContain('the larger, the more hours are free')
  const lines = render(HourLines, board)
  expect(lines.match(/<a /g)).toHaveLength(12)
  expect(lines).toMatch(/12:00<\/b><span class="size-8" aria-hidden="true"><\/span>1,500 free/)
})

test('a cell of a few dozen trainers has two faces and how many more there are, and no lines below', () => {
  const board = toBoardView(slotsOf(24), anyHour, null)
  const marked = cellsOf(board).filter(({ marks }) => marks.length > 0)
  expect(marked.length).toBeGreaterThan(0)
  expect(Math.max(...marked.map(({ marks }) => marks.length))).toBeLessThanOrEqual(3)
  expect(render(WeekBoard, board)).toContain('more-ring')
  expect(render(HourLines, board)).toBe('')
})

test('of many disciplines those with most free hours are offered, and the chosen one', () => {
  const slots = slotsOf(100).map((slot, index) => ({ ...slot, skills: ['Boxing', `Art ${index % 90}`] }))
  const last = slots.slice(0, 89).at(-1)?.skills[1] ?? ''
  const { disciplines } = toWishChoices(slots, { ...anyHour, discipline: last })
  expect(disciplines).toHaveLength(42)
  expect(disciplines.map(({ name }) => name)).toContain('boxing')
  expect(disciplines.filter(({ isChosen }) => isChosen).map(({ free }) => free)).toEqual([6])
})

test('a line runs from the first to the last day of the chosen hour, also where more trainers are free', () => {
  const slots = slotsOf(24)
  const chosen = slots.find(({ weekdays: days }) => days.length === 5)!
  const slot = { ...chosen, weekdays: ['Monday', 'Wednesday', 'Friday'] }
  const board = toBoardView([slot, ...slots.filter(({ id }) => id !== slot.id)], anyHour, slot.id)
  const { cells } = board.rows.find(({ hour }) => hour === slot.startHour)!
  expect(cells.map(({ line }) => line && [line.begins, line.ends])).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [false, false],
    [false, true],
    null,
    null,
  ])
  expect(cellsOf(board).filter(({ line }) => line !== null)).toHaveLength(5)
})

import { describe, expect, test } from 'vitest'
import {
  anyHour,
  assignLanes,
  daysBesideWish,
  disciplinesOf,
  rankByFirstDate,
  rankSlots,
  widerWishes,
  type BoardSlot,
} from './board.rules.ts'

const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

const slot = (trainerName: string, startHour: number, values: Partial<BoardSlot> = {}): BoardSlot => ({
  id: `${trainerName} ${startHour}`,
  trainerId: trainerName,
  trainerName,
  startHour,
  priceCents: 5000,
  state: 'free',
  freeFrom: null,
  freeAgain: null,
  ownBookingId: null,
  weekdays: workdays,
  skills: [],
  yearsOfExperience: 1,
  portrait: null,
  isOwn: false,
  ...values,
})

const titles = (slots: BoardSlot[]) => slots.map(({ id }) => id)

describe('rankSlots', () => {
  const mondays = { weekdays: ['Monday', 'Wednesday', 'Friday'] }

  test('lists hours on the days asked for first, then those with other days, then those without one of them', () => {
    const slots = [
      slot('Yuki', 7, { weekdays: ['Monday', 'Tuesday'] }),
      slot('Mira', 8),
      slot('Samira', 10, mondays),
    ]
    const wish = { ...anyHour, days: mondays.weekdays }
    expect(titles(rankSlots(slots, wish, 'Thursday'))).toEqual(['Samira 10', 'Mira 8', 'Yuki 7'])
    expect(daysBesideWish(slots[0]!, wish)).toEqual({ extra: ['Tuesday'], missing: ['Wednesday', 'Friday'] })
  })

  test('lists the hour that begins first, then the earlier hour', () => {
    const slots = [slot('Theo', 6, mondays), slot('Mira', 9), slot('Yuki', 7)]
    expect(titles(rankSlots(slots, anyHour, 'Monday'))).toEqual(['Yuki 7', 'Mira 9', 'Theo 6'])
    // Yuki is away for a week, and Theo for longer than a month
    const firstDates = new Map([
      ['Yuki 7', '2026-12-08'],
      ['Mira 9', '2026-12-01'],
    ])
    expect(titles(rankByFirstDate(slots, anyHour, firstDates))).toEqual(['Mira 9', 'Yuki 7', 'Theo 6'])
  })

  test('leaves out hours that are taken, on hold, without a date, too early, too late or of another discipline', () => {
    const slots = [
      slot('Mira', 6, { state: 'sold' }),
      slot('Mira', 7, { state: 'held' }),
      slot('Mira', 8, { state: 'unavailable' }),
      slot('Mira', 9, { skills: ['Boxing'] }),
      slot('Mira', 10, { skills: ['Yoga'] }),
      slot('Mira', 11, { skills: ['Boxing'] }),
      slot('Mira', 12, { state: 'sold', freeFrom: new Date(), skills: ['boxing'] }),
    ]
    const wish = { ...anyHour, from: 9, to: 11, discipline: 'boxing' }
    expect(titles(rankSlots(slots, wish, 'Monday'))).toEqual(['Mira 9'])
    expect(titles(rankSlots(slots, { ...wish, to: 13 }, 'Monday'))).toEqual(['Mira 9', 'Mira 11', 'Mira 12'])
  })
})

describe('assignLanes', () => {
  test('gives trainers who share a day and hour different lanes, and each one lane all week', () => {
    const slots = [
      slot('Mira', 7),
      slot('Yuki', 7),
      slot('Yuki', 8),
      slot('Theo', 9, { weekdays: ['Sunday'] }),
      slot('Mira', 9),
    ]
    expect([...assignLanes(slots, 3)]).toEqual([
      ['Mira', 0],
      ['Yuki', 1],
      ['Theo', 0],
    ])
  })

  test('gives the last lane to all who are too many', () => {
    const slots = ['Mira', 'Yuki', 'Theo', 'Kofi', 'Noor'].map((name) => slot(name, 7))
    expect([...assignLanes(slots, 3).values()]).toEqual([0, 1, 2, 3, 3])
  })
})

describe('widerWishes', () => {
  test('drops one condition at a time and leaves out what still finds nothing', () => {
    const slots = [slot('Mira', 7, { skills: ['Boxing'] }), slot('Yuki', 18), slot('Theo', 19)]
    const wish = { ...anyHour, days: ['Sunday'], from: 17, to: 22, discipline: 'Boxing' }
    expect(widerWishes(slots, wish)).toEqual([])
    const evening = { ...wish, days: [] }
    expect(widerWishes(slots, evening).map(({ dropped, count }) => [dropped, count])).toEqual([
      ['discipline', 2],
      ['time', 1],
    ])
  })
})

test('disciplines are listed once, whatever their spelling, in alphabetical order', () => {
  const slots = [slot('Mira', 7, { skills: ['Yoga', 'boxing'] }), slot('Yuki', 7, { skills: ['Boxing'] })]
  expect(disciplinesOf(slots)).toEqual(['boxing', 'Yoga'])
})

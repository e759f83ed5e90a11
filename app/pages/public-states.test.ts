import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { defaultCopy } from '#copy/default-copy.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import type { MonthDate } from '#domain/lessons/lessons.rules.ts'
import Classes from './classes/classes.tsx'
import Forums from './forum/forums.tsx'
import Gallery from './gallery/gallery.tsx'
import Home from './home/home.tsx'
import { toNewBooking } from './home/new-booking.server.ts'
import Hours from './hours/hours.tsx'
import Trainers from './trainers/trainers.tsx'

/** Returns the text of a page, rendered on the server with this data. */
function words<Props extends object>(page: ComponentType<Props>, loaderData: unknown): string {
  const props = { loaderData, actionData: undefined } as unknown as Props
  const Stub = createRoutesStub([{ path: '/', Component: () => createElement(page, props) }])
  return renderToString(createElement(Stub))
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const trainerCard = { id: 't', name: 'Mira Okafor', yearsOfExperience: 9, portrait: null }
const picture = { id: 'p', width: 480, height: 600, colour: '#e4532b' }
const testimonial = {
  id: 'v',
  name: 'Ines Duarte',
  who: 'Member',
  words: 'I come at eight.',
  picture,
  consent: '',
}

const emptyHome = {
  headlines: [],
  words: { ...defaultCopy, testimonials: [testimonial] },
  classes: [],
  posts: [],
  trainers: [],
  nextClasses: [],
  stats: { trainers: 0, classes: 0, lowestPriceCents: null },
  timeZone: 'UTC',
}

describe('public pages of an empty club', () => {
  test('says on each list what is missing and where to go meanwhile', () => {
    const classesOf = (hasTrainers: boolean) => words(Classes, { classes: [], total: 0, hasTrainers })
    expect(classesOf(true)).toMatch(/No classes yet .* Meet the trainers /)
    expect(words(Trainers, { trainers: [], total: 0 })).toMatch(/No trainers yet .* Become A Trainer /)
    // none leads to another empty list
    expect(classesOf(false)).toMatch(/No classes yet .* Leave your address /)
    expect(words(Hours, { leastPrice: null, hasTrainers: false })).toMatch(
      /No hours yet .* Leave your address /,
    )
    expect(words(Gallery, { pictures: [], total: 0 })).toMatch(/walls are still bare .* About us /)
    const forum = words(Forums, { posts: [], page: 1, pageCount: 1, timeZone: 'UTC' })
    expect(forum).toContain('No posts yet')
    expect(forum).not.toContain('Next')
  })

  test('has a home page without empty lists: the letter first, then the club and a word to trainers', () => {
    const home = words(Home, emptyHome)
    expect(home).toMatch(/Subscribe Now .* Fitness philosophy .* No trainers yet .* Become A Trainer/)
    for (const absent of ['See All', 'No classes yet', 'No posts yet', 'Strength Mastery', '0 trainers'])
      expect(home).not.toContain(absent)
    const withTrainer = words(Home, { ...emptyHome, trainers: [trainerCard] })
    for (const said of ['No classes yet', 'No posts yet', 'Strength Mastery'])
      expect(withTrainer).toContain(said)
    expect(home).toContain('keep it for the month.')
    expect(home).not.toContain('null')
  })
})

describe('home page after a payment', () => {
  const trainer = { id: 't', name: 'Mira Okafor', email: 'mira@club.example', picture: null }
  const slot = { id: 's', name: 'Slot 2', startHour: 7, weekdays: ['Monday', 'Tuesday', 'Wednesday'] }
  const buyer = { id: 'b', name: 'Noor Rahman', email: 'noor@club.example' }
  const paid = { id: 'booking', buyer, trainer, slot, paidUntil: new Date('2026-12-21T06:00:00Z') }

  test('is greeted at home with the first hour, the trainer, until when, and the receipt, until it begins', () => {
    const first = { day: '2026-11-23', startHour: 11, because: null, isOver: false }
    const last = { ...first, day: '2026-12-21', startHour: 7 }
    const closed = { ...first, day: '2026-11-22', because: 'refunded' as const }
    const greeting = (...dates: MonthDate[]) => toNewBooking(paid as Booking, dates)
    const home = words(Home, { ...emptyHome, newBooking: greeting(closed, first, last) })
    expect(home).toContain('The hour is yours, Noor.')
    expect(home).toContain('Monday 23 Nov, 11:00')
    expect(home).toContain('Your first hour with Mira Okafor. Then Monday to Wednesday until Mon 21 Dec.')
    expect(home).toContain('Receipt')
    const free = toNewBooking({ ...paid, payment: null } as Booking, [first])
    expect(words(Home, { ...emptyHome, newBooking: free })).not.toContain('Receipt')
    expect(words(Home, emptyHome)).not.toContain('is yours,')
    expect(greeting({ ...first, isOver: true })).toBeNull()
    expect(greeting()).toMatchObject({ hour: 'Slot 2, 07:00' })
    // of a month that lost its dates: fewer than half, or all
    const away = { ...first, because: 'trainer away' as const }
    expect(greeting(first, away, away)?.what).toContain(' 1 of 3 hours: Mira is away.')
    expect(greeting(away, away)).toBeNull()
  })
})

describe('home page with a failed section', () => {
  const failures = { classes: 'The classes', posts: 'The posts', trainers: 'The trainers' }

  test.each(Object.entries(failures))('(%s) says so, and everything else is there', (section, name) => {
    const home = words(Home, { ...emptyHome, [section]: null })
    expect(home).toContain(`${name} didn’t make it here`)
    for (const other of ['Strength Mastery', 'Fitness philosophy', 'Ines Duarte', 'Subscribe Now'])
      expect(home).toContain(other)
    const others = Object.values(failures).filter((each) => each !== name)
    for (const other of others) expect(home).not.toContain(`${other} didn’t make it here`)
  })

  test('takes the figures along when they are what failed', () => {
    const home = words(Home, { ...emptyHome, trainers: [trainerCard], stats: null })
    expect(home).not.toContain('open since')
    expect(home).toContain('Featured services'.split(' ')[0])
  })
})

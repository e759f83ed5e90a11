import { z } from 'zod'
import { rotateCalendarAddress } from '#domain/lessons/calendar/calendar-feed.server.ts'
import { calendarAddress } from '#sign-in/calendar-address.server.ts'
import { defineCall } from '#api/contract.ts'

const address = z.strictObject({
  address: z.url().meta({ description: 'Whoever knows it reads your hours.' }),
})
const example = {
  answer: {
    address: 'http://localhost:3000/calendar/e1c9d7b5-3a2f-4e6d-8c1b-0a9f8e7d6c5b.Zk3vQ8b1XwT5yLr0PnEa7c.ics',
  },
}

export const calendarCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/calendar',
    name: 'getCalendar',
    group: 'Calendar',
    summary: 'The secret address at which calendars elsewhere read your hours',
    access: 'signed in',
    answer: address,
    example,
    operation: 'calendarAddress',
    handle: async ({ actor }) => ({ address: await calendarAddress(actor) }),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/calendar/renew',
    name: 'renewCalendar',
    group: 'Calendar',
    summary: 'Another address; the former one leads nowhere any more',
    access: 'signed in',
    answer: address,
    example,
    operation: 'rotateCalendarAddress',
    handle: async ({ actor }) => {
      await rotateCalendarAddress(actor)
      return { address: await calendarAddress(actor) }
    },
  }),
]

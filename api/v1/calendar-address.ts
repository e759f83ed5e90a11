import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { rotateCalendarAddress } from '#domain/lessons/calendar/calendar-feed.server.ts'
import { calendarAddress } from '#sign-in/calendar-address.server.ts'

const address = z.strictObject({
  address: z.url().meta({ description: 'Anyone with this address can read your lessons.' }),
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
    summary: 'Get the secret address of your calendar feed',
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
    summary: 'Replace the address of your calendar feed; the previous one stops working',
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

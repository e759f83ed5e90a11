import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { exampleTrainer } from '#api/v0/examples.ts'
import { weekdayList } from '#api/wire.ts'
import { readOpeningSpans } from '#domain/club/club.server.ts'
import { weekdaysOutside } from '#domain/club/opening-hours.rules.ts'
import { listFirstDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { exampleOfferedSlot } from './examples.ts'
import { cents, day, moment, namedReference, startHour } from './schemas.ts'

const offeredSlot = z
  .strictObject({
    ...namedReference.shape,
    startHour,
    priceCents: cents.meta({ description: 'Per month, without a plan’s surcharge.' }),
    state: z.enum(['free', 'held', 'sold', 'unavailable']).meta({
      description: 'Unavailable: not taken, but the coming month has no date that can be given.',
    }),
    nextDate: day.nullable().meta({
      description: 'First date of a month bought now; null if it cannot be bought.',
    }),
    freeFrom: moment.nullable().meta({
      description: 'For a slot whose holder declined: end of the month, after which anyone can book it.',
    }),
    outsideOpeningHours: weekdayList.meta({
      description: 'Weekdays of the trainer on which the hour is outside the opening hours.',
    }),
    freeAgain: day.nullable().meta({
      description:
        'For an unavailable slot: the first date after the coming month; null without one in a year.',
    }),
  })
  .meta({ id: 'OfferedSlot' })

export const offeredSlotCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/trainers/{id}/slots',
    name: 'listOfferedSlots',
    group: 'Bookings',
    summary: 'List a trainer’s slots with their first dates',
    notes: 'By hour. If the holder declined, the first date is in the next month.',
    access: 'everyone',
    answer: z.array(offeredSlot),
    refusals: [404],
    example: { parameter: exampleTrainer._id, answer: [exampleOfferedSlot] },
    operation: 'listFirstDates',
    handle: async ({ actor, parameter }) => {
      const { slots, weekdays } = await getTrainer(actor, parameter)
      const [firstDates, spans] = await Promise.all([listFirstDates(slots), readOpeningSpans()])
      return slots.map(({ id, name, startHour: hour, priceCents, state, freeFrom, freeAgain }) => ({
        id,
        name,
        startHour: hour,
        priceCents,
        state,
        nextDate: firstDates.get(id) ?? null,
        freeFrom: freeFrom?.toISOString() ?? null,
        freeAgain,
        outsideOpeningHours: weekdaysOutside(spans, weekdays, hour),
      }))
    },
  }),
]

import { z } from 'zod'
import { listFirstDates } from '#domain/lessons/schedule/first-dates.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { defineCall } from '#api/contract.ts'
import { exampleTrainer } from '#api/v0/examples.ts'
import { exampleOfferedHour } from './examples.ts'
import { cents, day, moment, namedReference, startHour } from './schemas.ts'

const offeredHour = z
  .strictObject({
    ...namedReference.shape,
    startHour,
    priceCents: cents.meta({ description: 'For a month, without a plan’s surcharge.' }),
    state: z.enum(['free', 'held', 'sold']),
    nextDate: day.nullable().meta({
      description:
        'The first date of a month that is bought now; null where none can be, or none has an hour.',
    }),
    freeFrom: moment.nullable().meta({
      description: 'Of an hour that is given up: when its month ends, and the next can be anybody’s.',
    }),
  })
  .meta({ id: 'OfferedHour' })

export const offeredHourCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/trainers/{id}/hours',
    name: 'listOfferedHours',
    group: 'Hours',
    summary: 'The hours of a trainer’s day, and when each would begin',
    notes: 'By hour. Of one that is given up, the first date is that of the month after.',
    access: 'everyone',
    answer: z.array(offeredHour),
    refusals: [404],
    example: { parameter: exampleTrainer._id, answer: [exampleOfferedHour] },
    operation: 'listFirstDates',
    handle: async ({ actor, parameter }) => {
      const { slots } = await getTrainer(actor, parameter)
      const firstDates = await listFirstDates(slots)
      return slots.map(({ id, name, startHour: hour, priceCents, state, freeFrom }) => ({
        id,
        name,
        startHour: hour,
        priceCents,
        state,
        nextDate: firstDates.get(id) ?? null,
        freeFrom: freeFrom?.toISOString() ?? null,
      }))
    },
  }),
]

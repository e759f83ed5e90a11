import { z } from 'zod'
import { bookingStates } from '#domain/bookings/bookings.rules.ts'
import { getBooking, listBookings, type Booking } from '#domain/bookings/bookings.server.ts'
import type { Person } from '#domain/actor.ts'
import { listDates, previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { coolOff } from '#domain/months/cooling-off.server.ts'
import { declineRenewal, undoDeclineRenewal, renewBooking } from '#domain/months/renewal.server.ts'
import { getMonth, type Prospects } from '#domain/months/month.server.ts'
import { renewBookingInput, pauseInput } from '#domain/months/months.input.ts'
import { pauseMonth } from '#domain/months/pausing.server.ts'
import { CountedItems, defineCall } from '#api/contract.ts'
import { exampleBookingId } from '#api/v0/examples.ts'
import { identifier, picture, presentPicture } from '#api/wire.ts'
import { exampleBookedHour, exampleDay, exampleLessonId, exampleMakeUpDay, exampleMonth } from './examples.ts'
import { monthDate, presentDate } from './month-dates.ts'
import { cents, count, day, moment, namedReference, paging, startHour, toPageRange } from './schemas.ts'

const states = z.enum(bookingStates)
const bookedFields = {
  bookingId: identifier,
  state: states,
  period: z
    .enum(['current', 'upcoming'])
    .meta({ description: 'Whether the hour is theirs now, or from the end of another month.' }),
  renewal: z
    .enum(['undecided', 'declined', 'closed'])
    .meta({ description: '‘declined’: anybody can book the month after; ‘closed’: nobody can.' }),
  slot: z.strictObject({ ...namedReference.shape, startHour, weekdays: z.array(z.string()) }),
  trainer: z.strictObject({ ...namedReference.shape, picture }),
  plan: z.enum(['silver', 'gold', 'diamond']).nullable(),
  amountCents: cents.nullable().meta({ description: 'With the plan; null before one is chosen.' }),
  currency: z.string(),
  createdAt: moment,
  holdExpiresAt: moment.nullable(),
  paidAt: moment.nullable(),
  beginsAt: moment.nullable().meta({ description: 'null as long as that is the moment of paying.' }),
  paidUntil: moment.nullable(),
}
const bookedHour = z.strictObject(bookedFields).meta({ id: 'BookedHour' })

const month = z
  .strictObject({
    ...bookedFields,
    renewalOpensAt: moment.nullable().meta({
      description: 'From when on the next month can be bought. null before it is paid, as what follows.',
    }),
    renewalIsOpen: z.boolean(),
    nextUntil: moment.nullable().meta({ description: 'When the next month would be over.' }),
    next: z
      .strictObject({ bookingId: identifier.nullable(), isOwn: z.boolean(), state: states })
      .nullable()
      .meta({ description: 'The month after this one; its id if it is yours, null while nobody has it.' }),
    isCoolingOff: z.boolean(),
    coolsOffUntil: moment.nullable().meta({ description: 'Until when all its money goes back.' }),
    pauseFrom: moment.nullable().meta({ description: 'Hours from then on can be paused.' }),
    wasPaused: z.boolean(),
    isOffered: z.boolean().nullable().meta({ description: 'Whether the hour is still offered.' }),
  })
  .meta({ id: 'Month' })

const toIsoOrNull = (date: Date | null) => date?.toISOString() ?? null

const presentBookedHour = ({ id, slot, trainer, ...booking }: Booking): z.input<typeof bookedHour> => ({
  bookingId: id,
  state: booking.state,
  period: booking.period,
  renewal: booking.renewal,
  slot: { id: slot.id, name: slot.name, startHour: slot.startHour, weekdays: slot.weekdays },
  trainer: { id: trainer.id, name: trainer.name, picture: presentPicture(trainer.picture) },
  plan: booking.plan,
  amountCents: booking.amountCents,
  currency: booking.currency,
  createdAt: booking.createdAt.toISOString(),
  holdExpiresAt: toIsoOrNull(booking.holdExpiresAt),
  paidAt: toIsoOrNull(booking.paidAt),
  beginsAt: toIsoOrNull(booking.beginsAt),
  paidUntil: toIsoOrNull(booking.paidUntil),
})

function presentNext({ id }: Person, next: Prospects['next']): z.input<typeof month>['next'] {
  if (next === null) return null
  const isOwn = next.buyerId === id
  return { bookingId: isOwn ? next.bookingId : null, isOwn, state: next.state }
}

async function readMonth(actor: Person, bookingId: string): Promise<z.input<typeof month>> {
  const { booking, prospects } = await getMonth(actor, bookingId)
  return {
    ...presentBookedHour(booking),
    renewalOpensAt: toIsoOrNull(prospects?.renewalOpensAt ?? null),
    renewalIsOpen: booking.renewalIsOpen,
    nextUntil: toIsoOrNull(prospects?.nextUntil ?? null),
    next: presentNext(actor, prospects?.next ?? null),
    isCoolingOff: prospects?.isCoolingOff ?? false,
    coolsOffUntil: toIsoOrNull(prospects?.coolsOffUntil ?? null),
    pauseFrom: toIsoOrNull(prospects?.pauseFrom ?? null),
    wasPaused: prospects?.wasPaused ?? false,
    isOffered: prospects?.isOffered ?? null,
  }
}

export const hourCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/hours',
    name: 'listHours',
    group: 'Hours',
    summary: 'The hours that you booked, a page of them',
    notes: 'Newest first, whatever became of them.',
    access: 'signed in',
    query: paging,
    answer: z.array(bookedHour),
    counted: true,
    example: { query: 'page=0&size=20', answer: [exampleBookedHour] },
    operation: 'listBookings',
    handle: async ({ actor, query }) => {
      const { items, total } = await listBookings(actor, toPageRange(query))
      return new CountedItems(items.map(presentBookedHour), total)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/hours/{id}',
    name: 'getMonth',
    group: 'Hours',
    summary: 'A month that you booked, and what can become of it',
    notes: 'Before it is paid nothing can: what depends on it is null.',
    access: 'signed in',
    answer: month,
    refusals: [404],
    example: { parameter: exampleBookingId, answer: exampleMonth },
    operation: 'getMonth',
    handle: async ({ actor, parameter }) => readMonth(actor, parameter),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/hours/{id}/dates',
    name: 'listDates',
    group: 'Hours',
    summary: 'The dates of your month',
    notes: 'Before it is paid: those that it would have, paid now.',
    access: 'signed in',
    answer: z.array(monthDate),
    refusals: [404],
    example: {
      parameter: exampleBookingId,
      answer: [
        {
          day: exampleDay,
          startHour: 7,
          because: null,
          isOver: false,
          lessonId: exampleLessonId,
          makeUpId: null,
          instead: null,
        },
      ],
    },
    operation: 'listDates',
    handle: async ({ actor, parameter }) => {
      const { id, slot, paidAt } = await getBooking(actor, parameter)
      const dates = await (paidAt === null ? previewDates(slot.id, id) : listDates(actor, id))
      return dates.map(presentDate)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/hours/{id}/keep',
    name: 'keepHour',
    group: 'Hours',
    summary: 'Hold the next month of your hour for 15 minutes',
    notes:
      'It is paid like any other booking. Asking again answers the same one. Before the last days of the month, once somebody else has the next, or another price: 409.',
    access: 'signed in',
    body: z.object({
      priceCents: renewBookingInput.shape.expectedPriceCents.meta({
        description:
          'The price that the buyer saw, a month without a plan. When it is not the price any more: 409.',
      }),
    }),
    answer: z.strictObject({ bookingId: identifier }),
    refusals: [404, 409],
    exists: getBooking,
    example: {
      parameter: exampleBookingId,
      body: { priceCents: 5000 },
      answer: { bookingId: exampleBookingId },
    },
    operation: 'renewBooking',
    handle: async ({ actor, parameter, body: { priceCents } }) => {
      const { bookingId } = await renewBooking(actor, parameter, { expectedPriceCents: priceCents })
      return { bookingId }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/hours/{id}/drop',
    name: 'dropHour',
    group: 'Hours',
    summary: 'Say that you do not keep your hour',
    notes: 'Anybody can book the month after from now on. Saying it again changes nothing.',
    access: 'signed in',
    answer: month,
    refusals: [404, 409],
    example: { parameter: exampleBookingId, answer: { ...exampleMonth, renewal: 'declined' } },
    operation: 'declineRenewal',
    handle: async ({ actor, parameter }) => {
      await declineRenewal(actor, parameter)
      return readMonth(actor, parameter)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/hours/{id}/take-back',
    name: 'keepAfterAll',
    group: 'Hours',
    summary: 'Take back that you do not keep your hour',
    notes: 'It is yours first again, unless somebody has the month after: 409.',
    access: 'signed in',
    answer: month,
    refusals: [404, 409],
    example: { parameter: exampleBookingId, answer: exampleMonth },
    operation: 'undoDeclineRenewal',
    handle: async ({ actor, parameter }) => {
      await undoDeclineRenewal(actor, parameter)
      return readMonth(actor, parameter)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/hours/{id}/pause',
    name: 'pauseHour',
    group: 'Hours',
    summary: 'Pause your month for some days',
    notes: 'Once a month and a day ahead; each of its hours in between becomes a make-up.',
    access: 'signed in',
    body: pauseInput,
    answer: z.strictObject({ makeUps: count, until: day.meta({ description: 'The last day to use them.' }) }),
    refusals: [404, 409],
    exists: getBooking,
    example: {
      parameter: exampleBookingId,
      body: { fromDay: exampleDay, untilDay: exampleDay },
      answer: { makeUps: 1, until: exampleMakeUpDay },
    },
    operation: 'pauseMonth',
    handle: async ({ actor, parameter, body }) => {
      const { hours, until } = await pauseMonth(actor, parameter, body)
      return { makeUps: hours, until }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/hours/{id}/cool-off',
    name: 'coolOff',
    group: 'Hours',
    summary: 'Give a month back that you just bought',
    notes: 'All its money goes back and the hour is free. Once the time for it is over: 409.',
    access: 'signed in',
    answer: z.strictObject({ amountCents: cents.meta({ description: 'What goes back.' }) }),
    refusals: [404, 409],
    example: { parameter: exampleBookingId, answer: { amountCents: 7000 } },
    operation: 'coolOff',
    handle: async ({ actor, parameter }) => {
      const { amountCents } = await coolOff(actor, parameter)
      return { amountCents }
    },
  }),
]

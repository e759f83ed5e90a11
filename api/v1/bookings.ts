import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import { exampleBookingId } from '#api/v0/examples.ts'
import { identifier, picture, presentPicture } from '#api/wire.ts'
import type { Person } from '#domain/actor.ts'
import { getBooking, listBookings, type Booking } from '#domain/bookings/read-bookings.server.ts'
import { listDates, previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import {
  beginRenewalCard,
  renewAutomatically,
  stopAutomaticRenewal,
} from '#domain/months/automatic-renewal.server.ts'
import { coolOff } from '#domain/months/cooling-off.server.ts'
import { getMonth, type Prospects } from '#domain/months/month.server.ts'
import { renewBookingInput, pauseInput } from '#domain/months/months.input.ts'
import { pauseMonth, previewPause, type PausedLesson } from '#domain/months/pausing.server.ts'
import { declineRenewal, undoDeclineRenewal, renewBooking } from '#domain/months/renewal.server.ts'
import { orderStates } from '#domain/orders/orders.rules.ts'
import { storedSetupInput } from '#domain/payments/card-setups.input.ts'
import {
  exampleBooking,
  exampleDay,
  exampleLessonId,
  exampleMakeUpDay,
  exampleMonth,
  exampleSetup,
  exampleTrainerName,
} from './examples.ts'
import { monthDate, presentDate } from './month-dates-schema.ts'
import { cents, count, day, moment, namedReference, paging, startHour, toPageRange } from './schemas.ts'

const states = z.enum(orderStates)
const bookedFields = {
  bookingId: identifier,
  state: states,
  period: z
    .enum(['current', 'upcoming'])
    .meta({ description: 'Whether the month runs now or follows the current one.' }),
  renewal: z.enum(['undecided', 'automatic', 'declined', 'closed']).meta({
    description:
      '‘automatic’: the next month is charged from a stored card; ‘declined’: anyone can book it; ‘closed’: no one can.',
  }),
  slot: z.strictObject({ ...namedReference.shape, startHour, weekdays: z.array(z.string()) }),
  trainer: z.strictObject({ ...namedReference.shape, picture }),
  plan: z.enum(['silver', 'gold', 'diamond']).nullable(),
  amountCents: cents.nullable().meta({ description: 'With the plan; null before one is chosen.' }),
  currency: z.string(),
  createdAt: moment,
  holdExpiresAt: moment.nullable(),
  paidAt: moment.nullable(),
  beginsAt: moment.nullable().meta({ description: 'Null if the month begins when it is paid.' }),
  paidUntil: moment.nullable(),
}
const bookingSchema = z.strictObject(bookedFields).meta({ id: 'Booking' })

const month = z
  .strictObject({
    ...bookedFields,
    renewalOpensAt: moment.nullable().meta({
      description: 'Start of the renewal window. This and the following fields are null before payment.',
    }),
    renewalIsOpen: z
      .boolean()
      .meta({ description: 'False also if the next month has no date that can be given.' }),
    nextUntil: moment.nullable().meta({ description: 'End of the next month.' }),
    next: z
      .strictObject({ bookingId: identifier.nullable(), isOwn: z.boolean(), state: states })
      .nullable()
      .meta({ description: 'The next month, with its id if it is yours; null while it is free.' }),
    isCoolingOff: z.boolean(),
    coolsOffUntil: moment.nullable().meta({ description: 'Until then, cancelling refunds the full amount.' }),
    pauseFrom: moment.nullable().meta({ description: 'Earliest time from which lessons can be paused.' }),
    wasPaused: z.boolean(),
    isOffered: z.boolean().nullable().meta({ description: 'Whether the slot is still offered.' }),
  })
  .meta({ id: 'Month' })

const toIsoOrNull = (date: Date | null) => date?.toISOString() ?? null

const presentBooking = ({ id, slot, trainer, ...booking }: Booking): z.input<typeof bookingSchema> => ({
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
    ...presentBooking(booking),
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

const pausedLesson = { day, startHour, trainerName: z.string() }

export const bookingCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/bookings',
    name: 'listBookings',
    group: 'Bookings',
    summary: 'List your bookings, paginated',
    notes: 'Newest first, in any state.',
    access: 'signed in',
    query: paging,
    answer: z.array(bookingSchema),
    counted: true,
    example: { query: 'page=0&size=20', answer: [exampleBooking] },
    operation: 'listBookings',
    handle: async ({ actor, query }) => {
      const { items, total } = await listBookings(actor, toPageRange(query))
      return new CountedItems(items.map(presentBooking), total)
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/bookings/{id}',
    name: 'getMonth',
    group: 'Bookings',
    summary: 'Get one of your months and what you can do with it',
    notes: 'Fields that require payment are null before it.',
    access: 'signed in',
    answer: month,
    refusals: [404],
    example: { parameter: exampleBookingId, answer: exampleMonth },
    operation: 'getMonth',
    handle: async ({ actor, parameter }) => readMonth(actor, parameter),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/bookings/{id}/dates',
    name: 'listDates',
    group: 'Bookings',
    summary: 'List the dates of your month',
    notes: 'Before payment: the dates it would have if paid now.',
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
    path: '/v1/bookings/{id}/renew',
    name: 'renewBooking',
    group: 'Bookings',
    summary: 'Hold the next month of your slot for 15 minutes',
    notes:
      'It is paid like any other booking. Repeating the call returns the same hold. Before the renewal window, after someone else has booked the next month, if it has no date, or at another price: 409.',
    access: 'signed in',
    body: z.object({
      priceCents: renewBookingInput.shape.expectedPriceCents.meta({
        description: 'The monthly price that was displayed, without a plan. If it has changed: 409.',
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
    path: '/v1/bookings/{id}/decline-renewal',
    name: 'declineRenewal',
    group: 'Bookings',
    summary: 'Decline to renew your slot',
    notes: 'From now on anyone can book the next month. Idempotent.',
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
    path: '/v1/bookings/{id}/undo-decline',
    name: 'undoDeclineRenewal',
    group: 'Bookings',
    summary: 'Undo declining the renewal',
    notes: 'You are first in line again. If someone has booked the next month: 409.',
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
    path: '/v1/bookings/{id}/card-setup',
    name: 'beginRenewalCard',
    group: 'Bookings',
    summary: 'Begin to store a card for the renewals of your hour',
    notes:
      'Confirm the secret with the card processor’s library. Nothing is paid. Ten times an hour at most.',
    access: 'signed in',
    answer: z.strictObject({ setupId: z.string(), clientSecret: z.string() }),
    refusals: [404, 409, 503],
    example: {
      parameter: exampleBookingId,
      answer: { setupId: exampleSetup.id, clientSecret: exampleSetup.secret },
    },
    operation: 'beginRenewalCard',
    handle: async ({ actor, parameter }) => {
      const { setupId, clientSecret } = await beginRenewalCard(actor, parameter)
      return { setupId, clientSecret }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/bookings/{id}/renew-automatically',
    name: 'renewAutomatically',
    group: 'Bookings',
    summary: 'Let your hour renew itself',
    notes:
      'Three days before a month ends the card of the setup is charged for the next one, at the price of this month. A letter names day and amount before. If the next month cannot be sold, or costs more: 409.',
    access: 'signed in',
    body: storedSetupInput,
    answer: month,
    refusals: [404, 409, 503],
    exists: getBooking,
    example: {
      parameter: exampleBookingId,
      body: { setupId: exampleSetup.id },
      answer: { ...exampleMonth, renewal: 'automatic' },
    },
    operation: 'renewAutomatically',
    handle: async ({ actor, parameter, body }) => {
      await renewAutomatically(actor, parameter, body)
      return readMonth(actor, parameter)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/bookings/{id}/stop-renewing',
    name: 'stopAutomaticRenewal',
    group: 'Bookings',
    summary: 'Stop the automatic renewal of your hour',
    notes: 'You still come first for the next month. If it has just been paid: 409.',
    access: 'signed in',
    answer: month,
    refusals: [404, 409, 503],
    example: { parameter: exampleBookingId, answer: exampleMonth },
    operation: 'stopAutomaticRenewal',
    handle: async ({ actor, parameter }) => {
      await stopAutomaticRenewal(actor, parameter)
      return readMonth(actor, parameter)
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/bookings/{id}/preview-pause',
    name: 'previewPause',
    group: 'Bookings',
    summary: 'Preview a pause of your month',
    notes: 'Changes nothing. Refused like the pause itself.',
    access: 'signed in',
    body: pauseInput,
    answer: z.strictObject({
      lessons: z.array(z.strictObject(pausedLesson)).meta({ description: 'They become make-ups.' }),
      staying: z.array(z.strictObject(pausedLesson)).meta({ description: 'They are make-ups themselves.' }),
      until: day.meta({ description: 'Last day to use the first make-up.' }),
    }),
    refusals: [404, 409],
    exists: getBooking,
    example: {
      parameter: exampleBookingId,
      body: { fromDay: exampleDay, untilDay: exampleDay },
      answer: {
        lessons: [{ day: exampleDay, startHour: 7, trainerName: exampleTrainerName.name }],
        staying: [],
        until: exampleMakeUpDay,
      },
    },
    operation: 'previewPause',
    handle: async ({ actor, parameter, body }) => {
      const { hours, staying, until } = await previewPause(actor, parameter, body)
      const present = ({ day: on, startHour: hour, trainerName }: PausedLesson) => ({
        day: on,
        startHour: hour,
        trainerName,
      })
      return { lessons: hours.map(present), staying: staying.map(present), until }
    },
  }),
  defineCall({
    method: 'POST',
    path: '/v1/bookings/{id}/pause',
    name: 'pauseMonth',
    group: 'Bookings',
    summary: 'Pause your month for some days',
    notes:
      'Once a month, with the notice that the club’s rules of booking require. Each lesson in between becomes a make-up. Lessons that wait for cover are called off at any notice.',
    access: 'signed in',
    body: pauseInput,
    answer: z.strictObject({
      makeUps: count,
      until: day.meta({ description: 'Last day to use the first of them.' }),
    }),
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
    path: '/v1/bookings/{id}/cool-off',
    name: 'coolOff',
    group: 'Bookings',
    summary: 'Cancel a month within the cooling-off period',
    notes: 'The full amount is refunded and the slot is free. After the cooling-off period: 409.',
    access: 'signed in',
    answer: z.strictObject({ amountCents: cents.meta({ description: 'The refunded amount.' }) }),
    refusals: [404, 409],
    example: { parameter: exampleBookingId, answer: { amountCents: 7000 } },
    operation: 'coolOff',
    handle: async ({ actor, parameter }) => {
      const { amountCents } = await coolOff(actor, parameter)
      return { amountCents }
    },
  }),
]

import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { exampleBookingId } from '#api/v0/examples.ts'
import { identifier } from '#api/wire.ts'
import {
  closeSlot,
  getSlotClosing,
  reopenSlot,
  type SlotClosing,
} from '#domain/months/slot-closing.server.ts'
import { exampleBooking, exampleHour, exampleTrainerName } from './examples.ts'
import { moment, startHour } from './schemas.ts'

const slotClosing = z
  .strictObject({
    bookingId: identifier,
    slotName: z.string(),
    startHour,
    trainerName: z.string(),
    memberName: z.string(),
    paidUntil: moment,
    closeBy: moment.meta({ description: 'Until then it can be closed.' }),
    isClosed: z.boolean().meta({ description: 'Whether it is closed, and can be reopened.' }),
    whyNot: z.string().nullable().meta({ description: 'Why it cannot be closed now; null if it can.' }),
  })
  .meta({ id: 'SlotClosing' })

const presentSlotClosing = (hour: SlotClosing): z.input<typeof slotClosing> => ({
  bookingId: hour.bookingId,
  slotName: hour.slotName,
  startHour: hour.startHour,
  trainerName: hour.trainerName,
  memberName: hour.memberName,
  paidUntil: hour.paidUntil.toISOString(),
  closeBy: hour.closeBy.toISOString(),
  isClosed: hour.isClosed,
  whyNot: hour.whyNot,
})

const exampleSlotClosing = {
  bookingId: exampleBookingId,
  slotName: exampleBooking.slot.name,
  startHour: exampleHour,
  trainerName: exampleTrainerName.name,
  memberName: 'Ada Moss',
  paidUntil: exampleBooking.paidUntil,
  closeBy: '2026-12-06T17:30:00.000Z',
  isClosed: false,
  whyNot: null,
}

export const closingCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/bookings/{id}/closing',
    name: 'getSlotClosing',
    group: 'Bookings',
    summary: 'Get whether a sold slot can be closed after its month',
    notes: 'Your own for trainers, any for admins.',
    access: 'slots.close',
    answer: slotClosing,
    refusals: [404],
    example: { parameter: exampleBookingId, answer: exampleSlotClosing },
    operation: 'getSlotClosing',
    handle: async ({ actor, parameter }) => presentSlotClosing(await getSlotClosing(actor, parameter)),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/bookings/{id}/close',
    name: 'closeSlot',
    group: 'Bookings',
    summary: 'Close a sold slot after its month',
    notes:
      'The member keeps the month and gets a letter; no one can book the next. If `whyNot` is not null: 409.',
    access: 'slots.close',
    answer: slotClosing,
    refusals: [404, 409],
    example: { parameter: exampleBookingId, answer: exampleSlotClosing },
    operation: 'closeSlot',
    handle: async ({ actor, parameter }) => presentSlotClosing(await closeSlot(actor, parameter)),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/bookings/{id}/reopen',
    name: 'reopenSlot',
    group: 'Bookings',
    summary: 'Reopen a closed slot',
    notes: 'The member is first in line again and gets a letter. Not closed: 409.',
    access: 'slots.close',
    answer: slotClosing,
    refusals: [404, 409],
    example: { parameter: exampleBookingId, answer: exampleSlotClosing },
    operation: 'reopenSlot',
    handle: async ({ actor, parameter }) => presentSlotClosing(await reopenSlot(actor, parameter)),
  }),
]

// Data of the examples in API v1: the same member, trainer and booking, and their hours.

import {
  exampleBookingId,
  exampleClass,
  examplePicture,
  exampleSlot,
  exampleTrainer,
} from '#api/v0/examples.ts'

export const exampleLessonId = 'a3c5e7f9-1b2d-4e6f-8a0c-2d4e6f8a0b1c'
export const exampleMakeUpId = 'b4d6f8a0-2c3e-4f70-9b1d-3e5f7a9b1c2d'
export const exampleClosureId = 'c5e7a9b1-3d4f-4a81-8c2e-4f6a8b0c2d3e'
export const exampleAbsenceId = 'd6f8b0c2-4e5a-4b92-9d3f-5a7b9c1d3e4f'
export const exampleClassDateId = 'f7a9c1d3-5f6b-4ca3-8e40-6b8c0d2e4f5a'
export const exampleAllowanceId = 'a8b0d2e4-6a7c-4db4-9f51-7c9d1e3f5a6b'
export const exampleCodeId = 'c0d2f4a6-8c9e-4fd6-8b73-9e1f3a5b7c8d'
export const exampleDay = '2026-11-25'
export const exampleMakeUpDay = '2027-01-04'
export const exampleHour = 7

export const exampleTrainerName = { id: exampleTrainer._id, name: exampleTrainer.name }
export const exampleMemberName = { id: 'e1c9d7b5-3a2f-4e6d-8c1b-0a9f8e7d6c5b', name: 'Ada Moss' }

export const exampleFreeDate = { day: exampleDay, startHour: exampleHour, trainer: exampleTrainerName }
export const exampleBookedLesson = { lessonId: exampleLessonId, ...exampleFreeDate }

export const exampleClassDate = {
  id: exampleClassDateId,
  day: exampleDay,
  startHour: 18,
  startMinute: 30,
  minutes: 45,
  class: { id: exampleClass._id, title: exampleClass.title },
  trainer: exampleTrainerName,
  roomName: 'Court',
  capacity: 10,
  taken: 7,
  waiting: 0,
  because: null,
  isOver: false,
  own: null,
}

export const exampleImportId = 'b9c1e3f5-7b8d-4ec5-8a62-8d0e2f4a6b7c'
export const exampleImport = {
  id: exampleImportId,
  fileName: 'members.csv',
  source: 'Old program',
  state: 'checked' as 'checked' | 'running' | 'undoing',
  columns: [
    { heading: 'Name', field: 'name' },
    { heading: 'Born', field: 'birthDate' },
    { heading: 'Membership', field: 'membership' },
  ],
  rows: { new: 1, known: 0, changed: 0, wrong: 1, twice: 0 },
  progress: { done: 0, total: 1 },
  added: 0,
  changed: 0,
  undoUntil: null as string | null,
}

export const exampleOrderId = 'd1e3a5b7-9d0f-4ae7-9c84-0f2a4b6c8d9e'
export const exampleOrder = {
  id: exampleOrderId,
  kind: 'pack' as const,
  title: 'Ten classes',
  state: 'paid' as const,
  period: null,
  priceCents: 12_000,
  discountCents: 0,
  giftCents: 0,
  amountCents: 12_000,
  currency: 'usd',
  createdAt: '2026-11-20T17:30:00.000Z',
  payBy: null as string | null,
  paidAt: '2026-11-20T17:31:00.000Z',
  until: '2027-05-20T00:00:00.000Z',
  isInUse: true,
  classes: { given: 10, used: 3, left: 7 },
  classDateId: null,
  leftCents: 0,
  canWithdraw: true,
}

export const exampleSetup = {
  id: 'seti_sandbox_6f1d2c3b4a5968778695a4b3',
  secret: 'seti_sandbox_6f1d2c3b4a5968778695a4b3_secret_Zk3vQ8b1XwT5yLr0PnEa7cUd',
}
export const exampleMembership = {
  title: '8 classes a month',
  priceCents: 5900,
  currency: 'usd',
  periodMonths: 1,
  paidUntil: '2026-12-20T17:30:00.000Z',
  endsAt: null,
  firstEnd: '2026-12-20T17:30:00.000Z',
  given: 8,
  used: 0,
  discount: null,
  next: null,
  owed: null,
  pause: null,
  card: { brand: 'visa', last4: '4242', expiresOn: '2034-12-31' },
  debit: null,
}

export const exampleOfferedSlot = {
  id: exampleSlot._id,
  name: exampleSlot.slot_name,
  startHour: exampleHour,
  priceCents: 5000,
  state: 'free' as const,
  nextDate: exampleDay,
  freeFrom: null,
  freeAgain: null,
  outsideOpeningHours: [],
}

export const exampleWeekLesson = {
  lessonId: exampleLessonId,
  day: exampleDay,
  startHour: exampleHour,
  because: null,
  isOver: false,
  name: exampleTrainer.name,
  picture: examplePicture,
  insteadOf: null,
}

export const exampleLesson = {
  id: exampleLessonId,
  bookingId: exampleBookingId,
  day: exampleDay,
  startHour: exampleHour,
  startsAt: '2026-11-25T06:00:00.000Z',
  because: null,
  isOver: false,
  outcome: 'make-up' as const,
  freeUntil: '2026-11-24T12:00:00.000Z',
  makeUpUntil: exampleMakeUpDay,
  trainer: { ...exampleTrainerName, picture: examplePicture },
  insteadOf: null,
  coverUntil: null,
  member: exampleMemberName,
  isOwn: true,
}

export const exampleMakeUp = {
  id: exampleMakeUpId,
  bookingId: exampleBookingId,
  because: 'given back' as const,
  fromDate: '2026-11-23',
  until: exampleMakeUpDay,
  trainer: exampleTrainerName,
}

export const exampleOwed = {
  bookingId: exampleBookingId,
  member: exampleMemberName,
  trainerName: exampleTrainer.name,
  dates: 13,
  amountCents: 7000,
  currency: 'usd',
  makeUps: [
    {
      id: exampleMakeUpId,
      because: 'given back' as const,
      fromDate: '2026-11-23',
      until: exampleMakeUpDay,
      reason: null,
      state: 'open' as const,
      usedFor: null,
      refundCents: 538,
    },
  ],
}

export const exampleListedLesson = {
  id: exampleLessonId,
  day: exampleDay,
  startHour: exampleHour,
  because: null,
  isOver: false,
  member: exampleMemberName,
  trainer: exampleTrainerName,
  insteadOf: null,
  coverUntil: null,
}

export const exampleOpenCover = {
  lessonId: exampleLessonId,
  day: exampleDay,
  startHour: exampleHour,
  memberName: 'Ada',
  picture: examplePicture,
  trainerName: exampleTrainer.name,
  coverUntil: '2026-11-24T17:00:00.000Z',
  payCents: 320,
}

export const exampleBooking = {
  bookingId: exampleBookingId,
  state: 'paid' as const,
  period: 'current' as const,
  renewal: 'undecided' as const,
  slot: {
    id: exampleSlot._id,
    name: exampleSlot.slot_name,
    startHour: exampleHour,
    weekdays: exampleTrainer.available_week,
  },
  trainer: { ...exampleTrainerName, picture: examplePicture },
  plan: 'gold' as const,
  amountCents: 7000,
  currency: 'usd',
  createdAt: exampleTrainer.createdAt,
  holdExpiresAt: null,
  paidAt: exampleTrainer.createdAt,
  beginsAt: exampleTrainer.createdAt,
  paidUntil: '2026-12-20T17:30:00.000Z',
}

export const exampleMonth = {
  ...exampleBooking,
  renewalOpensAt: '2026-12-10T17:30:00.000Z',
  renewalIsOpen: false,
  nextUntil: '2027-01-20T17:30:00.000Z',
  next: null,
  isCoolingOff: true,
  coolsOffUntil: '2026-11-23T05:00:00.000Z',
  pauseFrom: '2026-11-21T17:30:00.000Z',
  wasPaused: false,
  isOffered: true,
}

export const exampleClosure = {
  id: exampleClosureId,
  fromDay: exampleDay,
  untilDay: exampleDay,
  reason: 'New floor',
}
export const exampleAbsence = {
  id: exampleAbsenceId,
  trainerName: exampleTrainer.name,
  fromDay: exampleDay,
  fromHour: 0,
  untilDay: exampleDay,
  untilHour: 24,
}

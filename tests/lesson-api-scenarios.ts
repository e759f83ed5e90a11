import { sql } from 'kysely'
import { exampleBookingId, exampleTrainer } from '#api/v0/examples.ts'
import {
  exampleAbsenceId,
  exampleClassDateId,
  exampleClosureId,
  exampleDay,
  exampleLessonId,
  exampleMakeUpId,
  exampleSetup,
} from '#api/v1/examples.ts'
import { clubNow, db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { listOwnLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { callOffLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { listMakeUps } from '#domain/lessons/make-ups/make-ups.server.ts'
import { beginRenewalCard } from '#domain/months/automatic-renewal.server.ts'
import { declineRenewal } from '#domain/months/renewal.server.ts'
import { closeSlot } from '#domain/months/slot-closing.server.ts'
import { addClassDate, giveClasses } from './class-fixtures.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  goodCard,
  useSandbox,
} from './factories.ts'

/** The actor of an example, and the values of its ids. */
export type ExampleScenario = { as: { id: string } | null; stands?: Record<string, string> }

/**
 * Creates a paid month of a trainer's first slot; the second slot is free. Lessons from the second on can be given
 * back in time.
 */
export async function createMonth() {
  const trainer = await createTrainerWithSlots(2)
  const { buyer, bookingId } = await createPaidBooking(useSandbox(), 'gold', trainer.slots[0]!.id)
  const { hours } = await listOwnLessons(buyer)
  const lessons = hours.flatMap(({ lessonId, day }) => (lessonId === null ? [] : [{ lessonId, day }]))
  const [, { lessonId, day }] = lessons as [unknown, { lessonId: string; day: string }]
  return { trainer, buyer, bookingId, lessonId, day, lessons }
}

type Month = Awaited<ReturnType<typeof createMonth>>

const scenarioOf = (as: Person, { bookingId, lessonId, day, trainer }: Month): ExampleScenario => ({
  as,
  stands: {
    [exampleBookingId]: bookingId,
    [exampleLessonId]: lessonId,
    [exampleDay]: day,
    [exampleTrainer._id]: trainer.trainerId,
  },
})

async function withTypedCard(): Promise<ExampleScenario> {
  const month = await createMonth()
  const { setupId, clientSecret } = await beginRenewalCard(month.buyer, month.bookingId)
  await useSandbox().confirmSetup({ clientSecret, card: goodCard })
  const { as, stands } = scenarioOf(month.buyer, month)
  return { as, stands: { ...stands, [exampleSetup.id]: setupId } }
}

async function asBuyer(): Promise<ExampleScenario> {
  const month = await createMonth()
  return scenarioOf(month.buyer, month)
}

async function asTrainer(): Promise<ExampleScenario> {
  const month = await createMonth()
  return scenarioOf(month.trainer.person, month)
}

/** An admin with the last day of a month, so that closing it affects no other scenario. */
async function asAdmin(): Promise<ExampleScenario> {
  const month = await createMonth()
  return scenarioOf(await createAdmin(), { ...month, day: month.lessons.at(-1)!.day })
}

async function withMakeUp(): Promise<ExampleScenario> {
  const month = await createMonth()
  await callOffLesson(await createAdmin(), month.lessonId)
  const [makeUp] = await listMakeUps(month.buyer)
  const { as, stands } = scenarioOf(month.buyer, month)
  return { as, stands: { ...stands, [exampleMakeUpId]: makeUp!.id } }
}

/** A make-up that an admin can decide about. */
async function withOwedMakeUp(): Promise<ExampleScenario> {
  const month = await createMonth()
  const admin = await createAdmin()
  await callOffLesson(admin, month.lessonId)
  const [makeUp] = await listMakeUps(month.buyer)
  const { stands } = scenarioOf(month.buyer, month)
  return { as: admin, stands: { ...stands, [exampleMakeUpId]: makeUp!.id } }
}

async function withAbsence(who: 'admin' | 'other trainer' | 'trainer'): Promise<ExampleScenario> {
  const month = await createMonth()
  const other = await createTrainerWithSlots(1)
  const { day, trainer } = month
  await declareAbsence(trainer.person, { fromDay: day, untilDay: day })
  const persons = { admin: await createAdmin(), 'other trainer': other.person, trainer: trainer.person }
  const absence = db.selectFrom('absences').where('trainerId', '=', trainer.trainerId).select('id')
  const { id } = await absence.executeTakeFirstOrThrow()
  const { stands } = scenarioOf(trainer.person, { ...month, trainer: other })
  return { as: persons[who], stands: { ...stands, [exampleAbsenceId]: id } }
}

async function withClosure(): Promise<ExampleScenario> {
  const admin = await createAdmin()
  const { day } = (await createMonth()).lessons.at(-1)!
  await closeDays(admin, { fromDay: day, untilDay: day, reason: 'New floor' })
  const closure = db.selectFrom('closures').where('fromDay', '=', day).select('id')
  const { id } = await closure.executeTakeFirstOrThrow()
  return { as: admin, stands: { [exampleClosureId]: id } }
}

async function inRenewalWindow(): Promise<ExampleScenario> {
  const month = await createMonth()
  const paidUntil = sql<Date>`${clubNow} + interval '5 days'`
  await db.updateTable('bookings').set({ paidUntil }).where('id', '=', month.bookingId).execute()
  return scenarioOf(month.buyer, month)
}

async function withDeclinedRenewal(): Promise<ExampleScenario> {
  const month = await createMonth()
  await declineRenewal(month.buyer, month.bookingId)
  return scenarioOf(month.buyer, month)
}

async function withSlotClosedByTrainer(): Promise<ExampleScenario> {
  const month = await createMonth()
  await closeSlot(month.trainer.person, month.bookingId)
  return scenarioOf(month.trainer.person, month)
}

/** A member with classes left, and a date of a class, which they booked or not. */
async function withSubstitute(): Promise<ExampleScenario> {
  const admin = await createAdmin()
  const { lessonId } = await addClassDate(admin)
  const { trainerId } = await createTrainerWithSlots(1)
  return { as: admin, stands: { [exampleClassDateId]: lessonId, [exampleTrainer._id]: trainerId } }
}

async function withOwnClass(): Promise<ExampleScenario> {
  const { trainer, day } = await addClassDate(await createAdmin())
  return { as: trainer.person, stands: { [exampleDay]: day } }
}

async function withClassDate({ isBooked = false } = {}): Promise<ExampleScenario> {
  const { lessonId, day } = await addClassDate(await createAdmin())
  const member = await createMember()
  await giveClasses([member], 5)
  if (isBooked) await bookClass(member, lessonId)
  return { as: member, stands: { [exampleClassDateId]: lessonId, [exampleDay]: day } }
}

/** The actor and the ids for the example of each `/api/v1` call. */
export const lessonScenarios: Record<string, () => Promise<ExampleScenario>> = {
  listWeek: asBuyer,
  listTrainerLessons: asTrainer,
  getLesson: asBuyer,
  listDatesToMoveTo: asBuyer,
  moveLesson: asBuyer,
  cancelLesson: asBuyer,
  callOffLesson: asTrainer,
  listLessons: asAdmin,
  getOwedMakeUps: withOwedMakeUp,
  grantMakeUp: asAdmin,
  refundMakeUp: withOwedMakeUp,
  listMakeUps: withMakeUp,
  listDatesForMakeUp: withMakeUp,
  redeemMakeUp: withMakeUp,
  readTimetable: () => withClassDate(),
  getClassDate: () => withClassDate(),
  bookClass: () => withClassDate(),
  giveBackClass: () => withClassDate({ isBooked: true }),
  listOfferedSlots: asBuyer,
  listBookings: asBuyer,
  getMonth: asBuyer,
  listDates: asBuyer,
  renewBooking: inRenewalWindow,
  declineRenewal: asBuyer,
  undoDeclineRenewal: withDeclinedRenewal,
  beginRenewalCard: asBuyer,
  renewAutomatically: withTypedCard,
  stopAutomaticRenewal: asBuyer,
  previewPause: asBuyer,
  pauseMonth: asBuyer,
  coolOff: asBuyer,
  getSlotClosing: asTrainer,
  closeSlot: asTrainer,
  reopenSlot: withSlotClosedByTrainer,
  listOpenCovers: () => withAbsence('admin'),
  listCoversToGive: () => withAbsence('other trainer'),
  listFreeTrainers: () => withAbsence('admin'),
  takeCover: () => withAbsence('admin'),
  takeClassCover: withSubstitute,
  listClosures: withClosure,
  closeDays: asAdmin,
  previewClosure: asAdmin,
  reopenDays: withClosure,
  listAbsences: () => withAbsence('trainer'),
  declareAbsence: asTrainer,
  previewAbsence: asTrainer,
  previewAbsenceOfClasses: withOwnClass,
  endAbsence: () => withAbsence('trainer'),
  getCalendar: asBuyer,
  getProfile: asBuyer,
  changeProfile: asBuyer,
  renewCalendar: asBuyer,
}

import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { declareAbsence, endAbsence, listAbsences } from '#domain/lessons/absences/absences.server.ts'
import {
  callOffLesson,
  cancelLesson,
  listDatesToMoveTo,
  moveLesson,
} from '#domain/lessons/cancellation/cancellation.server.ts'
import { bookClass, giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { callOffUncovered, takeCover } from '#domain/lessons/covers/covers.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { coolOff } from '#domain/months/cooling-off.server.ts'
import { grantMakeUp } from '#domain/months/granting-make-ups.server.ts'
import { pauseMonth } from '#domain/months/pausing.server.ts'
import { refundMakeUp } from '#domain/months/refunding-make-ups.server.ts'
import { renewBooking } from '#domain/months/renewal.server.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  goodCard,
  useSandbox,
} from '#tests/factories.ts'

// Actions that change the calendar, each with its preparation, which runs in another process.

type CalendarAction<Input> = { prepare: () => Promise<Input>; carryOut: (input: Input) => Promise<unknown> }
const calendarAction = <Input>(prepare: () => Promise<Input>, carryOut: (input: Input) => Promise<unknown>) =>
  ({ prepare, carryOut }) as CalendarAction<unknown>

/** A paid month, and one of its lessons more than a week ahead. */
async function sellMonth() {
  const trainer = await createTrainerWithSlots(3)
  const { buyer, bookingId } = await createPaidBooking(useSandbox(), 'gold', trainer.slots[0]!.id)
  const { rows } = await pool.query<{ id: string; day: string }>(
    `select id, on_date::text as day from lessons where booking_id = $1 and on_date > club_today() + 7 order by on_date limit 1`,
    [bookingId],
  )
  const { id: lessonId, day } = rows[0]!
  return { trainer: trainer.person, buyer, bookingId, lessonId, days: { fromDay: day, untilDay: day } }
}

async function createAbsence() {
  const sold = await sellMonth()
  await declareAbsence(sold.trainer, sold.days)
  return sold
}

/** Moves the end of a month, and the beginning of the next one with it. */
const setMonthEndIn = (bookingId: string, hours: number) =>
  pool.query(
    `with ends as (select club_now() + make_interval(hours => $2) as at)
    update bookings set paid_until = case when id = $1 then at else paid_until end,
      begins_at = case when follows_id = $1 then at else least(begins_at, at - interval '20 days') end
    from ends where id = $1 or follows_id = $1`,
    [bookingId, hours],
  )

async function renewMonth() {
  const { buyer, bookingId: monthId } = await sellMonth()
  await setMonthEndIn(monthId, 24)
  const { bookingId } = await renewBooking(buyer, monthId)
  await choosePlan(buyer, bookingId, { plan: 'silver', acceptsOverlap: true })
  const { clientSecret, intentId } = await requestIntent(buyer, { bookingId })
  await useSandbox().confirmIntent({ clientSecret, card: goodCard })
  return { buyer, monthId, intentId }
}

const pay = ({ buyer, intentId }: { buyer: Person; intentId: string }) => savePayment(buyer, { intentId })

export const calendarActions: Record<string, CalendarAction<unknown>> = {
  'giving an hour back': calendarAction(sellMonth, ({ buyer, lessonId }) => cancelLesson(buyer, lessonId)),
  'giving back a class with a waiting list': calendarAction(
    async () => {
      const { lessonId } = await addClassDate(await createAdmin(), { capacity: 1 })
      const [first, second] = [await createMember(), await createMember()]
      await giveClasses([first, second], 5)
      await bookClass(first, lessonId)
      await bookClass(second, lessonId)
      return { first, lessonId }
    },
    ({ first, lessonId }) => giveBackClass(first, lessonId),
  ),
  'moving an hour': calendarAction(
    async () => {
      const sold = await sellMonth()
      const { hours } = await listDatesToMoveTo(sold.buyer, sold.lessonId)
      return { ...sold, hour: hours[0]! }
    },
    ({ buyer, lessonId, hour }) => moveLesson(buyer, lessonId, hour),
  ),
  'using a make-up': calendarAction(
    async () => {
      const { buyer, lessonId } = await sellMonth()
      await cancelLesson(buyer, lessonId)
      const makeUpId = (await listMakeUps(buyer))[0]!.id
      const { hours } = await listDatesForMakeUp(buyer, makeUpId)
      return { buyer, makeUpId, hour: hours[0]! }
    },
    ({ buyer, makeUpId, hour }) => redeemMakeUp(buyer, makeUpId, hour),
  ),
  'calling an hour off': calendarAction(sellMonth, ({ trainer, lessonId }) =>
    callOffLesson(trainer, lessonId),
  ),
  'an absence': calendarAction(sellMonth, ({ trainer, days }) => declareAbsence(trainer, days)),
  'the end of an absence': calendarAction(
    async () => {
      const { trainer } = await createAbsence()
      return { trainer, absenceId: (await listAbsences(trainer)).items[0]!.id }
    },
    ({ trainer, absenceId }) => endAbsence(trainer, absenceId),
  ),
  'a cover': calendarAction(
    async () => ({ ...(await createAbsence()), cover: (await createTrainerWithSlots(1)).person }),
    ({ cover, lessonId }) => takeCover(cover, lessonId),
  ),
  'an hour that nobody covers': calendarAction(async () => {
    const { lessonId } = await createAbsence()
    await pool.query(`update lessons set cover_until = club_now() where id = $1`, [lessonId])
  }, callOffUncovered),
  'days on which the club is closed': calendarAction(
    async () => ({ admin: await createAdmin(), ...(await sellMonth()) }),
    ({ admin, days }) => closeDays(admin, { ...days, reason: 'Holiday' }),
  ),
  'a pause': calendarAction(sellMonth, ({ buyer, bookingId, days }) => pauseMonth(buyer, bookingId, days)),
  'second thoughts': calendarAction(sellMonth, ({ buyer, bookingId }) => coolOff(buyer, bookingId)),
  'an hour given by hand': calendarAction(
    async () => ({ admin: await createAdmin(), ...(await sellMonth()) }),
    ({ admin, bookingId }) => grantMakeUp(admin, bookingId, { reason: 'Cold shower', requestKey: bookingId }),
  ),
  'the money of a make-up': calendarAction(
    async () => {
      const { buyer, lessonId } = await sellMonth()
      await cancelLesson(buyer, lessonId)
      return { admin: await createAdmin(), makeUpId: (await listMakeUps(buyer))[0]!.id }
    },
    ({ admin, makeUpId }) => refundMakeUp(admin, makeUpId, { reason: 'Moved away' }),
  ),
  'keeping an hour': calendarAction(
    async () => {
      const sold = await sellMonth()
      await setMonthEndIn(sold.bookingId, 24)
      return sold
    },
    ({ buyer, bookingId }) => renewBooking(buyer, bookingId),
  ),
  'the money of the next month': calendarAction(renewMonth, pay),
  'the turn of the month': calendarAction(async () => {
    const kept = await renewMonth()
    await pay(kept)
    await setMonthEndIn(kept.monthId, -1)
  }, endPaidBookings),
}

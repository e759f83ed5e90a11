import { DomainError } from '#core/errors.ts'
import { db, pool } from '#db/client.ts'
import type { PlanName } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { declareAbsence, endAbsence } from '#domain/lessons/absences/absences.server.ts'
import {
  callOffLesson,
  cancelLesson,
  listDatesToMoveTo,
  moveLesson,
} from '#domain/lessons/cancellation/cancellation.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { payCovers } from '#domain/lessons/covers/cover-payments.server.ts'
import { sendCoverRequests } from '#domain/lessons/covers/cover-requests.server.ts'
import { callOffUncovered, takeCover } from '#domain/lessons/covers/covers.server.ts'
import { listCoversToGive } from '#domain/lessons/covers/open-covers.server.ts'
import { extendMakeUpTerms } from '#domain/lessons/make-ups/extend-make-up-terms.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { sendLessonReminders } from '#domain/lessons/reminders/lesson-reminders.server.ts'
import { sendMakeUpReminders } from '#domain/lessons/reminders/make-up-reminders.server.ts'
import { writeMissingLessonDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { sendSkippedLessonLetters } from '#domain/lessons/schedule/skipped-lessons.server.ts'
import { listUninformed, recordDatesSeen, recordTelling } from '#domain/mail/change-notices.server.ts'
import { deliverLetters } from '#domain/mail/outbox.server.ts'
import { listExpiringMakeUps } from '#domain/months/expiring-make-ups.server.ts'
import { pauseMonth } from '#domain/months/pausing.server.ts'
import { refundMakeUp } from '#domain/months/refunding-make-ups.server.ts'
import { sendRenewalReminders } from '#domain/months/renewal-reminders.server.ts'
import { declineRenewal, renewBooking } from '#domain/months/renewal.server.ts'
import { addDays } from '#format/days.ts'
import { MailRefused, setMail } from '#platform/mail.ts'
import { setClubTime } from '#tests/database.ts'
import { addressStateNames, addressStates } from '#tests/email-address-states.ts'
import { createAdmin, createMember, createTrainerWithSlots, type TestTrainer } from '#tests/factories.ts'
import { findBrokenInvariants } from '#tests/invariants.ts'

// A club over a year of its clock: members buy, renew, give back, move, pause and use make-ups; trainers are away, fall
// ill and cover for each other; the office closes days, takes money and telephones. By a seeded random.

const membersCount = 40
const trainersCount = 6
/** Hours of the day at which people act and jobs run. */
const clockHours = ['00', '03', '06', '09', '12', '15', '18', '21']
const plans: PlanName[] = ['silver', 'gold', 'diamond']
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const jobs = {
  callOffUncovered,
  payCovers,
  endPaidBookings,
  expireHolds,
  writeMissingLessonDates,
  extendMakeUpTerms,
  sendSkippedLessonLetters,
  sendLessonReminders,
  sendRenewalReminders,
  sendMakeUpReminders,
  deliverLetters,
} satisfies Record<string, () => Promise<unknown>>

type YearParams = {
  zone: string
  firstDay: string
  random: () => number
  /** A job that never runs. */
  without?: keyof typeof jobs
  /** Days for which a make-up can be used. */
  makeUpDays?: number
}

export async function createClubYear({ zone, firstDay, random, without, makeUpDays = 45 }: YearParams) {
  const counts: Record<string, number> = {}
  const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1)
  const below = (most: number) => Math.floor(random() * most)
  const chance = (share: number) => random() < share
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]

  /** Carries out an act that the club may refuse. */
  async function attempt(what: string, act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
      count(what)
      return true
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      count('refused')
      return false
    }
  }

  const setTime = (day: string, hour: string) => setClubTime(zone, `${day} ${hour}:30 ${zone}`)
  await setTime(addDays(firstDay, -1), '12')
  await pool.query('insert into policies (cover_percent, make_up_days) values (100, $1)', [makeUpDays])
  const admin = await createAdmin()
  const trainers: TestTrainer[] = []
  for (let index = 0; index < trainersCount; index += 1) {
    const trainer = await createTrainerWithSlots(4, { name: `Trainer ${index + 1}` })
    trainers.push(trainer)
    // the first one gives the hours that the clock skips
    const firstHour = index === 0 ? 0 : 6 + index
    const days = index === 0 ? ['Saturday', 'Sunday'] : weekdays.filter((_, day) => (day + index) % 7 < 3)
    const { trainerId } = trainer
    await pool.query('delete from slots where trainer_id = $1', [trainerId])
    for (let slot = 0; slot < 4; slot += 1)
      await db
        .insertInto('slots')
        .values({ trainerId, name: `Slot ${slot + 1}`, startHour: firstHour + slot, priceCents: 5000 })
        .execute()
    await pool.query('update trainers set weekdays = $2 where id = $1', [trainerId, days])
  }
  const slots = (await db.selectFrom('slots').select('id').orderBy('startHour').orderBy('id').execute()).map(
    ({ id }) => id,
  )
  // two trainers buy hours as well
  const members: Person[] = trainers.slice(1, 3).map(({ person }) => person)
  const refused = new Set<string>()
  while (members.length < membersCount) {
    const member = await createMember({ name: `Member ${members.length + 1}` })
    // half of them have a confirmed address, the others each state in turn
    const state = members.length % 2 === 0 ? 'confirmed' : addressStateNames[(members.length >> 1) % 4]!
    await addressStates[state](member)
    if (state === 'bounced') refused.add(member.email)
    members.push(member)
  }
  setMail({
    carrier: 'smtp',
    send: ({ to }) =>
      refused.has(to.address)
        ? Promise.reject(new MailRefused('address', '550 5.1.1 unknown', null))
        : chance(0.02)
          ? Promise.reject(new Error('451 try again'))
          : Promise.resolve(),
    close: () => {},
  })
  let day = firstDay
  /** Lessons that their members changed themselves. */
  const ownChanges = new Set<string>()

  async function buy(member: Person, begin: () => Promise<{ bookingId: string }>) {
    const what = 'months sold'
    let bookingId: string | null = null
    const isSold = await attempt(what, async () => {
      ;({ bookingId } = await begin())
      await takePayment(admin, bookingId, {
        plan: oneOf(plans)!,
        method: 'cash',
        acceptsOverlap: chance(0.5),
      })
    })
    if (!isSold && bookingId !== null) await attempt('holds released', () => releaseHold(member, bookingId!))
  }

  /** A random planned lesson of a month of this person. */
  async function lessonOf({ id }: Person) {
    const { rows } = await pool.query<{ id: string; bookingId: string; day: string }>(
      `select l.id, booking_id as "bookingId", on_date::text as day from lessons l join bookings b on b.id = booking_id
      where buyer_id = $1 and l.state = 'planned' and starts_at > club_now() order by starts_at, l.id limit 20`,
      [id],
    )
    return oneOf(rows)
  }

  async function changeByMember(bookingId: string, what: string, act: () => Promise<unknown>) {
    if (!(await attempt(what, act))) return
    const { rows } = await pool.query<{ id: string }>(
      'select id from lessons where booking_id = $1 and changed_at = club_now()',
      [bookingId],
    )
    for (const { id } of rows) ownChanges.add(id)
  }

  async function actAsMember() {
    const member = oneOf(members)!
    if (chance(0.35)) await buy(member, () => holdSlot(member, { slotId: oneOf(slots)! }))
    const due = await db
      .selectFrom('bookings')
      .where('buyerId', '=', member.id)
      .where('state', '=', 'paid')
      .where('period', '=', 'current')
      .select('id')
      .execute()
    for (const { id } of due) {
      if (chance(0.3)) await buy(member, () => renewBooking(member, id))
      else if (chance(0.03)) await attempt('renewals declined', () => declineRenewal(member, id))
    }
    const lesson = await lessonOf(member)
    const whim = random()
    if (lesson && whim < 0.15)
      await changeByMember(lesson.bookingId, 'lessons given back', () => cancelLesson(member, lesson.id))
    else if (lesson && whim < 0.3)
      await changeByMember(lesson.bookingId, 'lessons moved', async () => {
        const { hours } = await listDatesToMoveTo(member, lesson.id)
        const hour = oneOf(hours)
        if (hour) await moveLesson(member, lesson.id, hour)
      })
    else if (lesson && whim < 0.33) {
      const pause = { fromDay: lesson.day, untilDay: addDays(lesson.day, below(10)) }
      await changeByMember(lesson.bookingId, 'pauses', () => pauseMonth(member, lesson.bookingId, pause))
    }
    const makeUp = oneOf(await listMakeUps(member))
    if (makeUp && chance(0.25))
      await attempt('make-ups used', async () => {
        const hour = oneOf((await listDatesForMakeUp(member, makeUp.id)).hours)
        if (hour) await redeemMakeUp(member, makeUp.id, hour)
      })
    if (chance(0.1)) await recordDatesSeen(member)
  }

  async function beAway(trainer: TestTrainer, what: string, ahead: number, days: number) {
    const fromDay = addDays(day, ahead)
    const untilDay = addDays(fromDay, days)
    const isAway = await attempt(what, () => declareAbsence(trainer.person, { fromDay, untilDay }))
    if (!isAway) return
    const { id } = await db
      .selectFrom('absences')
      .where('trainerId', '=', trainer.trainerId)
      .where('fromDay', '=', fromDay)
      .select('id')
      .executeTakeFirstOrThrow()
    await sendCoverRequests({ absenceId: id })
  }

  async function actAsTrainer() {
    const trainer = oneOf(trainers)!
    if (chance(0.02)) await beAway(trainer, 'absences', 2 + below(20), below(12))
    if (chance(0.02)) await beAway(trainer, 'illnesses', 0, below(4))
    if (chance(0.01)) {
      const absences = db.selectFrom('absences').where('trainerId', '=', trainer.trainerId)
      const absence = oneOf(await absences.where('untilDay', '>=', day).select('id').orderBy('id').execute())
      if (absence) await attempt('absences ended', () => endAbsence(trainer.person, absence.id))
    }
    const cover = oneOf((await listCoversToGive(trainer.person)).items)
    if (cover && chance(0.3)) await attempt('covers', () => takeCover(trainer.person, cover.lessonId))
    const { rows } = await pool.query<{ id: string }>(
      `select id from lessons where trainer_id = $1 and state = 'planned' and starts_at > club_now() order by starts_at, id limit 10`,
      [trainer.trainerId],
    )
    const lesson = oneOf(rows)
    if (lesson && chance(0.02))
      await attempt('lessons called off', () => callOffLesson(trainer.person, lesson.id))
  }

  async function actAsOffice() {
    if (chance(0.003)) {
      const fromDay = addDays(day, 3 + below(40))
      const days = { fromDay, untilDay: addDays(fromDay, below(chance(0.1) ? 31 : 3)), reason: 'Holiday' }
      await attempt('closures', () => closeDays(admin, days))
    }
    for (const { changes } of (await listUninformed(admin)).items)
      if (chance(0.1))
        await attempt('people told', () =>
          recordTelling(
            admin,
            changes.map(({ letterId }) => letterId),
          ),
        )
    const expiring = oneOf((await listExpiringMakeUps(admin)).items)
    if (expiring && chance(0.02)) {
      const makeUp = await db
        .selectFrom('makeUps')
        .where('bookingId', '=', expiring.bookingId)
        .where('until', '=', expiring.until)
        .where('spentOn', 'is', null)
        .where('refundId', 'is', null)
        .select('id')
        .executeTakeFirst()
      if (makeUp)
        await attempt('make-ups refunded', () => refundMakeUp(admin, makeUp.id, { reason: 'Expires soon' }))
    }
  }

  /** Lets a day pass: every three hours people act and the jobs run. */
  async function passDay(): Promise<void> {
    for (const hour of clockHours) {
      await setTime(day, hour)
      await actAsMember()
      await actAsTrainer()
      await actAsOffice()
      for (const [name, job] of Object.entries(jobs)) if (name !== without) await job()
    }
    day = addDays(day, 1)
  }

  return { passDay, counts, findProblems: () => findProblems(ownChanges), admin }
}

/** Problems of the club so far: what the questions of the year find, and broken invariants. */
async function findProblems(ownChanges: Set<string>): Promise<string[]> {
  const { rows } = await pool.query<{ problem: string; lesson: string | null }>(problemsQuery)
  const found = rows.filter(({ lesson }) => lesson === null || !ownChanges.has(lesson))
  const broken = await findBrokenInvariants()
  return [...found.map(({ problem }) => problem), ...broken.map(({ invariant }) => invariant)]
}

/** Independent of db/invariants.sql and of the code of the club: over all of the past, not only ahead. */
const problemsQuery = `
  with taken as (
    select p.member_id as person, l.starts_at, b.overlap_accepted_at is not null as accepted
    from lessons l join participants p on p.lesson_id = l.id and p.state = 'booked' join bookings b on b.id = l.booking_id
    where l.state = 'planned'),
  given as (
    select t.user_id as person, l.starts_at from lessons l join trainers t on t.id = l.trainer_id where l.state = 'planned')
  select 'a person is in two places' as problem, null::uuid as lesson
  from given group by person, starts_at having count(*) > 1
  union all
  select 'a person is in two places', null from given join taken using (person, starts_at)
  union all
  select 'a person is in two places unasked', null
  from taken group by person, starts_at having count(*) > 1 + count(*) filter (where accepted)
  union all
  select 'a month was sold without a date', null from bookings b
  where b.paid_at is not null and not exists (
    select from lessons l where l.booking_id = b.id and not exists (select from make_ups u where u.spent_on = l.id))
  union all
  select 'a make-up of the club was lost', null from make_ups u join bookings b on b.id = u.booking_id
  where u.spent_on is null and u.refund_id is null and u.until < club_today() and b.state in ('paid', 'ended')
    and u.because not in ('given back', 'moved', 'paused', 'paid late')
    and (u.until < u.from_date + (select make_up_days from policies order by version desc limit 1) or u.checked_on < u.until or not u.was_usable)
  union all
  select 'a change was written to nobody', l.id
  from lessons l join bookings b on b.id = l.booking_id
  where (l.called_off_because in ('by the club', 'closed', 'trainer away', 'no such hour') or l.state = 'planned' and l.instead_of is not null)
    and not exists (select from letters m where m.user_id = b.buyer_id and m.queued_at >= l.changed_at
      and (l.on_date + make_interval(hours => l.start_hour)) at time zone club_zone() between m.tell_by and m.tell_until)
  union all
  select 'a cover was not paid', l.id from lessons l
  where l.cover_policy_version is not null and l.starts_at < club_now() - interval '3 hours'`

/** People with a change that they do not know of, by the raw rows, and those that the office sees. */
export async function readUninformed(admin: Person): Promise<{ listed: string[]; expected: string[] }> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct m.user_id as id from letters m join members on members.user_id = m.user_id
      join users on users.id = m.user_id and erased_at is null
    where tell_until > club_now() and not exists (select from tellings where letter_id = m.id)
      and coalesce(dates_seen_at < queued_at, true) and (failed_at is not null or handed_over_at is null and failure is not null)`,
  )
  const listed: string[] = []
  for (let offset = 0; ; offset += 100) {
    const { items, total } = await listUninformed(admin, { limit: 100, offset })
    listed.push(...items.map(({ userId }) => userId))
    if (listed.length >= total) break
  }
  return { listed: listed.toSorted(), expected: rows.map(({ id }) => id).toSorted() }
}

import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdForMember } from '#domain/bookings/office-hold.server.ts'
import { releaseHoldAsAdmin } from '#domain/checkout/release-hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { setShare } from '#domain/ledger/shares.server.ts'
import { callOffLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { extendMonth } from '#domain/months/extending.server.ts'
import { grantMakeUp } from '#domain/months/granting-make-ups.server.ts'
import { moveMonth } from '#domain/months/moving.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { closeAccount } from '#domain/personal-data/account-deletion.server.ts'
import { cancelAccountDeletionOf } from '#domain/personal-data/cancel-deletion.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { approveApplication, declineApplication } from '#domain/trainers/approval.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { getClubPerson } from './person.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  useSandbox()
  admin = await createAdmin()
})

/** A member with an hour in this state, of a trainer who has another free one. */
async function memberWith(state: 'held' | 'paid') {
  const [person, { slots }] = [await createMember(), await createTrainerWithSlots(2)]
  const bookingId = await createBooking(slots[0]!.id, person, state)
  await forget(person)
  return { person, other: slots[1]!.id, bookingId }
}

/** The same with an hour that they pay for at the desk. */
async function memberWhoPaid() {
  const held = await memberWith('held')
  const terms = { plan: 'gold', method: 'cash', discountCents: 0, discountReason: '' } as const
  await takePayment(admin, held.bookingId, terms)
  return held
}

async function applicant() {
  const person = await createMember()
  const facts = { name: 'Ada', yearsOfExperience: 9, hoursADay: 2, weekdays: ['Monday' as const], skills: [] }
  const { id: applicationId } = await applyToBeTrainer(person, facts)
  await forget(person)
  return { person, applicationId }
}

const hourOf = (bookingId: string) =>
  db
    .selectFrom('lessons')
    .where('bookingId', '=', bookingId)
    .select('id')
    .orderBy('onDate', 'desc')
    .executeTakeFirstOrThrow()

const paymentOf = (bookingId: string) =>
  db.selectFrom('payments').where('bookingId', '=', bookingId).select('id').executeTakeFirstOrThrow()

const reason = 'Asked at the desk'

/** Each act creates its own person, runs for them and returns them. */
const acts: Record<string, () => Promise<Person>> = {
  'holds an hour for them': async () => {
    const [person, { slots }] = [await createMember(), await createTrainerWithSlots(1)]
    await holdForMember(admin, person.id, { slotId: slots[0]!.id })
    return person
  },
  'lets a hold go': async () => {
    const { person, bookingId } = await memberWith('held')
    await releaseHoldAsAdmin(admin, bookingId)
    return person
  },
  'takes their money': async () => (await memberWhoPaid()).person,
  'refunds a payment': async () => {
    const { person, bookingId } = await memberWhoPaid()
    const { id: paymentId } = await paymentOf(bookingId)
    await forget(person)
    await refundPayment(admin, { paymentId, amountCents: 1000, reason, requestKey: bookingId })
    return person
  },
  'moves a month': async () => {
    const { person, bookingId, other } = await memberWith('paid')
    await moveMonth(admin, bookingId, { slotId: other, reason })
    return person
  },
  'extends a month': async () => {
    const { person, bookingId } = await memberWith('paid')
    await extendMonth(admin, bookingId, { days: 3, reason })
    return person
  },
  'gives a make-up': async () => {
    const { person, bookingId } = await memberWith('paid')
    await grantMakeUp(admin, bookingId, { requestKey: bookingId, reason })
    return person
  },
  'sets a trainer’s share': async () => {
    const { person } = await createTrainerWithSlots(1)
    await setShare(admin, person.id, { percent: '60', countsFrom: '2999-01-01' })
    return person
  },
  'retires a trainer': async () => {
    const { person } = await createTrainerWithSlots(1)
    await stepDown(admin, person.id, { reason })
    return person
  },
  'takes back an application': async () => {
    const { person } = await applicant()
    await stepDown(admin, person.id, { reason })
    return person
  },
  'declines an application': async () => {
    const { person, applicationId } = await applicant()
    await declineApplication(admin, applicationId, { reason })
    return person
  },
  'makes an applicant a trainer': async () => {
    const { person, applicationId } = await applicant()
    await approveApplication(admin, applicationId)
    return person
  },
  'calls an hour off': async () => {
    const { person, bookingId } = await memberWith('paid')
    const { id } = await hourOf(bookingId)
    await callOffLesson(admin, id)
    return person
  },
  'closes an account with its months': async () => {
    const { person } = await memberWith('paid')
    await closeAccount(admin, person.id, { when: 'later', reason })
    return person
  },
  'keeps an account': async () => {
    const { person } = await memberWith('paid')
    await closeAccount(admin, person.id, { when: 'later', reason })
    await forget(person)
    await cancelAccountDeletionOf(admin, person.id)
    return person
  },
}

/** What was told and written before does not count. */
async function forget({ id }: Person): Promise<void> {
  await db.deleteFrom('letters').where('userId', '=', id).execute()
  await db.deleteFrom('activities').where('userId', '=', id).execute()
}

test.each(Object.keys(acts))(
  'the office %s: the audit log and their page name the admin, and the person reads it in their log and by mail',
  async (name) => {
    const audited = async () =>
      (
        await db
          .selectFrom('auditEntries')
          .where('actorId', '=', admin.id)
          .select((eb) => eb.fn.countAll<number>().as('many'))
          .executeTakeFirstOrThrow()
      ).many
    const before = await audited()
    const person = await acts[name]!()
    const [letters, activities] = await Promise.all([
      db.selectFrom('letters').where('userId', '=', person.id).select('letter').execute(),
      db.selectFrom('activities').where('userId', '=', person.id).select('summary').execute(),
    ])
    expect(await audited()).toBeGreaterThan(before)
    expect(letters).not.toEqual([])
    expect(activities).not.toEqual([])
    const { done } = await getClubPerson(admin, person.id)
    expect(done.items.map(({ actorName }) => actorName)).toContain(admin.name)
    await expectNoBrokenInvariants()
  },
)

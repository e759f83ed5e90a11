import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { getBooking, listBookings } from '#domain/bookings/read-bookings.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { addChild } from '#domain/members/add-child.server.ts'
import { addMember } from '#domain/members/add-member.server.ts'
import { createClaimCode } from '#domain/members/claims.server.ts'
import {
  actForMember,
  actForOneself,
  linkGuardian,
  listInCare,
  readFamilyOf,
  unlinkGuardian,
} from '#domain/members/guardians.server.ts'
import { updateProfile } from '#domain/members/profile.server.ts'
import { closeAccount } from '#domain/personal-data/account-deletion.server.ts'
import { readExportContents } from '#domain/personal-data/export-contents.server.ts'
import { applyToBeTrainer, findMyApplication } from '#domain/trainers/applications.server.ts'
import { cookieOf, rejectionOf, requestContext, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createSlot, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { requestEmailChange } from './change-email.server.ts'
import { claimAccount } from './claim-account.server.ts'
import { resolveActor } from './sessions/actor.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()

/** Returns the birth date of a person of this age whose birthday was some days ago. */
async function bornYearsAgo(years: number, days = 10): Promise<Day> {
  const { day } = await db
    .selectNoFrom(
      sql<Day>`(club_today() - make_interval(years => ${years}, days => ${days}))::date`.as('day'),
    )
    .executeTakeFirstOrThrow()
  return day
}

async function createFamily(age = 9) {
  const { person: kofi, cookie } = await signUpUser({ name: 'Kofi Mensah' })
  const actor = async (acting: boolean | string = true) =>
    (await resolveActor(new Headers({ cookie }), { acting })) as Person
  const child = { id: randomUUID(), name: 'Ama Mensah', birthDate: await bornYearsAgo(age) }
  const { id } = await addChild(kofi, child)
  return { kofi, actor, ama: id, child }
}

const keyIn = (path: string) => /key=([\w-]+)/.exec(path)?.[1] ?? ''

describe('a guardian', () => {
  test('books and pays for a child, whose records they are, and acts for themselves again', async () => {
    const sandbox = useSandbox()
    const { kofi, actor, ama } = await createFamily()
    await actForMember(kofi, ama)
    const acting = await actor()
    expect(acting).toMatchObject({ id: ama, role: 'member', guardian: { id: kofi.id, name: 'Kofi Mensah' } })
    const slotId = await createSlot()
    const { bookingId } = await holdSlot(acting, { slotId, expectedPriceCents: 5000 })
    await choosePlan(acting, bookingId, { plan: 'gold' })
    const { clientSecret, intentId } = await requestIntent(acting, { bookingId })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await savePayment(acting, { intentId })

    // the adult, who owes the money, is the buyer; the child takes part
    expect(await listInvoicesOf(acting, bookingId)).toMatchObject([
      { buyerName: 'Kofi Mensah', buyerEmail: kofi.email, forName: 'Ama Mensah' },
    ])
    expect(await findMyApplication(acting)).toBeNull()
    // the letter of the payment goes to the guardian
    const letters = await db.selectFrom('letters').where('userId', '=', ama).selectAll().execute()
    expect(new Set(letters.map(({ email }) => email))).toEqual(new Set([kofi.email]))
    for (const { text } of letters)
      expect(text).toContain(`/dashboard/family?member=${ama}&to=%2Fdashboard%2F`)

    // a call of the API acts only for the child that it names, and pages stop with the end
    expect(await actor(false)).toMatchObject({ id: kofi.id })
    expect(await actor(ama)).toMatchObject({ id: ama })
    expect(await actor(randomUUID())).toMatchObject({ id: kofi.id })
    await actForOneself(acting)
    expect(await actor()).toMatchObject({ id: kofi.id, name: 'Kofi Mensah' })
    expect((await actor()).guardian).toBeUndefined()
    expect((await listBookings(await actor())).items).toEqual([])
    await expectNoBrokenInvariants()
  })

  test('never acts for anybody else: ids of another family are not found', async () => {
    const { kofi, ama, actor } = await createFamily()
    const other = await createFamily()
    const stranger = await createMember()
    for (const id of [other.ama, other.kofi.id, stranger.id, kofi.id, randomUUID(), 'nonsense'])
      expect(await rejectionOf(actForMember(kofi, id))).toMatchObject({ code: 'not-found' })
    expect(await rejectionOf(createClaimCode(kofi, other.ama))).toMatchObject({ code: 'forbidden' })
    // a session that was pointed at another family has no effect
    await db.updateTable('sessions').set({ actsFor: other.ama }).where('id', '=', kofi.sessionId).execute()
    expect(await actor()).toMatchObject({ id: kofi.id })

    await actForMember(kofi, ama)
    const { bookingId } = await holdSlot(await actor(), {
      slotId: await createSlot(),
      expectedPriceCents: 5000,
    })
    await actForMember(other.kofi, other.ama)
    expect(await rejectionOf(getBooking(await other.actor(), bookingId))).toMatchObject({
      code: 'not-found',
    })
    expect(await rejectionOf(readFamilyOf(kofi, other.ama))).toMatchObject({ code: 'forbidden' })
    const taken = linkGuardian(kofi, other.ama, { guardian: kofi.email })
    expect(await rejectionOf(taken)).toMatchObject({ code: 'forbidden' })
    expect(await listInCare(kofi)).toMatchObject([{ id: ama, age: 9 }])
  })

  test('changes no account, no sign-in and no role of the child, and has none of their own meanwhile', async () => {
    const { kofi, actor, ama } = await createFamily()
    await db.updateTable('members').set({ role: 'admin' }).where('userId', '=', kofi.id).execute()
    await actForMember(await actor(), ama)
    const acting = await actor()
    expect(acting.role).toBe('member')
    const application = {
      name: 'Ama',
      yearsOfExperience: 4,
      hoursADay: 2,
      weekdays: ['Monday'],
      skills: ['Yoga'],
    }
    const birthDate = await bornYearsAgo(3)
    for (const refused of [
      () => updateProfile(acting, { name: 'Another' }),
      () => applyToBeTrainer(acting, application),
      () => requestEmailChange(requestContext(), acting, { email: 'a@b.example', currentPassword: 'x' }),
      () => createClaimCode(acting, ama),
      () => addChild(acting, { id: randomUUID(), name: 'Yaw', birthDate }),
    ])
      expect(await rejectionOf(refused())).toMatchObject({ code: 'forbidden' })
  })

  test('acts until the child has a sign-in, from 16 on, or is 18', async () => {
    const young = await createFamily(15)
    expect(await rejectionOf(createClaimCode(young.kofi, young.ama))).toMatchObject({ code: 'conflict' })

    const { kofi, actor, ama } = await createFamily(16)
    await actForMember(kofi, ama)
    const email = `${randomUUID()}@club.example`
    await actForOneself(await actor())
    const key = keyIn((await createClaimCode(await actor(), ama)).path)
    await actForMember(await actor(), ama)
    const { headers } = await claimAccount(requestContext(), key, { email, password: 'Palestra1!' })
    expect(await resolveActor(new Headers({ cookie: cookieOf({ headers }) }))).toMatchObject({
      id: ama,
      email,
    })
    expect(await actor()).toMatchObject({ id: kofi.id })
    expect(await listInCare(kofi)).toEqual([])
    expect(await db.selectFrom('guardians').where('memberId', '=', ama).selectAll().execute()).toEqual([])

    const grown = await createFamily(17)
    await actForMember(grown.kofi, grown.ama)
    await sql`update guardians set until = club_today() where member_id = ${grown.ama}`.execute(db)
    expect(await grown.actor()).toMatchObject({ id: grown.kofi.id })
  })

  test('adds a child once, up to ten, and no grown-up', async () => {
    const { kofi, child } = await createFamily()
    await Promise.all([addChild(kofi, child), addChild(kofi, child)])
    expect(await listInCare(kofi)).toHaveLength(1)
    const birthDate = await bornYearsAgo(18, 0)
    const adult = addChild(kofi, { id: randomUUID(), name: 'Efua', birthDate })
    expect(await rejectionOf(adult)).toMatchObject({ errors: { birthDate: [expect.any(String)] } })
    for (const name of 'bcdefghij') await addChild(kofi, { ...child, id: randomUUID(), name: `${name}a` })
    const eleventh = addChild(kofi, { ...child, id: randomUUID(), name: 'Kwame' })
    expect(await rejectionOf(eleventh)).toMatchObject({ code: 'conflict' })
    expect(await listInCare(kofi)).toHaveLength(10)
  })
})

describe('linkGuardian', () => {
  test('the desk asks for an adult for people under 16, and links and unlinks guardians', async () => {
    const admin = await createAdmin()
    const [defne, yusuf] = [await createMember({ name: 'Defne Öztürk' }), await createMember()]
    const jonathan = { name: 'Jonathan Öztürk', birthDate: await bornYearsAgo(9) }
    expect(await rejectionOf(addMember(admin, jonathan))).toMatchObject({
      errors: { guardian: ['Jonathan Öztürk is 9. Enter an adult who is responsible.'] },
    })
    const { id } = await addMember(admin, { ...jonathan, guardian: defne.email.toUpperCase() })
    await linkGuardian(admin, id, { guardian: yusuf.email })
    expect((await readFamilyOf(admin, id)).guardians).toMatchObject([{ id: defne.id }, { id: yusuf.id }])
    await unlinkGuardian(admin, id, defne.id)
    await unlinkGuardian(admin, id, defne.id)
    expect((await readFamilyOf(admin, id)).guardians).toMatchObject([{ id: yusuf.id }])
    expect((await readFamilyOf(admin, yusuf.id)).inCare).toMatchObject([{ id, age: 9 }])
    for (const [member, guardian] of [
      [defne.id, yusuf.email],
      [id, 'nobody@club.example'],
    ] as const)
      expect(await rejectionOf(linkGuardian(admin, member, { guardian }))).toMatchObject({ code: 'conflict' })
  })

  test('the copy of a child names its guardians, and an erased guardian acts no more', async () => {
    const { kofi, ama } = await createFamily()
    expect(await readExportContents(ama)).toMatchObject({ guardians: [{ name: 'Kofi Mensah' }] })
    await closeAccount(await createAdmin(), kofi.id, { when: 'now', reason: 'Moves away.' })
    expect(await db.selectFrom('guardians').where('memberId', '=', ama).selectAll().execute()).toEqual([])
  })
})

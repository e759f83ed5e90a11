import { describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMember, expireHold } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { applyToBeTrainer, findMyApplication } from './applications.server.ts'
import {
  approveApplication,
  declineApplication,
  getApplication,
  listApplications,
} from './approval.server.ts'
import { retireTrainer } from './retirement.server.ts'
import { getTrainer } from './trainers.server.ts'

useDatabase()

const application = {
  name: 'Ada Moss',
  yearsOfExperience: 4,
  hoursADay: 2,
  weekdays: ['Monday'],
  skills: ['Patience'],
}
const roleOf = async (person: Person) =>
  (await db.selectFrom('members').select('role').where('userId', '=', person.id).executeTakeFirstOrThrow())
    .role
const addApplicant = async () => {
  const person = await createMember()
  const { id } = await applyToBeTrainer(person, application)
  return { person, id }
}
const summaries = async (person: Person) =>
  (await db.selectFrom('activities').select('summary').where('userId', '=', person.id).execute()).map(
    (entry) => entry.summary,
  )

describe('applyToBeTrainer', () => {
  test('makes the member an applicant who can see how it stands', async () => {
    const { person, id } = await addApplicant()
    expect(await roleOf(person)).toBe('applied')
    expect(await findMyApplication(person)).toMatchObject({
      id,
      state: 'pending',
      reason: null,
      hoursADay: 2,
    })
    expect(await summaries(person)).toEqual(['You applied to become a trainer'])
    expect(await findMyApplication(await createMember())).toBeNull()
  })

  test('a second time is a conflict, also when both are sent at once', async () => {
    const { person } = await addApplicant()
    await expect(applyToBeTrainer(person, application)).rejects.toMatchObject({ code: 'conflict' })
    const eager = await createMember()
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => applyToBeTrainer(eager, application)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
  })

  test('is nothing for trainers, admins and visitors', async () => {
    const { actor } = await addTrainer()
    await expect(applyToBeTrainer(actor, application)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You are already a trainer.',
    })
    await expect(applyToBeTrainer(await createAdmin(), application)).rejects.toMatchObject({
      code: 'conflict',
      message: 'An admin can’t apply to be a trainer.',
    })
    await expect(applyToBeTrainer(visitor, application)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(findMyApplication(visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('takes only a photo of one’s own, and nothing is left behind otherwise', async () => {
    const person = await createMember()
    for (const photo of [
      await insertPicture((await createMember()).id),
      '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      'javascript:alert(1)',
      'x\u0000',
    ])
      await expect(applyToBeTrainer(person, { ...application, photo })).rejects.toMatchObject({
        code: 'invalid',
        errors: { photo: ['Choose a photo that you uploaded here.'] },
      })
    expect(await roleOf(person)).toBe('member')
    await applyToBeTrainer(person, { ...application, photo: await insertPicture(person.id) })
  })

  test('cannot say anything about role, state or slots', async () => {
    const person = await createMember()
    const forged = { ...application, role: 'admin', state: 'approved', userId: 'x', slots: [{ price: 1 }] }
    await applyToBeTrainer(person, forged)
    expect(await roleOf(person)).toBe('applied')
    expect(await findMyApplication(person)).toMatchObject({ state: 'pending' })
  })

  test('tells what is wrong with each field, and keeps odd characters out', async () => {
    const person = await createMember()
    await expect(applyToBeTrainer(person, { weekdays: 'x', name: 5 } as never)).rejects.toMatchObject({
      code: 'invalid',
      errors: { name: ['Name is required'], weekdays: ['Choose the days from Monday to Sunday.'] },
    })
    for (const input of [null, 'text', [], { ...application, name: 'x'.repeat(1_000_000) }])
      await expect(applyToBeTrainer(person, input as never)).rejects.toMatchObject({ code: 'invalid' })
    await applyToBeTrainer(person, { ...application, name: '\u202e<script>alert(1)</script>\u0000\u200b' })
    expect((await findMyApplication(person))?.name).toBe('<script>alert(1)</script>')
  })
})

describe('approval of an application', () => {
  test('makes a trainer with slots from six at fifty', async () => {
    const { person, id } = await addApplicant()
    const admin = await createAdmin()
    const { trainerId, name } = await approveApplication(admin, id)
    expect(name).toBe('Ada Moss')
    expect(await roleOf(person)).toBe('trainer')
    const trainer = await getTrainer(visitor, trainerId)
    expect(trainer).toMatchObject({ yearsOfExperience: 4, weekdays: ['Monday'], email: person.email })
    expect(trainer.slots.map((slot) => [slot.name, slot.startHour, slot.priceCents])).toEqual([
      ['Slot 1', 6, 5000],
      ['Slot 2', 7, 5000],
    ])
    expect(await summaries(person)).toContain('You are a trainer now')
    const audit = await db.selectFrom('auditEntries').selectAll().where('subjectId', '=', id).execute()
    expect(audit).toMatchObject([
      { actorId: admin.id, action: 'approve application', after: { role: 'trainer', trainerId } },
    ])
    await expect(applyToBeTrainer({ ...person, role: 'applied' }, application)).rejects.toMatchObject({
      message: 'You are already a trainer.',
    })
  })

  test('can be asked for by email address, whatever its capitals', async () => {
    const { person } = await addApplicant()
    const admin = await createAdmin()
    await approveApplication(admin, ` ${person.email.toUpperCase()} `)
    expect(await roleOf(person)).toBe('trainer')
    await expect(approveApplication(admin, person.email)).rejects.toMatchObject({ code: 'conflict' })
    await expect(approveApplication(admin, (await createMember()).email)).rejects.toMatchObject({
      code: 'conflict',
    })
    for (const nobody of [
      'nobody@club.example',
      '\u0000@\ud800',
      '',
      'abc',
      '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    ])
      await expect(approveApplication(admin, nobody)).rejects.toMatchObject({
        code: 'not-found',
        message: `This ${nobody.includes('@') ? 'person' : 'application'} couldn’t be found.`,
      })
  })

  test('by two admins at once succeeds for one and is a conflict for the other', async () => {
    const admins = [await createAdmin(), await createAdmin()]
    for (let round = 0; round < 5; round += 1) {
      const { person, id } = await addApplicant()
      const outcomes = await Promise.allSettled(
        admins.flatMap((admin) => [approveApplication(admin, id), approveApplication(admin, person.email)]),
      )
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
      const audits = await db.selectFrom('auditEntries').select('id').where('subjectId', '=', id).execute()
      expect(audits).toHaveLength(1)
    }
  })

  test('and a refusal at once end in one of the two', async () => {
    const { person, id } = await addApplicant()
    const admin = await createAdmin()
    const outcomes = await Promise.allSettled([
      approveApplication(admin, id),
      declineApplication(admin, id, { reason: 'Full' }),
    ])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await roleOf(person)).toBe(outcomes[0].status === 'fulfilled' ? 'trainer' : 'member')
  })

  test('is for admins only, as is every look at an application', async () => {
    const { person, id } = await addApplicant()
    const { actor: trainer } = await addTrainer()
    for (const [actor, code] of [
      [visitor, 'unauthenticated'],
      [await createMember(), 'forbidden'],
      [trainer, 'forbidden'],
      [{ ...person, role: 'applied' } as Person, 'forbidden'],
    ] as const) {
      await expect(approveApplication(actor, id)).rejects.toMatchObject({ code })
      await expect(declineApplication(actor, id, { reason: 'No' })).rejects.toMatchObject({ code })
      await expect(listApplications(actor)).rejects.toMatchObject({ code })
      await expect(getApplication(actor, id)).rejects.toMatchObject({ code })
    }
    expect(await roleOf(person)).toBe('applied')
  })

  test('takes its turn: admins see who waits longest first', async () => {
    const admin = await createAdmin()
    const before = await listApplications(admin)
    const first = await addApplicant()
    const second = await addApplicant()
    const { items, total } = await listApplications(admin)
    expect(total).toBe(before.total + 2)
    expect(items.slice(-2).map((entry) => entry.id)).toEqual([first.id, second.id])
    expect(items.at(-1)).toMatchObject({ email: second.person.email, hoursADay: 2, portrait: null })
    expect((await listApplications(admin, { limit: 1, offset: before.total })).items[0]?.id).toBe(first.id)
    expect(await getApplication(admin, first.id)).toMatchObject({ id: first.id, state: 'pending' })
    for (const unknown of ['x', first.person.id])
      await expect(getApplication(admin, unknown)).rejects.toMatchObject({
        code: 'not-found',
        message: 'This application couldn’t be found.',
      })
  })
})

describe('refusal of an application', () => {
  test('gives the role back with a reason to read, and they may apply again', async () => {
    const { person, id } = await addApplicant()
    const admin = await createAdmin()
    await declineApplication(admin, id, { reason: 'Come back in spring.\nWe are full.' })
    expect(await roleOf(person)).toBe('member')
    expect(await findMyApplication(person)).toMatchObject({
      state: 'declined',
      reason: 'Come back in spring.\nWe are full.',
    })
    await expect(declineApplication(admin, id, { reason: 'Again' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(approveApplication(admin, id)).rejects.toMatchObject({ code: 'conflict' })
    const { id: next } = await applyToBeTrainer(person, application)
    await approveApplication(admin, next)
    expect(await roleOf(person)).toBe('trainer')
  })

  test('needs a reason', async () => {
    const { person, id } = await addApplicant()
    const admin = await createAdmin()
    for (const input of [{}, { reason: ' \u200b' }, { reason: 'x'.repeat(1001) }, null])
      await expect(declineApplication(admin, id, input as never)).rejects.toMatchObject({ code: 'invalid' })
    await expect(declineApplication(admin, 'x', {} as never)).rejects.toMatchObject({ code: 'not-found' })
    expect(await roleOf(person)).toBe('applied')
  })
})

describe('retireTrainer', () => {
  const leave = (person: Person) =>
    transaction(async (trx) => {
      await retireTrainer(trx, person.id, null)
      await trx.updateTable('members').set({ role: 'member' }).where('userId', '=', person.id).execute()
    })

  test('is listed no more, and sold slots stay with their buyers', async () => {
    const { actor, trainerId, slotIds } = await addTrainer('Leaver', 4)
    const buyer = await createMember()
    const [, stale = '', held = '', sold = ''] = slotIds
    const staleBooking = await createBooking(stale, buyer, 'held')
    await createBooking(held, buyer, 'held')
    await createBooking(sold, buyer, 'paid')
    await expireHold(staleBooking)
    await leave(actor)
    await expect(getTrainer(visitor, trainerId)).rejects.toMatchObject({ code: 'not-found' })
    const left = await db
      .selectFrom('slots')
      .select('id')
      .where('trainerId', '=', trainerId)
      .where('removedAt', 'is', null)
      .execute()
    // unsold slots are released
    expect(left.map((slot) => slot.id)).toEqual([sold])
    const again = await transaction((trx) => retireTrainer(trx, actor.id, null))
    expect(again).toEqual({ toCover: 0, calledOff: 0 })
  })

  test('and comes back gets the old place again, with the hours that are still sold', async () => {
    const { actor, trainerId, slotIds } = await addTrainer('Returner', 2)
    await createBooking(slotIds[0] ?? '', await createMember({ name: 'Bo' }), 'paid')
    await leave(actor)
    const { id } = await applyToBeTrainer(actor, { ...application, hoursADay: 3 })
    const admin = await createAdmin()
    expect((await approveApplication(admin, id)).trainerId).toBe(trainerId)
    const { slots } = await getTrainer(admin, trainerId)
    expect(slots.map((slot) => [slot.startHour, slot.buyerName])).toEqual([
      [6, 'Bo'],
      [7, ''],
      [8, ''],
    ])
  })
})

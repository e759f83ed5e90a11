import { describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { message } from '#format/stored-message.ts'
import { inLanguage } from '#messages/t.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMember, createSlot } from '#tests/factories.ts'
import { listActivity, listAudit } from './activity-log.server.ts'
import { activityKind } from './activity.rules.ts'
import { recordActivity, recordAudit } from './activity.server.ts'

useDatabase()

describe('an activity log', () => {
  test("holds one person's own acts, newest first, all or of a kind", async () => {
    const person = await createMember()
    const other = await createMember()
    await transaction(async (trx) => {
      await recordActivity(trx, {
        userId: person.id,
        kind: 'sign-in',
        summary: message('activity.youSignedIn'),
      })
      await recordActivity(trx, {
        userId: person.id,
        kind: 'profile',
        summary: message('activity.youChangedProfile'),
      })
      await recordActivity(trx, {
        userId: other.id,
        kind: 'profile',
        summary: message('activity.youChangedPhoto'),
      })
    })
    const { items, total } = await listActivity(person)
    expect([items.map((entry) => entry.summary), total]).toEqual([
      ['You changed your profile', 'You signed in'],
      2,
    ])
    expect((await listActivity(person, { kind: 'sign-in' })).items).toMatchObject([
      { kind: 'sign-in', times: 1 },
    ])
    expect(await listActivity(person, { limit: 1, offset: 9 })).toEqual({ items: [], total: 2 })
    await expect(listActivity(visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('folds acts with one key into one entry that moves to the top', async () => {
    const person = await createMember()
    const click = {
      userId: person.id,
      kind: 'click',
      summary: message('activity.liked'),
      foldKey: 'a',
    } as const
    await transaction((trx) => recordActivity(trx, click))
    await transaction((trx) =>
      recordActivity(trx, { userId: person.id, kind: 'sign-in', summary: message('activity.youSignedIn') }),
    )
    await transaction((trx) => recordActivity(trx, click))
    expect((await listActivity(person)).items).toMatchObject([
      { summary: 'You liked a post', times: 2 },
      { times: 1 },
    ])
  })

  test('is in the language of its reader; what an earlier version wrote is recognised or marked as English', async () => {
    // also sets the language of dates
    await clubFacts()
    const { id: userId, ...person } = await createMember()
    const wrote = { userId, kind: 'booking' } as const
    await transaction(async (trx) => {
      const days = { from: { day: '2026-11-30' }, until: { day: '2026-12-01' } }
      await recordActivity(trx, {
        ...wrote,
        summary: message('activity.youGotBack', { amount: { cents: 7050, currency: 'eur' } }),
        detail: message('activity.pausedDays', { title: 'Yoga', ...days }),
      })
      for (const summary of ['You held 07:00', 'You joined the club'])
        await trx
          .insertInto('activities')
          .values({ ...wrote, summary })
          .execute()
    })
    const { items } = await inLanguage('de', () => listActivity({ ...person, id: userId }))
    const texts = items.map(({ summary, detail, isEnglish }) => [summary, detail, isEnglish])
    expect(texts).toEqual([
      ['Du bist jetzt Mitglied im Studio', null, false],
      ['You held 07:00', null, true],
      [
        'Du hast 70,50\u00A0€ zurückbekommen',
        'Yoga: vom Mo., 30. Nov. bis zum Di., 1. Dez. pausiert.',
        false,
      ],
    ])
  })

  test('is filtered by known kinds only', () => {
    expect([activityKind('click'), activityKind('clicks'), activityKind(null)]).toEqual(['click', null, null])
  })
})

describe('the audit log', () => {
  test('tells admins who changed what, before and after, and nobody can rewrite it', async () => {
    const admin = await createAdmin({ name: 'Vera Admin' })
    await transaction(async (trx) => {
      const subject = { action: 'change role', subjectKind: 'member', subjectId: '1' }
      await recordAudit(trx, { ...subject, actorId: null, after: { role: 'admin' } })
      await recordAudit(trx, {
        ...subject,
        actorId: admin.id,
        before: { role_name: 'a' },
        after: { roleName: 'b' },
      })
    })
    const newest = await listAudit(admin, { limit: 1 })
    const older = await listAudit(admin, { limit: 1, after: newest.next })
    expect(older.next).toBeNull()
    // an invalid cursor starts at the beginning
    expect(await listAudit(admin, { limit: 1, after: 'x' })).toEqual(newest)
    expect([...newest.items, ...older.items]).toMatchObject([
      { actorName: 'Vera Admin', before: { role_name: 'a' }, after: { roleName: 'b' } },
      { actorName: null, before: null },
    ])
    await expect(db.deleteFrom('auditEntries').execute()).rejects.toThrow('only ever appended')
    await expect(db.updateTable('auditEntries').set({ action: 'x' }).execute()).rejects.toThrow(
      'only ever appended',
    )
    await expect(listAudit(await createMember())).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listAudit(visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

test('whose hour it was, or whose money came twice, is named in the audit log', async () => {
  const [admin, buyer] = [await createAdmin(), await createMember({ name: 'Grace Whitlock' })]
  const bookingId = await createBooking(await createSlot(), buyer, 'paid')
  const lesson = db.selectFrom('lessons').where('bookingId', '=', bookingId).select('id')
  const stray = { bookingId, intentId: 'pi_twice', amountCents: 7000, currency: 'usd' }
  const strayCharge = db.insertInto('strayCharges').values(stray).returning('id')
  const subjects = { lesson: await lesson.executeTakeFirst(), stray: await strayCharge.executeTakeFirst() }
  await transaction(async (trx) => {
    for (const [subjectKind, of] of Object.entries(subjects))
      await recordAudit(trx, { actorId: admin.id, action: 'x', subjectKind, subjectId: of!.id })
  })
  const { items } = await listAudit(admin, { limit: 2 })
  expect(items.map(({ subjectName }) => subjectName)).toEqual(['Grace Whitlock', 'Grace Whitlock'])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { listAudit } from '#domain/activity/activity-log.server.ts'
import { getMonth } from '#domain/months/month.server.ts'
import { previewPause } from '#domain/months/pausing.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createPaidBooking, useSandbox } from '#tests/factories.ts'
import type { PoliciesInput } from './policies.input.ts'
import { readPolicies, readPolicySettings, savePolicies } from './policies.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))
beforeEach(() => pool.query('insert into policies (cover_percent) values (100)'))
afterAll(() => setClubTime('UTC'))

const usual: PoliciesInput = {
  quietFrom: '21:00',
  quietUntil: '07:00',
  cancellationHours: '8',
  graceMinutes: '15',
  makeUpsAMonth: '2',
  makeUpDays: '45',
  makeUpAheadDays: '7',
  firstHourNoticeMinutes: '120',
  coolOffHours: '72',
  classCancellationHours: '3',
  bookAheadDays: '14',
  waitingLists: '3',
  promotedNoticeMinutes: '60',
  awayDays: '10',
  lateCosts: 'true',
  missedCosts: 'true',
  listOpenHours: '24',
  pauseNoticeHours: '24',
  renewalOpenDays: '10',
  coverHours: '3',
  coverPercent: '100',
  closeNoticeDays: '14',
  remindAt: '18:00',
}

describe('changed rules', () => {
  test('add a version, audited with what changed, and only if something did', async () => {
    const admin = await createAdmin()
    const { version } = await readPolicies()
    expect(await savePolicies(admin, usual)).toEqual({ isChanged: false })
    expect((await readPolicies()).version).toBe(version)
    const changed = { ...usual, cancellationHours: '6', quietFrom: '22:00' }
    expect(await savePolicies(admin, changed)).toEqual({ isChanged: true })
    expect(await readPolicies()).toMatchObject({
      version: version + 1,
      cancellationHours: 6,
      quietFrom: '22:00:00',
      makeUpDays: 45,
    })
    const earlier = await db
      .selectFrom('policies')
      .where('version', '=', version)
      .select('cancellationHours')
      .execute()
    expect(earlier).toEqual([{ cancellationHours: 8 }])
    const { items } = await listAudit(admin)
    expect(items).toMatchObject([
      {
        action: 'change rules',
        before: { cancellationHours: 8, quietFrom: '21:00' },
        after: { cancellationHours: 6, quietFrom: '22:00' },
      },
    ])
    expect(items[0]?.after).not.toHaveProperty('makeUpDays')
  })

  test('propose that covers are paid in full, which counts only once it is saved', async () => {
    const admin = await createAdmin()
    await pool.query('insert into policies default values')
    expect(await readPolicySettings(admin)).toMatchObject({
      values: { coverPercent: 100 },
      proposed: ['coverPercent'],
    })
    expect((await readPolicies()).coverPercent).toBeNull()
    expect(await savePolicies(admin, usual)).toEqual({ isChanged: true })
    expect((await readPolicies()).coverPercent).toBe(100)
    expect(await readPolicySettings(admin)).toMatchObject({ proposed: [] })
    const { items } = await listAudit(admin)
    expect(items[0]).toMatchObject({ before: { coverPercent: null }, after: { coverPercent: 100 } })
  })

  test('keep what was promised with a month that is paid', async () => {
    const admin = await createAdmin()
    await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
    const paid = await createPaidBooking(sandbox)
    await savePolicies(admin, { ...usual, coolOffHours: '1', pauseNoticeHours: '100' })
    const { prospects } = await getMonth(paid.buyer, paid.bookingId)
    // 72 hours, and no later than the first lesson
    expect(prospects?.coolsOffUntil).toEqual(new Date('2026-11-23T06:00:00+01:00'))
    expect(prospects?.pauseFrom).toEqual(new Date('2026-11-21T12:00:00+01:00'))
    const later = await createPaidBooking(sandbox)
    const { prospects: stricter } = await getMonth(later.buyer, later.bookingId)
    expect(stricter?.coolsOffUntil).toEqual(new Date('2026-11-20T13:00:00+01:00'))
    expect(stricter?.pauseFrom).toEqual(new Date('2026-11-24T16:00:00+01:00'))
    const days = { fromDay: '2026-11-23', untilDay: '2026-11-25' }
    expect((await rejectionOf(previewPause(later.buyer, later.bookingId, days))).message).toContain(
      'at least 100 hours ahead',
    )
  })

  test('are refused with a sentence at each field that is out of bounds', async () => {
    const admin = await createAdmin()
    const { version } = await readPolicies()
    const wrong = {
      ...usual,
      cancellationHours: '73',
      makeUpDays: 'many',
      closeNoticeDays: '',
      remindAt: '25:00',
    }
    const { errors } = await rejectionOf(savePolicies(admin, wrong))
    expect(errors).toEqual({
      cancellationHours: ['Enter a whole number from 0 to 72.'],
      makeUpDays: ['Enter a whole number from 7 to 180.'],
      closeNoticeDays: ['Enter a whole number from 1 to 27.'],
      remindAt: ['Enter a time such as 21:00.'],
    })
    const night = { ...usual, quietFrom: '09:00', quietUntil: '08:59' }
    expect(await rejectionOf(savePolicies(admin, night))).toMatchObject({
      errors: { quietUntil: ['The night can last 12 hours at most.'] },
    })
    expect((await readPolicies()).version).toBe(version)
  })

  test('are changed by admins only, and not from an outdated page', async () => {
    const [admin, member] = [await createAdmin(), await createMember()]
    expect(await rejectionOf(savePolicies(member, usual))).toMatchObject({ code: 'forbidden' })
    expect(await rejectionOf(readPolicySettings(member))).toMatchObject({ code: 'forbidden' })
    const { version } = await readPolicySettings(admin)
    await savePolicies(admin, { ...usual, coverHours: '4' }, version)
    const outdated = await rejectionOf(savePolicies(admin, { ...usual, coverHours: '5' }, version))
    expect(outdated).toMatchObject({ code: 'conflict', facts: { version: String(Number(version) + 1) } })
    expect((await readPolicies()).coverHours).toBe(4)
    await savePolicies(admin, { ...usual, coverHours: '5' }, String(outdated.facts.version))
    expect((await readPolicies()).coverHours).toBe(5)
  })
})

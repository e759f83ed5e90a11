import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { addChild } from '#domain/members/add-child.server.ts'
import { sellOffer } from '#domain/sales/order-offer.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { createMembershipOffer } from '#tests/membership-fixtures.ts'
import { cancelByEmail, requestCancellation } from './cancel-by-email.server.ts'

useDatabase()
afterEach(() => startLimits({ pool, enabled: false }))

test('a cancellation that is asked for too often is refused alike for members and strangers', async () => {
  const [admin, member] = [await createAdmin(), await createMember()]
  await sellOffer(admin, member.id, await createMembershipOffer(admin), { method: 'cash' })
  startLimits({ pool, enabled: true })
  for (const email of [member.email, 'stranger@example.org']) {
    const asked = Array.from({ length: 12 }, () => requestCancellation({ email }, '203.0.113.9'))
    const refused = (await Promise.allSettled(asked)).flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as { code?: string }).code] : [],
    )
    expect(refused.length, email).toBeGreaterThan(0)
    expect(new Set(refused), email).toEqual(new Set(['limited']))
  }
})

test('an adult cancels the membership of their child by their own address, and of no other family', async () => {
  const admin = await createAdmin()
  const offerId = await createMembershipOffer(admin)
  const families = await Promise.all(
    ['Ama', 'Yaw'].map(async (name) => {
      const adult = await createMember()
      const today = new Date().toISOString().slice(0, 10)
      const child = await addChild(adult, { id: randomUUID(), name, birthDate: today })
      await sellOffer(admin, child.id, offerId, { method: 'cash' })
      return { adult, childId: child.id }
    }),
  )
  await cancelByEmail({ email: families[0]!.adult.email })
  await cancelByEmail({ email: families[0]!.adult.email })
  const ends = await Promise.all(
    families.map(({ childId }) =>
      db.selectFrom('memberships').where('memberId', '=', childId).select('endsAt').executeTakeFirst(),
    ),
  )
  expect(ends).toEqual([{ endsAt: expect.any(Date) }, { endsAt: null }])
})

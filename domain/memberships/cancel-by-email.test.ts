import { afterEach, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { sellOffer } from '#domain/sales/order-offer.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { createMembershipOffer } from '#tests/membership-fixtures.ts'
import { requestCancellation } from './cancel-by-email.server.ts'

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

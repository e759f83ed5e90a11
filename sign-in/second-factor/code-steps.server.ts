import { createHmac, timingSafeEqual } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import { db } from '#db/client.ts'
import { getAuth } from '#sign-in/better-auth/instance.server.ts'

const stepMs = 30_000
/** Steps that the library accepts before and after the current one. */
const window = [0, -1, 1]

/**
 * Claims a code of the app: no code of its time step or an earlier one can be claimed again. Returns false if one was
 * claimed before. True for a wrong code too, which the library then refuses.
 */
export async function claimCode(email: string, code: string): Promise<boolean> {
  const factor = await db
    .selectFrom('twoFactors')
    .innerJoin('users', 'users.id', 'twoFactors.userId')
    .where('users.email', '=', email.trim().toLowerCase())
    .select(['twoFactors.id', 'secret'])
    .executeTakeFirst()
  if (!factor) return true
  const { secretConfig: key } = await getAuth().$context
  const step = findStep(await symmetricDecrypt({ key, data: factor.secret }), code)
  if (step === null) return true
  const { numUpdatedRows } = await db
    .updateTable('twoFactors')
    .set({ lastUsedStep: String(step) })
    .where('id', '=', factor.id)
    .where((eb) => eb.or([eb('lastUsedStep', 'is', null), eb('lastUsedStep', '<', String(step))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function findStep(secret: string, code: string): number | null {
  const now = Math.floor(Date.now() / stepMs)
  const step = window.find((each) => isEqual(hotp(secret, now + each), code))
  return step === undefined ? null : now + step
}

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Code of six digits for this counter (RFC 4226). */
function hotp(secret: string, counter: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(bytes).digest()
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { addMember } from '#domain/members/add-member.server.ts'
import { createClaimCode, findClaim, sendClaimLetter } from '#domain/members/claims.server.ts'
import { cookieOf, rejectionOf, requestContext, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { claimAccount } from './claim-account.server.ts'
import { resolveActor } from './sessions/actor.server.ts'

useDatabase()
useAuth()

const password = 'Palestra1!'
const keyIn = (text: string) => /key=([\w-]+)/.exec(text)?.[1] ?? ''
const someEmail = () => `${randomUUID()}@club.example`

async function createUnclaimed(contactEmail = '') {
  const admin = await createAdmin()
  const { id } = await addMember(admin, { name: 'Otto Brandt', contactEmail })
  return { admin, id }
}

async function letterKey(id: string): Promise<string> {
  const letter = await db
    .selectFrom('letters')
    .where('userId', '=', id)
    .where('letter', '=', 'claim-account')
    .select('text')
    .executeTakeFirstOrThrow()
  return keyIn(letter.text ?? '')
}

describe('claimAccount', () => {
  test('a code at the desk gives the same record a sign-in, once, and the address is still to be confirmed', async () => {
    const { admin, id } = await createUnclaimed()
    const key = keyIn((await createClaimCode(admin, id)).path)
    const email = someEmail()
    const { headers } = await claimAccount(requestContext(), key, { email, password })
    const actor = await resolveActor(new Headers({ cookie: cookieOf({ headers }) }))
    expect(actor).toMatchObject({ id, email, name: 'Otto Brandt', role: 'member' })
    expect(
      await db.selectFrom('users').where('id', '=', id).select('emailVerified').executeTakeFirst(),
    ).toEqual({ emailVerified: false })
    const again = claimAccount(requestContext(), key, { email: someEmail(), password })
    expect(await rejectionOf(again)).toMatchObject({ code: 'invalid' })
    expect(await rejectionOf(createClaimCode(admin, id))).toMatchObject({ code: 'conflict' })
    await expectNoBrokenInvariants()
  })

  test('of several who use one code at the same moment, one has the record', async () => {
    const { admin, id } = await createUnclaimed()
    const key = keyIn((await createClaimCode(admin, id)).path)
    const claims = [1, 2, 3, 4].map(() =>
      claimAccount(requestContext(), key, { email: someEmail(), password }).then(
        () => 'claimed',
        ({ code }) => code,
      ),
    )
    const outcomes = await Promise.all(claims)
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'invalid')).toHaveLength(3)
    const accounts = await db.selectFrom('accounts').where('userId', '=', id).select('providerId').execute()
    expect(accounts).toEqual([{ providerId: 'credential' }])
    await expectNoBrokenInvariants()
  })

  test('a letter confirms the address it went to, and no other', async () => {
    for (const isSame of [true, false]) {
      const contactEmail = someEmail()
      const { admin, id } = await createUnclaimed(contactEmail)
      await sendClaimLetter(admin, id, '127.0.0.1')
      const key = await letterKey(id)
      expect(await findClaim(key)).toEqual({ name: 'Otto Brandt', email: contactEmail })
      await claimAccount(requestContext(), key, { email: isSame ? contactEmail : someEmail(), password })
      expect(
        await db.selectFrom('users').where('id', '=', id).select('emailVerified').executeTakeFirst(),
      ).toEqual({ emailVerified: isSame })
    }
  })

  test('an address with an account and a weak password are refused, and the code still works', async () => {
    const { admin, id } = await createUnclaimed()
    const key = keyIn((await createClaimCode(admin, id)).path)
    const { email } = await createMember()
    expect(await rejectionOf(claimAccount(requestContext(), key, { email, password }))).toMatchObject({
      code: 'conflict',
      errors: { email: [expect.any(String)] },
    })
    const weak = claimAccount(requestContext(), key, { email: someEmail(), password: 'palestra' })
    expect(await rejectionOf(weak)).toMatchObject({ code: 'invalid' })
    await claimAccount(requestContext(), key, { email: someEmail(), password })
  })

  test('members give no codes, and a person with a sign-in gets none', async () => {
    const { id } = await createUnclaimed()
    expect(await rejectionOf(createClaimCode(await createMember(), id))).toMatchObject({ code: 'forbidden' })
    const member = await createMember()
    expect(await rejectionOf(createClaimCode(await createAdmin(), member.id))).toMatchObject({
      code: 'conflict',
    })
    expect(await findClaim('nonsense')).toBeNull()
  })
})

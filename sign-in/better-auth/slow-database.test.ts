import { expect, test } from 'vitest'
import type { Person } from '#domain/actor.ts'
import { troublesByPart } from '#platform/observability/log.ts'
import { changePassword, signOut } from '#sign-in/accounts.server.ts'
import { startSecondFactorSetup } from '#sign-in/second-factor/second-factor.server.ts'
import { confirmAddressOf, requestContext, rejectionOf, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import type { AuthRequest } from './responses.server.ts'

// A session survives a slow database: the response is a temporary failure, and the log has its reason.

let isSlow = false
useDatabase({
  onStatement: (text) => {
    if (!isSlow || !/select .* from "sessions"/.test(text)) return
    isSlow = false
    throw Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })
  },
})
useAuth()

const acts: Record<string, (caller: AuthRequest, person: Person, password: string) => Promise<unknown>> = {
  'changes the password': (caller, person, currentPassword) =>
    changePassword(caller, person, { currentPassword, newPassword: 'Better-one2!' }),
  'begins a second factor': (caller, person, currentPassword) =>
    startSecondFactorSetup(caller, person, { currentPassword }),
}

const notedTroubles = () => troublesByPart.get('database')?.count ?? 0

test.each(Object.entries(acts))('who %s while a session cannot be looked up', async (_, act) => {
  const { person, cookie, password } = await signUpUser()
  await confirmAddressOf(person)
  const caller = requestContext({ cookie })
  isSlow = true
  const noted = notedTroubles()
  expect((await rejectionOf(act(caller, person, password))).code).toBe('unavailable')
  expect(notedTroubles()).toBe(noted + 1)
  expect(isSlow).toBe(false)
  await signOut(caller.headers)
  expect((await rejectionOf(act(caller, person, password))).code).toBe('unauthenticated')
})

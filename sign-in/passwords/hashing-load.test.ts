import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { runInRequestContext } from '#platform/observability/request-context.ts'
import { signIn } from '#sign-in/accounts.server.ts'
import { handleAuthRequest } from '#sign-in/better-auth/routes.server.ts'
import { requestContext, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'

useDatabase()
// costly enough for a queue
useAuth({ passwordCost: 'scrypt-13-8-1' })

const signUpAt = (address: string, index: number) => {
  const body = JSON.stringify({
    name: 'Noor Rahman',
    email: `crowd-${index}@club.example`,
    password: 'Palestra1!',
  })
  const headers = { 'Content-Type': 'application/json', Origin: 'http://localhost:3000' }
  const request = new Request('http://localhost:3000/api/auth/sign-up/email', {
    method: 'POST',
    headers,
    body,
  })
  return handleAuthRequest(request, address)
}

describe('a queue of passwords', () => {
  test('keeps no connection idle in a transaction, however many sign up at once', async () => {
    const crowd = Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => signUpAt(`203.0.113.${index}`, index)),
    )
    const began = performance.now()
    let isOver = false
    void crowd.then(() => (isOver = true))
    const oldest: number[] = []
    while (!isOver) {
      const { rows } = await pool.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - state_change)), 0)::float8 * 1000 as ms
         from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
      )
      oldest.push(rows[0]!.ms)
      await wait(20)
    }
    const answers = await crowd
    const took = performance.now() - began
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(oldest.length).toBeGreaterThan(3)
    // the last in the queue would be idle for nearly all of the time
    expect(Math.max(...oldest)).toBeLessThan(took * 0.4)
  })

  test('has room for an honest sign-in while another network tries 60 passwords at once', async () => {
    const { person, password } = await signUpUser()
    const tryAt = (network: string, email: string, secret: string) =>
      runInRequestContext({ requestId: email, network }, () =>
        signIn({ ...requestContext(), address: network }, { email, password: secret }),
      )
    const order: string[] = []
    const guesses = Array.from({ length: 60 }, (_, index) =>
      tryAt('198.51.100.9', `nobody-${index}@club.example`, 'Palestra9!').catch((error: { code: string }) => {
        order.push(error.code)
      }),
    )
    await wait(50)
    await tryAt('203.0.113.77', person.email, password)
    await Promise.all(guesses)
    // at most twelve of the network wait at a time, so most of its guesses are refused at once
    expect(order.filter((code) => code === 'unavailable').length).toBeGreaterThan(30)
  })
})

import { afterEach, expect, test } from 'vitest'
import { setDemoClub } from '#domain/club/club.server.ts'
import { signIn } from '#sign-in/accounts.server.ts'
import { requestContext, cookieOf, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { listDemoPeople } from './demo-accounts.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()
afterEach(() => setDemoClub(false))

test('only the demo club offers its people, in their order, and what it offers signs in', async () => {
  for (const email of ['member@palestra.example', 'admin@palestra.example', 'somebody@palestra.example'])
    await signUpUser({ email })
  expect(await listDemoPeople()).toEqual([])
  setDemoClub(true)
  const people = await listDemoPeople()
  expect(people.map(({ email }) => email)).toEqual(['admin@palestra.example', 'member@palestra.example'])
  for (const person of people)
    expect(cookieOf(await signIn(requestContext(), person))).toContain('session_token=')
})

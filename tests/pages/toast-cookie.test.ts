import { createCookie } from 'react-router'
import { expect, test } from 'vitest'
import { setFlash, readFlash } from '#app/frame/toast-cookie.server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'

useDatabase()
useAuth()

const said = { text: 'You let the hour go.' }
const taken = async (cookie: string) =>
  (await readFlash(new Request('http://localhost:3000/', { headers: { cookie } }))).flashes

test('the next page says what was left for it, and nothing that anybody else put there', async () => {
  const left = await setFlash(said)
  expect(await taken(left)).toEqual([said])
  expect(await taken(await createCookie('flash').serialize([said]))).toEqual([])
  expect(await taken(await createCookie('flash', { secrets: ['a guess'] }).serialize([said]))).toEqual([])
})

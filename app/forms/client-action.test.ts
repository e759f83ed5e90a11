import { redirect } from 'react-router'
import { expect, test } from 'vitest'
import { clientAction } from './client-action.ts'

const sent = (answer: unknown) => clientAction({ serverAction: () => Promise.reject(answer) })

test('what was typed stays on the page when its writer was signed out meanwhile', async () => {
  const { data } = await sent(redirect('/signIn?from=%2Fdashboard%2FaddNewForum'))
  expect(data.problem.message).toMatch(/^You’re signed out\. Sign in again in another window/)
})

test('a form that was taken leads on, and a visitor’s to where they sign in', async () => {
  for (const to of ['/forums', '/signIn?from=%2Ftrainers%2F1']) {
    const done = redirect(to)
    await expect(sent(done)).rejects.toBe(done)
  }
})

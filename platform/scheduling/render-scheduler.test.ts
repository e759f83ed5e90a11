import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { prioritise, yieldToEventLoop } from './render-scheduler.ts'

test('whoever comes in meanwhile is heard between two turns', async () => {
  const heard: string[] = []
  const take = async (name: string) => {
    await yieldToEventLoop()
    heard.push(name)
    // somebody who comes in while this one works
    setImmediate(() => heard.push(`after ${name}`))
  }
  await Promise.all([take('one'), take('two'), take('three')])
  await nextRound()
  expect(heard).toEqual(['one', 'after one', 'two', 'after two', 'three', 'after three'])
})

test('what is urgent is done before the next turn, and whoever fails at it holds up nobody', async () => {
  const heard: string[] = []
  await wait(20)
  const { promise, reject } = Promise.withResolvers<void>()
  prioritise(promise)
  const turn = yieldToEventLoop().then(() => heard.push('turn'))
  await nextRound()
  await nextRound()
  heard.push('urgent')
  reject(new Error('The database is away.'))
  await turn
  expect(heard).toEqual(['urgent', 'turn'])
})

test('what is urgent and takes long keeps a turn for moments only, and the next one not at all', async () => {
  await wait(20)
  prioritise(new Promise(() => {}))
  await yieldToEventLoop()
  await wait(20)
  let rounds = 0
  const count = setInterval(() => (rounds += 1), 1)
  await yieldToEventLoop()
  clearInterval(count)
  expect(rounds).toBeLessThan(3)
})

test('however much is urgent, turns have half of the time', async () => {
  const flood = setInterval(() => prioritise(new Promise(() => {})), 1)
  await wait(20)
  const began = performance.now()
  let worked = 0
  while (worked < 50) {
    await yieldToEventLoop()
    const since = performance.now()
    while (performance.now() - since < 5);
    worked += performance.now() - since
  }
  clearInterval(flood)
  // beside the half, timers are late
  expect(performance.now() - began).toBeLessThan(4 * worked)
})

import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWaitingLine, LineFullError } from './waiting-line.ts'

test('no more runs at once than there are places', async () => {
  const line = createWaitingLine({ places: 2, waiting: 10, patience: 5_000 })
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 8 }, () =>
      line.run(1, async () => {
        most = Math.max(most, (running += 1))
        await wait(5)
        running -= 1
      }),
    ),
  )
  expect(most).toBe(2)
})

test('heavy work goes alone and in its turn, even if it is heavier than the whole', async () => {
  const line = createWaitingLine({ places: 2, waiting: 10, patience: 5_000 })
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await wait(5)
    order.push(`${name} ends`)
  }
  await Promise.all([line.run(1, work('light')), line.run(5, work('heavy')), line.run(1, work('last'))])
  expect(order).toEqual([
    'light begins',
    'light ends',
    'heavy begins',
    'heavy ends',
    'last begins',
    'last ends',
  ])
})

test('a full line turns people away at once, and serves again when it has emptied', async () => {
  const line = createWaitingLine({ places: 1, waiting: 1, patience: 5_000 })
  const running = line.run(1, () => wait(20))
  const waiting = line.run(1, () => wait(1))
  await expect(line.run(1, () => wait(1))).rejects.toThrow(LineFullError)
  await Promise.all([running, waiting])
  expect(await line.run(1, () => Promise.resolve('served'))).toBe('served')
})

test('whoever waits too long is turned away and keeps nobody else from going', async () => {
  const line = createWaitingLine({ places: 2, waiting: 5, patience: 30 })
  const running = line.run(1, () => wait(120))
  const heavy = line.run(2, () => wait(1))
  const light = line.run(1, () => Promise.resolve('went'))
  await expect(heavy).rejects.toThrow(LineFullError)
  expect(await light).toBe('went')
  await running
  expect(await line.run(2, () => Promise.resolve('served'))).toBe('served')
})

test('work that fails gives its place back', async () => {
  const line = createWaitingLine({ places: 1, waiting: 1, patience: 5_000 })
  await expect(line.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await line.run(1, () => Promise.resolve('served'))).toBe('served')
})

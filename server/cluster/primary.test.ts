import { expect, test, vi } from 'vitest'
import { isAnyLeft, serveWithAny } from './primary.ts'

const config = { databaseUrl: '', authSecret: '', isDemo: false }
const reply = { port: 3000, clubName: 'Palestra', firstAdminNotice: null }
const starting = (serve: () => Promise<typeof reply>) => ({
  serve,
  refill: vi.fn<(reason: string) => Promise<void>>(async () => {}),
})
const slow = () =>
  starting(async () => {
    throw new Error('timeout exceeded when trying to connect')
  })

test('one process that cannot start does not end a club whose other process serves', async () => {
  const [failed, serving] = [slow(), starting(async () => reply)]
  expect(await serveWithAny([failed, serving], config)).toBe(reply)
  expect(failed.refill.mock.calls).toEqual([['timeout exceeded when trying to connect']])
  expect(serving.refill).not.toHaveBeenCalled()
})

test('a club of which no process can start ends with the reason', async () => {
  const workers = [slow(), slow()]
  await expect(serveWithAny(workers, config)).rejects.toThrow('timeout exceeded when trying to connect')
  expect(workers[0]!.refill).not.toHaveBeenCalled()
})

test('a club goes on while another process serves or starts, and ends when none does', () => {
  const [empty, filled] = [{ hasWorker: () => false }, { hasWorker: () => true }]
  expect([isAnyLeft([empty, filled]), isAnyLeft([empty, empty])]).toEqual([true, false])
})

import { answerTo, setParent, talkWith } from '#platform/processes.ts'
import { openDoor, type Door } from '../door.ts'
import { builtFront, listenerOf } from '../front.ts'
import { endingSignals, stopInOrder } from '../stopping.ts'
import type { Given, Served } from './messages.ts'

/**
 * Makes this process one of those that serve the club: it does what its parent asks for, and ends with it. A signal
 * that reaches all of them, as from a terminal, is the parent's to answer.
 */
export function serveForParent(): void {
  for (const signal of [...endingSignals, 'SIGUSR2' as const]) process.on(signal, () => {})
  let door: Door | null = null
  const steps: (() => Promise<void>)[] = []
  const undo = (step: () => Promise<void>) => void steps.unshift(step)
  let isEnding = false
  const end = (close: (open: Door) => Promise<void>) => () => {
    if (isEnding) return
    isEnding = true
    const stop = stopInOrder(async () => (door ? close(door) : undefined), steps)
    void stop().finally(() => process.exit(0))
  }

  answerTo('open door', async () => {
    door = await openDoor()
  })
  answerTo('serve', async (ground: Given): Promise<Served> => {
    const front = await builtFront(ground.place)
    undo(front.close)
    undo(await front.startClub(ground))
    const listener = listenerOf(front)
    // only the first opened it before: whoever comes later takes in nobody whom it cannot serve yet
    door ??= await openDoor(listener)
    door.open(listener)
    answerTo('first admin link', front.firstAdminLink)
    return { port: door.port, clubName: await front.clubName() }
  })
  answerTo(
    'leave',
    end((open) => open.leave()),
  )
  answerTo(
    'stop',
    end((open) => open.close()),
  )

  setParent(talkWith({ send: (message) => process.send?.(message), on: process.on.bind(process) }))
}

// Loaded before everything else of a process whose machine's clock is wrong: by the milliseconds that the file named
// in the address of this module holds at that moment. What measures durations goes on as it does on a real machine.
import { readFileSync } from 'node:fs'

const file = new URL(import.meta.url).searchParams.get('by') ?? ''
const RightDate = Date
let wrongByMs = 0

function look(): void {
  wrongByMs = Number(readFileSync(file, 'utf8'))
}

look()
setInterval(look, 50).unref()

globalThis.Date = new Proxy(RightDate, {
  construct: (target, given: [], caller) =>
    Reflect.construct(target, given.length > 0 ? given : [target.now() + wrongByMs], caller) as object,
  apply: (target) => new target(target.now() + wrongByMs).toString(),
  get: (target, name, receiver): unknown =>
    name === 'now' ? () => target.now() + wrongByMs : Reflect.get(target, name, receiver),
})

// Preloaded into a process to skew its clock by the milliseconds in a file, which the URL of this module names.
// Monotonic clocks are not affected, as on a real machine.
import { readFileSync } from 'node:fs'

const file = new URL(import.meta.url).searchParams.get('by') ?? ''
const RealDate = Date
let skewMs = 0

function readSkew(): void {
  skewMs = Number(readFileSync(file, 'utf8'))
}

readSkew()
setInterval(readSkew, 50).unref()

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: [], caller) =>
    Reflect.construct(target, given.length > 0 ? given : [target.now() + skewMs], caller) as object,
  apply: (target) => new target(target.now() + skewMs).toString(),
  get: (target, name, receiver): unknown =>
    name === 'now' ? () => target.now() + skewMs : Reflect.get(target, name, receiver),
})

// What this process opened at its start: its database, its card processor, its way to sign people in. In
// development a changed module is read anew, together with whatever imports it, while the process goes on. So
// what is open is kept here, outside of all modules, and newer code finds it again; only a change of how
// something is opened waits for the next start.
const registryKey = Symbol.for('palestra')
const registry = ((globalThis as { [registryKey]?: Map<string, unknown> })[registryKey] ??= new Map())

type Singleton<Thing> = { get: () => Thing | null; set: (thing: Thing) => Thing }

/** What this process keeps under a name; null before it was set. */
export function singleton<Thing>(name: string): Singleton<Thing> {
  return {
    get: () => (registry.get(name) as Thing | undefined) ?? null,
    set: (thing) => {
      registry.set(name, thing)
      return thing
    },
  }
}

/** Placeholder of a singleton before it is opened. Any use throws a sentence that names the missing call. */
export function notInitialized<Thing extends object>(opener: string): Thing {
  const refuse = () => {
    throw new Error(`${opener} was not called in this process.`)
  }
  return new Proxy({} as Thing, { get: refuse })
}

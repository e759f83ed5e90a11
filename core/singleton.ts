// State that survives a module reload in development: the database, the card processor, the sign-in library. A
// reloaded module reads the open instance from here. Changes to how something is opened apply at the next start.
const registryKey = Symbol.for('palestra')
const registry = ((globalThis as { [registryKey]?: Map<string, unknown> })[registryKey] ??= new Map())

type Singleton<Thing> = { get: () => Thing | null; set: (thing: Thing) => Thing }

/** Returns a slot for a value of this process. `get` returns null until it is set. */
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

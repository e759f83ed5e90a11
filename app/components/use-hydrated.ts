import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Returns false on the server and for the first render in the browser, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

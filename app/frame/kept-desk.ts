// The desk's page as a device of the club keeps it; public/desk-worker.js answers with it.

export const keptDesk = 'desk'

/** Removes the kept page with all its names and faces. */
export async function removeKeptDesk(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(keptDesk)
}

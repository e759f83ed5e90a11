// The cached page of the desk, on a device of the club; public/desk-worker.js answers with it.

export const deskCacheName = 'desk'

/** Deletes the cached page with all its names and faces. */
export async function deleteDeskCache(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(deskCacheName)
}

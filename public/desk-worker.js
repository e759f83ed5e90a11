// Opens the desk of a device of the club without a connection. The page caches itself; this only responds with it.

const cacheName = 'desk'
const desk = '/dashboard/arrivals'
const longestMs = 24 * 60 * 60 * 1000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openDesk(request))
  else if (/^\/(assets|images)\//.test(pathname)) event.respondWith(readFile(request))
})

async function openDesk(request) {
  try {
    const response = await fetch(request)
    const isRefused = response.type === 'opaqueredirect' || response.status === 401 || response.status === 403
    if (isRefused) await caches.delete(cacheName)
    return response
  } catch (error) {
    const page = await readCached(desk)
    if (!page) throw error
    if (Date.now() - Number(page.headers.get('Kept-At')) > longestMs) {
      await caches.delete(cacheName)
      throw error
    }
    return new URL(request.url).search ? Response.redirect(desk) : page
  }
}

async function readFile(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const file = await readCached(request)
    if (!file) throw error
    return file
  }
}

const readCached = (request) => caches.match(request, { cacheName, ignoreVary: true })

import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { deskCacheName, deleteDeskCache } from '#app/frame/desk-cache.ts'

const desk = '/dashboard/arrivals'
const retryMs = 10_000

/** Caches the desk’s page, its files and the faces on it. Returns whether the club was reached. */
async function cacheDesk(): Promise<boolean> {
  // opened before the page is asked for: a sign-out meanwhile deletes the cache with what is still to come
  const cache = await caches.open(deskCacheName)
  const response = await fetch(desk).catch(() => null)
  if (response === null) return false
  if (response.redirected || response.status === 403) await deleteDeskCache()
  else if (response.ok) await store(response, cache).catch(() => {})
  // the connection may go while the page is stored
  return navigator.onLine
}

async function store(response: Response, cache: Cache): Promise<void> {
  const page = await response.text()
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const files = loaded.filter(isAsset).map(({ pathname }) => pathname)
  const named = [...page.matchAll(/\/assets\/[^"'\\\s,;()<>&]+/g)].map(([path]) => path)
  const faces = [...document.images]
    .map(({ currentSrc }) => currentSrc)
    .filter((src) => src.startsWith(location.origin))
  const headers = new Headers(response.headers)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  headers.set('Kept-At', String(Date.now()))
  const needed = new Set([...files, ...named].map(toUrl))
  const shown = new Set(faces.map(toUrl))
  await Promise.all([...needed].map((url) => addOnce(cache, url)))
  await Promise.allSettled([...shown].map((url) => addOnce(cache, url)))
  await cache.put(desk, new Response(page, { headers }))
  const stale = (await cache.keys()).filter(
    ({ url }) => url !== toUrl(desk) && !needed.has(url) && !shown.has(url),
  )
  await Promise.all(stale.map((request) => cache.delete(request)))
}

const toUrl = (path: string) => new URL(path, location.href).href
const isAsset = ({ origin, pathname }: URL) => origin === location.origin && pathname.startsWith('/assets/')

async function addOnce(cache: Cache, url: string): Promise<void> {
  if (!(await cache.match(url, { ignoreVary: true }))) await cache.add(url)
}

/** Makes the browser an ordinary one: without worker and cached page. */
async function forgetDevice(): Promise<void> {
  await deleteDeskCache()
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? [])
    if (registration.scope === toUrl(desk)) await registration.unregister()
}

/** Deletes the cache of a device once it is none. */
export function useRevokedDevice(isDevice: boolean): void {
  useEffect(() => {
    if (!isDevice) void forgetDevice()
  }, [isDevice])
}

/** Caches the desk on a device of the club, again after each change of its data. Returns whether it is offline. */
export function useOfflineDesk(isDevice: boolean, deskData: unknown): boolean {
  const [isOffline, setOffline] = useState(false)
  const { revalidate } = useRevalidator()
  useRevokedDevice(isDevice)
  useEffect(() => {
    if (!isDevice || !('serviceWorker' in navigator)) return
    void navigator.serviceWorker.register('/desk-worker.js', { scope: desk }).catch(() => {})
    void cacheDesk().then((isReached) => setOffline(!isReached))
  }, [isDevice, deskData])
  useEffect(() => {
    if (!isDevice) return undefined
    const lose = () => setOffline(true)
    const reach = async () => {
      if (!(await cacheDesk())) return
      setOffline(false)
      await revalidate()
    }
    const retry = () => void reach()
    const timer = isOffline ? setInterval(retry, retryMs) : undefined
    addEventListener('offline', lose)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('offline', lose)
      removeEventListener('online', retry)
    }
  }, [isDevice, isOffline, revalidate])
  return isOffline
}

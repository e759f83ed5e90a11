import type { MiddlewareFunction } from 'react-router'

declare global {
  /** The URL that is being loaded, and the time that a submitted form may still need. */
  var pendingNavigation: { to: string; pauseMs: number } | undefined
}

const formTimeoutMs = 1_000

/**
 * For the root's `clientMiddleware`: publishes the URL of the navigation in progress. After a deploy an old tab
 * may request a removed script; its replacement (server/http/stale-scripts.ts) loads that URL as a document.
 */
export const trackPendingNavigation: MiddlewareFunction = async ({ request }, next) => {
  const isRead = request.method === 'GET'
  globalThis.pendingNavigation = {
    to: isRead ? request.url : location.href,
    pauseMs: isRead ? 0 : formTimeoutMs,
  }
  try {
    return await next()
  } finally {
    globalThis.pendingNavigation = undefined
  }
}

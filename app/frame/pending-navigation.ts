import type { MiddlewareFunction } from 'react-router'

declare global {
  /** Where this page is going now, and how long a form that is on its way may need to arrive. */
  var pendingNavigation: { to: string; pauseMs: number } | undefined
}

const formTimeoutMs = 1_000

/**
 * For the root's `clientMiddleware`: tells where a link leads while it is followed. A tab that outlived a deploy asks
 * for a script that is gone, and what it gets instead (server/http/stale-scripts.ts) loads that page whole.
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

import type { MiddlewareFunction } from 'react-router'

declare global {
  /** Where this page is going now, and how long a form that is on its way may need to arrive. */
  var going: { to: string; pauseMs: number } | undefined
}

const formMs = 1_000

/**
 * For the root's `clientMiddleware`: tells where a link leads while it is followed. A tab that outlived a deploy asks
 * for a script that is gone, and what it gets instead (server/gone-scripts.ts) loads that page whole.
 */
export const rememberGoing: MiddlewareFunction = async ({ request }, next) => {
  const isRead = request.method === 'GET'
  globalThis.going = { to: isRead ? request.url : location.href, pauseMs: isRead ? 0 : formMs }
  try {
    return await next()
  } finally {
    globalThis.going = undefined
  }
}

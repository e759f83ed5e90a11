import { createMiddleware } from 'hono/factory'
import type { ClubEnv } from '#api/context.ts'

const hashedScriptPath = /^\/assets\/[\w.$-]+-[\w-]{8}\.js$/

// not while a page is loading: it works without scripts, and would reload forever
const reloadScript = `// This script is of a version of the club that is gone.
const { pendingNavigation } = globalThis
if (!pendingNavigation) throw new Error('The club has a new version.')
setTimeout(() => (pendingNavigation.to === location.href ? location.reload() : location.assign(pendingNavigation.to)), pendingNavigation.pauseMs)
await new Promise(() => {})
`

/**
 * Responds to a tab from before a deploy that requests a script of the old version: with a script that loads the
 * navigation's target as a whole page. React Router would reload the current page instead.
 */
export const staleScripts = createMiddleware<ClubEnv>(async (c, next) => {
  if (!hashedScriptPath.test(c.req.path) || c.req.header('Sec-Fetch-Dest') !== 'script') return next()
  return c.body(reloadScript, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-store',
  })
})

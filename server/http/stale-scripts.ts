import { createMiddleware } from 'hono/factory'
import type { ClubEnv } from '#api/context.ts'

const hashedScriptPath = /^\/assets\/[\w.$-]+-[\w-]{8}\.js$/

// nothing is done where a page is just being opened: it works without scripts, and would be opened for ever
const reloadScript = `// This script is of a version of the club that is gone.
const { pendingNavigation } = globalThis
if (!pendingNavigation) throw new Error('The club has a new version.')
setTimeout(() => (pendingNavigation.to === location.href ? location.reload() : location.assign(pendingNavigation.to)), pendingNavigation.pauseMs)
await new Promise(() => {})
`

/**
 * Answers a tab that was opened before a deploy and asks for a script of that version: with one that loads the page
 * its visitor was going to whole. React Router would load the page they were leaving.
 */
export const staleScripts = createMiddleware<ClubEnv>(async (c, next) => {
  if (!hashedScriptPath.test(c.req.path) || c.req.header('Sec-Fetch-Dest') !== 'script') return next()
  return c.body(reloadScript, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-store',
  })
})

import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'
import { settings } from '#platform/env.ts'
import { project } from '#platform/project.ts'
import { countAnswer } from '#platform/tally.ts'
import type { Club, Front } from './front.ts'

/** The sources as they are now, read by Vite, which also tells browsers what has changed. */
export async function developmentFront(server: Server): Promise<Front> {
  keepSignals()
  // files are served from there as well, and a folder that is missing is complained about
  await mkdir(join(project, 'build/client'), { recursive: true })
  const vite = await createVite({
    root: project,
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server },
      // the embedded database writes there all the time
      watch: { ignored: [join(settings.dataDir, '**')] },
    },
  })
  const newest = () => vite.ssrLoadModule('./server/club.ts') as Promise<Club>
  const { startClub, clubName, firstAdminLink } = await newest()
  return {
    startClub,
    clubName,
    firstAdminLink,
    // asked for at every request, so that pages and REST are one code, and the newest
    fetch: async (request, env) => {
      countAnswer()
      return (await newest()).app.fetch(request, env)
    },
    wrap: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  }
}

/** React Router opens Vite servers of its own, which would end the process at a SIGTERM before the club has stopped. */
function keepSignals(): void {
  process.on('newListener', (signal, listener) => {
    if (signal === 'SIGTERM') queueMicrotask(() => process.off(signal, listener))
  })
}

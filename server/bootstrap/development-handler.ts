import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'
import { settings } from '#platform/settings/env.ts'
import { projectRoot } from '#core/project-root.ts'
import { countResponse } from '#platform/observability/counters.ts'
import type { Application, AppHandler } from './production-handler.ts'

// Vite would take an address of the API for a source file in the folder of that name.
const clubPath = /^\/(api|images|demo)\//

/** The sources as they are now, read by Vite, which also tells browsers what has changed. */
export async function createDevelopmentHandler(server: Server): Promise<AppHandler> {
  removeViteSigtermListeners()
  // files are served from there as well, and a folder that is missing is complained about
  await mkdir(join(projectRoot, 'build/client'), { recursive: true })
  const vite = await createVite({
    root: projectRoot,
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server },
      // the embedded database writes there all the time
      watch: { ignored: [join(settings.dataDir, '**')] },
    },
  })
  const newest = () => vite.ssrLoadModule('./server/bootstrap/application.ts') as Promise<Application>
  const { startClub, clubName, firstAdminLink } = await newest()
  return {
    startClub,
    clubName,
    firstAdminLink,
    // asked for at every request, so that pages and REST are one code, and the newest
    fetch: async (request, env) => {
      countResponse()
      return (await newest()).app.fetch(request, env)
    },
    wrapListener: (listener) => (request, response) =>
      clubPath.test(request.url ?? '')
        ? listener(request, response)
        : vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  }
}

/** React Router opens Vite servers of its own, which would end the process at a SIGTERM before the club has stopped. */
function removeViteSigtermListeners(): void {
  process.on('newListener', (signal, listener) => {
    if (signal === 'SIGTERM') queueMicrotask(() => process.off(signal, listener))
  })
}

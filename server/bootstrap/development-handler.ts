import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'
import { projectRoot } from '#core/project-root.ts'
import { countResponse } from '#platform/observability/counters.ts'
import { settings } from '#platform/settings/env.ts'
import type { Application, AppHandler } from './production-handler.ts'

// Vite would mistake an API URL for a source file in the folder `api`.
const clubPath = /^\/(api|images|demo)\//

/** Serves the current sources through Vite, with reloading in browsers. */
export async function createDevelopmentHandler(server: Server): Promise<AppHandler> {
  removeViteSigtermListeners()
  // static files are served from there, and a missing folder causes a warning
  await mkdir(join(projectRoot, 'build/client'), { recursive: true })
  const vite = await createVite({
    root: projectRoot,
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server },
      // the embedded database writes there continuously
      watch: { ignored: [join(settings.dataDir, '**')] },
    },
  })
  const newest = () => vite.ssrLoadModule('./server/bootstrap/application.ts') as Promise<Application>
  const { startClub, clubName, firstAdminNotice } = await newest()
  return {
    startClub,
    clubName,
    firstAdminNotice,
    // loaded for each request, so that changes apply to pages and API at once
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

/** React Router's own Vite servers would end the process at SIGTERM before the club has stopped. */
function removeViteSigtermListeners(): void {
  process.on('newListener', (signal, listener) => {
    if (signal === 'SIGTERM') queueMicrotask(() => process.off(signal, listener))
  })
}

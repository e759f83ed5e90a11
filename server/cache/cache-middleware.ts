import type { RequestListener } from 'node:http'
import { countResponse } from '#platform/observability/counters.ts'
import type { LoadShedder } from '#server/load-shedding/load-shedder.ts'
import { createPictureCache, loadAssets } from './assets.ts'
import { sendCached, sendResponse } from './cached-response.ts'
import { createVisitorCache, type Fetch } from './visitor-responses.ts'

/**
 * Wraps the app with the caches of assets, pictures and visitors' responses. A cache hit is neither rate-limited nor
 * load-shed, because both cost more than sending it. Everything else passes the load shedder.
 */
export async function createCacheMiddleware(
  fetch: Fetch,
  clientFolder: string,
  shedLoad: LoadShedder,
): Promise<(app: RequestListener) => RequestListener> {
  const assets = loadAssets(clientFolder)
  const findPicture = createPictureCache()
  const findForVisitor = await createVisitorCache(fetch)
  return (app) => (request, response) => {
    countResponse()
    const { url = '', method } = request
    const asset = assets.get(url)
    if (asset && (method === 'GET' || method === 'HEAD')) return sendCached(asset, request, response)
    const find = () => (url.startsWith('/images/') ? findPicture(url) : findForVisitor(request, response))
    const found = method === 'GET' ? find() : null
    if (found && typeof found !== 'function') return sendCached(found, request, response)
    shedLoad(request, response, () => {
      if (found === null) return app(request, response)
      void found().then(
        (made) => {
          if (made === null) return app(request, response)
          return made instanceof Response ? sendResponse(made, response) : sendCached(made, request, response)
        },
        () => app(request, response),
      )
    })
  }
}

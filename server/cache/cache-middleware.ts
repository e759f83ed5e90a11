import type { RequestListener } from 'node:http'
import { countResponse } from '#platform/observability/counters.ts'
import { createVisitorPageCache } from './visitor-pages.ts'
import { createMemberPageCache } from './member-pages.ts'
import { createLoadShedder } from '#server/load-shedding/load-shedder.ts'
import { createPictureCache, loadAssets } from './assets.ts'
import type { Fetch } from './response-cache.ts'
import {
  sendVariant,
  sendCached,
  sendResponse,
  type ResponseVariant,
  type CacheLookup,
} from './cached-response.ts'

/**
 * Answers what lies ready in memory before anything else is asked: files of the built site, pictures, what visitors
 * were answered before, and public pages for who is signed in. But for these, which ask the database who that is, it
 * costs less than counting it: the limit of reads counts them and what is made. Everything else passes the gate.
 */
export async function createCacheMiddleware(
  fetch: Fetch,
  files: string,
): Promise<(others: RequestListener) => RequestListener> {
  const assets = loadAssets(files)
  const picture = createPictureCache()
  const answer = await createVisitorPageCache(fetch)
  const filled = await createMemberPageCache(fetch)
  const gate = createLoadShedder()
  return (others) => (request, response) => {
    countResponse()
    const { url = '', method } = request
    const asset = assets.get(url)
    if (asset && (method === 'GET' || method === 'HEAD')) return sendCached(asset, request, response)
    const find = (): CacheLookup | (() => Promise<ResponseVariant | null>) =>
      url.startsWith('/images/') ? picture(url) : (answer(request, response) ?? filled(request, response))
    const found = method === 'GET' ? find() : null
    if (found && typeof found !== 'function') return sendCached(found, request, response)
    gate(request, response, () => {
      if (found === null) return others(request, response)
      void found().then(
        (made) => {
          if (made === null) return others(request, response)
          if (made instanceof Response) return sendResponse(made, response)
          return 'variants' in made ? sendCached(made, request, response) : sendVariant(made, response)
        },
        () => others(request, response),
      )
    })
  }
}

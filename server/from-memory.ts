import type { RequestListener } from 'node:http'
import { keptAnswers, type Fetch, type Found } from './kept-answers.ts'
import { keptPictures, readAssets } from './kept-files.ts'
import { sendReady, sendResponse } from './ready-answer.ts'

/**
 * Answers what lies ready in memory before anything else is asked: files of the built site, pictures, and what
 * visitors were answered before. It costs less than counting it, so the limit of reads counts what is made only.
 */
export async function fromMemory(
  fetch: Fetch,
  files: string,
): Promise<(others: RequestListener) => RequestListener> {
  const assets = readAssets(files)
  const picture = keptPictures()
  const answer = await keptAnswers(fetch)
  return (others) => (request, response) => {
    const { url = '', method } = request
    const asset = assets.get(url)
    if (asset && (method === 'GET' || method === 'HEAD')) return sendReady(asset, request, response)
    const find = (): Found => (url.startsWith('/images/') ? picture(url) : answer(request, response))
    const found = method === 'GET' ? find() : null
    if (found === null) return others(request, response)
    if (!(found instanceof Promise)) return sendReady(found, request, response)
    return void found.then(
      (made) => {
        if (made === null) return others(request, response)
        return made instanceof Response ? sendResponse(made, response) : sendReady(made, request, response)
      },
      () => others(request, response),
    )
  }
}

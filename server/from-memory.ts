import type { RequestListener } from 'node:http'
import { countAnswer } from '#platform/tally.ts'
import { keptAnswers } from './kept-answers.ts'
import { keptForMembers } from './kept-for-members.ts'
import { openGate } from './gate.ts'
import { keptPictures, readAssets } from './kept-files.ts'
import type { Fetch } from './keeper.ts'
import { sendForm, sendReady, sendResponse, type Form, type Found } from './ready-answer.ts'

/**
 * Answers what lies ready in memory before anything else is asked: files of the built site, pictures, what visitors
 * were answered before, and public pages for who is signed in. But for these, which ask the database who that is, it
 * costs less than counting it: the limit of reads counts them and what is made. Everything else passes the gate.
 */
export async function fromMemory(
  fetch: Fetch,
  files: string,
): Promise<(others: RequestListener) => RequestListener> {
  const assets = readAssets(files)
  const picture = keptPictures()
  const answer = await keptAnswers(fetch)
  const filled = await keptForMembers(fetch)
  const gate = openGate()
  return (others) => (request, response) => {
    countAnswer()
    const { url = '', method } = request
    const asset = assets.get(url)
    if (asset && (method === 'GET' || method === 'HEAD')) return sendReady(asset, request, response)
    const find = (): Found | (() => Promise<Form | null>) =>
      url.startsWith('/images/') ? picture(url) : (answer(request, response) ?? filled(request, response))
    const found = method === 'GET' ? find() : null
    if (found && typeof found !== 'function') return sendReady(found, request, response)
    gate(request, response, () => {
      if (found === null) return others(request, response)
      void found().then(
        (made) => {
          if (made === null) return others(request, response)
          if (made instanceof Response) return sendResponse(made, response)
          return 'forms' in made ? sendReady(made, request, response) : sendForm(made, response)
        },
        () => others(request, response),
      )
    })
  }
}

import { request } from 'node:http'
import { afterEach } from 'vitest'

export type RawResponse = {
  status: number
  headers: Record<string, string | undefined>
  bytes: Buffer
  text: string
}

/** Only what is made for one request is numbered. */
export const isFromCache = ({ status, headers }: RawResponse) =>
  status === 200 && headers['x-request-id'] === undefined
export const withoutNonce = (page: string) => page.replaceAll(/ nonce="[^"]+"/g, '')

/** Sends requests as a browser does: fetch would compress and decompress by itself. */
export function createRawHttpClient(served: () => { url: string }) {
  let localAddress = '127.0.0.1'
  afterEach(() => void (localAddress = '127.0.0.1'))
  return {
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      new Promise<RawResponse>((resolve, reject) => {
        const asked = request(served().url + path, { headers, localAddress, method }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const bytes = Buffer.concat(parts)
            const { statusCode: status = 0 } = response
            resolve({
              status,
              headers: response.headers as RawResponse['headers'],
              bytes,
              text: String(bytes),
            })
          })
        })
        asked.on('error', reject).end()
      }),
    /** Until a test ends; readings of a network are counted, so over and over means from another one now and then. */
    askFromNetworkOf: (round: number, roundsEach: number) =>
      void (localAddress = `127.${1 + Math.floor(round / roundsEach)}.0.1`),
  }
}

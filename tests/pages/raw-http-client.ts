import { request } from 'node:http'
import { afterEach } from 'vitest'

export type RawResponse = {
  status: number
  headers: Record<string, string | undefined>
  bytes: Buffer
  text: string
}

/** Cached responses carry no request id. */
export const isFromCache = ({ status, headers }: RawResponse) =>
  status === 200 && headers['x-request-id'] === undefined
export const withoutNonce = (page: string) => page.replaceAll(/ nonce="[^"]+"/g, '')

/** Sends requests with a browser's headers, since fetch handles compression by itself. */
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
    /** Sets the network of the next requests, a different one every `roundsEach` rounds, because of the read limit. */
    askFromNetworkOf: (round: number, roundsEach: number) =>
      void (localAddress = `127.${1 + Math.floor(round / roundsEach)}.0.1`),
  }
}

import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { PictureBucket } from '#platform/settings/bucket-settings.ts'

/** A fault of the next request: a status, a lost response after the work, an endless body, a redirect or a delay. */
export type S3Fault = number | 'lost' | 'endless' | { redirectTo: string } | { slowMs: number }

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** A local S3 bucket that accepts signed requests only, with fault injection. */
export async function startS3Double() {
  const objects = new Map<string, { bytes: Buffer; at: Date; headers?: Record<string, string> }>()
  /** Whether objects are public. */
  let isPublic = false
  /** The parts of unfinished multipart uploads, by upload id. */
  const uploads = new Map<string, Map<number, Buffer>>()
  const faults: S3Fault[] = []
  const asked: string[] = []
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    asked.push(`${request.method} ${request.url}`)
    const isOpen = isPublic && request.method === 'GET'
    if (!isOpen && !isSigned(request, body, keys.secretAccessKey))
      return refuse(response, 403, 'SignatureDoesNotMatch')
    const fault = faults.shift()
    if (typeof fault === 'number') return refuse(response, fault, 'Fault')
    if (fault === 'endless') return pourEndlessly(response)
    if (typeof fault === 'object' && 'redirectTo' in fault)
      return void response.writeHead(307, { Location: fault.redirectTo }).end()
    if (typeof fault === 'object') await wait(fault.slowMs, undefined, { ref: false })
    if (fault === 'lost') response.write = response.end = () => (request.socket.destroy(), true) as never
    answer(request, response, body)
  })

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
    const key = decodeURIComponent(pathname.replace('/club/', ''))
    if (searchParams.has('list-type')) return list(response, searchParams)
    if (searchParams.has('uploads') || searchParams.has('uploadId'))
      return inParts(response, { method: request.method, key, asks: searchParams, body })
    const { 'content-type': type = '', 'cache-control': keeping = '' } = request.headers
    if (request.method === 'PUT')
      objects.set(key, {
        bytes: body,
        at: new Date(),
        headers: { 'Content-Type': type, 'Cache-Control': keeping },
      })
    if (request.method === 'DELETE') objects.delete(key)
    const found = request.method === 'GET' ? objects.get(key) : null
    if (found === undefined) return refuse(response, 404, 'NoSuchKey')
    const keeps = searchParams.get('response-cache-control')
    response
      .writeHead(request.method === 'DELETE' ? 204 : 200, {
        ETag: `"${sha256(body)}"`,
        ...found?.headers,
        ...(keeps && { 'Cache-Control': keeps }),
      })
      .end(found?.bytes)
  }

  function inParts(
    response: ServerResponse,
    { method, key, asks, body }: { method?: string; key: string; asks: URLSearchParams; body: Buffer },
  ): void {
    const id = asks.get('uploadId') ?? `upload-${uploads.size + 1}`
    if (asks.has('uploads')) uploads.set(id, new Map())
    const parts = uploads.get(id)
    if (!parts) return refuse(response, 404, 'NoSuchUpload')
    if (method === 'PUT') parts.set(Number(asks.get('partNumber')), body)
    else if (method === 'DELETE') uploads.delete(id)
    else if (!asks.has('uploads')) {
      const bytes = Buffer.concat(
        [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part),
      )
      objects.set(key, { bytes, at: new Date() })
      uploads.delete(id)
    }
    const tag = `"${sha256(body)}"`
    const result = asks.has('uploads') ? 'InitiateMultipartUploadResult' : 'CompleteMultipartUploadResult'
    response
      .writeHead(method === 'DELETE' ? 204 : 200, { ETag: tag, 'Content-Type': 'application/xml' })
      .end(
        method === 'POST'
          ? `<?xml version="1.0"?><${result}><UploadId>${id}</UploadId><ETag>${tag}</ETag></${result}>`
          : undefined,
      )
  }

  function list(response: ServerResponse, asks: URLSearchParams): void {
    const after = asks.get('continuation-token') ?? ''
    const most = Number(asks.get('max-keys'))
    const all = [...objects].filter(([key]) => key.startsWith(asks.get('prefix') ?? '') && key > after)
    const page = all.toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, most)
    const more = all.length > page.length
    response
      .writeHead(200, { 'Content-Type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${
          more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
        }${page
          .map(
            ([key, { bytes, at }]) =>
              `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"x"</ETag><Size>${bytes.length}</Size></Contents>`,
          )
          .join('')}</ListBucketResult>`,
      )
  }

  // a server that closes idle connections may do so just as one is used again
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/club`
  return {
    bucket: { url, region: 'auto', ...keys, readMode: 'club', publicUrl: url } as PictureBucket,
    objects,
    uploads,
    asked,
    open: () => void (isPublic = true),
    goWrong: (...next: S3Fault[]) => void faults.push(...next),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function pourEndlessly(response: ServerResponse): void {
  const block = Buffer.alloc(1024 * 1024)
  const pour = () => {
    while (!response.destroyed && response.write(block));
  }
  response.on('drain', pour)
  pour()
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  void response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)

/** Verifies AWS Signature Version 4, including the body's hash. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const [path = '', query = ''] = url.split('?')
  const asks = new URLSearchParams(query)
  const isLink = asks.has('X-Amz-Signature')
  if (isLink && presignedUrlExpiry(asks) < Date.now()) return false
  const [, scope = '', names = '', given = ''] =
    /Credential=[^/]+\/(\S+?),\s*SignedHeaders=(\S+?),\s*Signature=(\w+)/.exec(
      isLink ? headersOfPresignedUrl(asks) : (headers.authorization ?? ''),
    ) ?? []
  const [date = '', region = '', service = ''] = scope.split('/')
  const digest = isLink ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256'])
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return false
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter((each) => !each.startsWith('X-Amz-Signature='))
      .toSorted()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    digest,
  ].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const text = [
    'AWS4-HMAC-SHA256',
    isLink ? asks.get('X-Amz-Date') : headers['x-amz-date'],
    scope,
    sha256(canonical),
  ].join('\n')
  return hmac(key, text).toString('hex') === given
}

/** The parameters of a presigned URL, which replace headers. */
const headersOfPresignedUrl = (asks: URLSearchParams) =>
  `Credential=${asks.get('X-Amz-Credential')}, SignedHeaders=${asks.get('X-Amz-SignedHeaders')}, Signature=${asks.get('X-Amz-Signature')}`

function presignedUrlExpiry(asks: URLSearchParams): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(asks.get('X-Amz-Date') ?? '') ?? []
  return (
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) +
    Number(asks.get('X-Amz-Expires')) * 1000
  )
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { ownBytes } from './bounded-map.ts'
import { compressed, encodingFor, type Encoding } from './compression.ts'

/** One answer of status 200, with its headers as Node takes them. */
export type Form = { headers: string[]; body: Buffer }

/** An answer of status 200 in memory, ready to be sent in each encoding; header lists are as Node takes them. */
export type ReadyAnswer = {
  etag: string
  forms: Record<Encoding, Form | undefined> & { plain: Form }
  /** What goes with a 304. */
  notModified: string[]
}

/** What lies ready, or how to make it; null when somebody else has to answer. */
export type Found = ReadyAnswer | (() => Promise<ReadyAnswer | Response | null>) | null

type Bodies = { plain: Buffer } & Partial<Record<Encoding, Buffer>>

/** What every form of an answer carries, as Node takes it. */
export const headerList = (etag: string, headers: Record<string, string>): string[] =>
  Object.entries({ ...headers, ETag: etag }).flat()

/** Makes an answer ready of its bodies and of the headers that all of them carry. */
export function readyAnswer(etag: string, headers: Record<string, string>, bodies: Bodies): ReadyAnswer {
  const common = headerList(etag, headers)
  const formOf = (body: Buffer | undefined, ...encoding: string[]) =>
    body && { body: ownBytes(body), headers: [...common, ...encoding, 'Content-Length', String(body.length)] }
  return {
    etag,
    forms: {
      plain: formOf(bodies.plain)!,
      br: formOf(bodies.br, 'Content-Encoding', 'br'),
      gzip: formOf(bodies.gzip, 'Content-Encoding', 'gzip'),
    },
    notModified: common,
  }
}

/** A body in all encodings, for what is sent more often than it changes. */
export async function allEncodings(plain: Buffer): Promise<Bodies> {
  const [br, gzip] = await Promise.all([compressed(plain, 'br', 5), compressed(plain, 'gzip', 6)])
  return { plain, br, gzip }
}

export const sizeOf = ({ forms }: ReadyAnswer) =>
  Object.values(forms).reduce((sum, form) => sum + (form?.body.length ?? 0), 0)

/** Sends what the asker takes; nothing but a 304 to who has it already. */
export function sendReady(answer: ReadyAnswer, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request
  const known = headers['if-none-match']
  if (known === '*' || known?.includes(answer.etag.replace('W/', ''))) {
    response.writeHead(304, answer.notModified).end()
    return
  }
  const encoding = encodingFor(headers['accept-encoding'])
  const { headers: list, body } = (encoding && answer.forms[encoding]) ?? answer.forms.plain
  response.writeHead(200, list).end(body)
}

/** Sends an answer that was filled in for its asker. */
export const sendForm = ({ headers, body }: Form, response: ServerResponse) =>
  void response.writeHead(200, headers).end(body)

/** Sends an answer that is nobody else's. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of answer.headers) response.appendHeader(name, value)
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
}

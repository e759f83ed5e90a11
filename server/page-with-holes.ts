import { handoffStart, scriptSafe } from '#app/frame/handoff.ts'
import { takesZip } from './compression.ts'
import { gzipOf, storedPiece, zippedPiece, type Piece } from './gzip-in-pieces.ts'
import type { Form } from './ready-answer.ts'

/** What differs from one viewer of a page to the next, or from one answer to the next. */
export type Words = { name: string; email: string; picture: string; colour: string; nonce: string }

type Name = keyof Words

/** A page that is the same for everybody of a role, but for the words of who looks at it. */
export type PageWithHoles = {
  /** As Node takes them. */
  headers: string[]
  /** What stands before, between and after the nonces of the policy. */
  policy: string[]
  pieces: (Piece | Hole)[]
}

type Hole = { name: Name; escape: (word: string) => string }

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** As React writes words into text and attributes. */
const inMarkup = (word: string) => word.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
/** Within a text of JSON, as loaders' data is sent. */
const inData = (word: string) => JSON.stringify(word).slice(1, -1)
/** The same data within a script of the page, where it is one text. */
const inScript = (word: string) => scriptSafe(inData(word)).slice(1, -1)

/** Where the club's pages write what is known of their viewer: in text, and in these attributes. */
const attributes: Record<Name, RegExp> = {
  name: /\saria-label="[^"]*$/,
  email: /(?!)/,
  picture: /\s(?:src|srcset)="[^"]*$/i,
  colour: /\sdata-colour="$/,
  nonce: /\snonce="$/,
}
const inText = new Set<Name>(['name', 'email'])

/**
 * Cuts the page that was made for a made-up viewer where these words stand. Throws when one stands where the club
 * does not know how to write it, so that no page of that kind is kept.
 */
export async function cutPage(made: Response, madeUp: Omit<Words, 'nonce'>): Promise<PageWithHoles> {
  const { 'content-length': _, 'x-request-id': __, ...told } = Object.fromEntries(made.headers)
  const { 'content-security-policy': policy = '', ...headers } = told
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  const text = await made.text()
  const isPage = told['content-type']?.startsWith('text/html') ?? false
  const words: Words = { ...madeUp, nonce }
  const names = (Object.keys(words) as Name[]).filter((name) => words[name] !== '')
  const any = new RegExp(names.map((name) => RegExp.escape(words[name])).join('|'), 'g')
  const pieces: (Piece | Hole)[] = []
  let end = 0
  for (const { index, 0: word } of text.matchAll(any)) {
    const name = names.find((each) => words[each] === word) ?? 'name'
    const escape = isPage ? escapeAt(text, index, name) : inData
    pieces.push(await zippedPiece(Buffer.from(text.slice(end, index))), { name, escape })
    end = index + word.length
  }
  pieces.push(await zippedPiece(Buffer.from(text.slice(end))))
  return { headers: Object.entries(headers).flat(), policy: policy.split(nonce), pieces }
}

/** How a word is written at this place of a page. */
function escapeAt(page: string, index: number, name: Name): Hole['escape'] {
  const [opened, closed] = [page.lastIndexOf('<', index), page.lastIndexOf('>', index)]
  const script = page.lastIndexOf('<script', index)
  const isInTag = opened > closed
  if (isInTag) {
    if (attributes[name].test(page.slice(opened, index))) return inMarkup
  } else if (script > page.lastIndexOf('</script>', index)) {
    if (page.startsWith(handoffStart, page.indexOf('>', script) + 1)) return inScript
  } else if (inText.has(name)) return inMarkup
  throw new Error(`A page says the ${name} of its viewer where nobody expects it.`)
}

/** The page as this viewer gets it. */
export function fillPage(page: PageWithHoles, words: Words, accepted: string | undefined): Form {
  const pieces = page.pieces.map((piece) =>
    'plain' in piece ? piece : storedPiece(Buffer.from(piece.escape(words[piece.name]))),
  )
  const isZipped = takesZip(accepted)
  const body = isZipped ? gzipOf(pieces) : Buffer.concat(pieces.map(({ plain }) => plain))
  const headers = [...page.headers, 'content-security-policy', page.policy.join(words.nonce)]
  if (isZipped) headers.push('Content-Encoding', 'gzip')
  return { headers: [...headers, 'Content-Length', String(body.length)], body }
}

export const bytesOf = ({ pieces }: PageWithHoles) =>
  pieces.reduce((sum, piece) => sum + ('plain' in piece ? piece.plain.length + piece.zipped.length : 0), 0)

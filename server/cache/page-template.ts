import { hydrationScriptStart, escapeForScript } from '#app/frame/hydration-data.ts'
import { acceptsGzip } from '#server/http/compression.ts'
import { joinSegments, storeSegment, compressSegment, type GzipSegment } from './gzip-segments.ts'
import type { ResponseVariant } from './cached-response.ts'

/** What differs from one viewer of a page to the next, or from one answer to the next. */
export type TemplateValues = { name: string; email: string; picture: string; colour: string; nonce: string }

type SlotName = keyof TemplateValues

/** A page that is the same for everybody of a role, but for the words of who looks at it. */
export type PageTemplate = {
  /** As Node takes them. */
  headers: string[]
  /** What stands before, between and after the nonces of the policy. */
  policy: string[]
  segments: (GzipSegment | TemplateSlot)[]
}

type TemplateSlot = { name: SlotName; escape: (word: string) => string }

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** As React writes words into text and attributes. */
const escapeMarkup = (word: string) =>
  word.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character)
/** Within a text of JSON, as loaders' data is sent. */
const escapeJson = (word: string) => JSON.stringify(word).slice(1, -1)
/** The same data within a script of the page, where it is one text. */
const escapeScript = (word: string) => escapeForScript(escapeJson(word)).slice(1, -1)

/** Where the club's pages write what is known of their viewer: in text, and in these attributes. */
const attributePatterns: Record<SlotName, RegExp> = {
  name: /\saria-label="[^"]*$/,
  email: /(?!)/,
  picture: /\s(?:src|srcset)="[^"]*$/i,
  colour: /\sdata-colour="$/,
  nonce: /\snonce="$/,
}
const textSlots = new Set<SlotName>(['name', 'email'])

/**
 * Cuts the page that was made for a made-up viewer where these words stand. Throws when one stands where the club
 * does not know how to write it, so that no page of that kind is kept.
 */
export async function compileTemplate(
  made: Response,
  madeUp: Omit<TemplateValues, 'nonce'>,
): Promise<PageTemplate> {
  const { 'content-length': _, 'x-request-id': __, ...told } = Object.fromEntries(made.headers)
  const { 'content-security-policy': policy = '', ...headers } = told
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  const text = await made.text()
  const isPage = told['content-type']?.startsWith('text/html') ?? false
  const words: TemplateValues = { ...madeUp, nonce }
  const names = (Object.keys(words) as SlotName[]).filter((name) => words[name] !== '')
  const any = new RegExp(names.map((name) => RegExp.escape(words[name])).join('|'), 'g')
  const segments: (GzipSegment | TemplateSlot)[] = []
  let end = 0
  for (const { index, 0: word } of text.matchAll(any)) {
    const name = names.find((each) => words[each] === word) ?? 'name'
    const escape = isPage ? escapeForPosition(text, index, name) : escapeJson
    segments.push(await compressSegment(Buffer.from(text.slice(end, index))), { name, escape })
    end = index + word.length
  }
  segments.push(await compressSegment(Buffer.from(text.slice(end))))
  return { headers: Object.entries(headers).flat(), policy: policy.split(nonce), segments }
}

/** How a word is written at this place of a page. */
function escapeForPosition(page: string, index: number, name: SlotName): TemplateSlot['escape'] {
  const [opened, closed] = [page.lastIndexOf('<', index), page.lastIndexOf('>', index)]
  const script = page.lastIndexOf('<script', index)
  const isInTag = opened > closed
  if (isInTag) {
    if (attributePatterns[name].test(page.slice(opened, index))) return escapeMarkup
  } else if (script > page.lastIndexOf('</script>', index)) {
    if (page.startsWith(hydrationScriptStart, page.indexOf('>', script) + 1)) return escapeScript
  } else if (textSlots.has(name)) return escapeMarkup
  throw new Error(`A page says the ${name} of its viewer where nobody expects it.`)
}

/** The page as this viewer gets it. */
export function renderTemplate(
  page: PageTemplate,
  words: TemplateValues,
  accepted: string | undefined,
): ResponseVariant {
  const segments = page.segments.map((piece) =>
    'plain' in piece ? piece : storeSegment(Buffer.from(piece.escape(words[piece.name]))),
  )
  const isZipped = acceptsGzip(accepted)
  const body = isZipped ? joinSegments(segments) : Buffer.concat(segments.map(({ plain }) => plain))
  const headers = [...page.headers, 'content-security-policy', page.policy.join(words.nonce)]
  if (isZipped) headers.push('Content-Encoding', 'gzip')
  return { headers: [...headers, 'Content-Length', String(body.length)], body }
}

export const templateBytes = ({ segments }: PageTemplate) =>
  segments.reduce((sum, piece) => sum + ('plain' in piece ? piece.plain.length + piece.zipped.length : 0), 0)

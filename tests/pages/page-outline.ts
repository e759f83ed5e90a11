import type { IconNode } from 'lucide'
import { fillPlaceholders, type Fixtures } from './fixtures.ts'
import type { TestUser } from './role-matrix.ts'

type Club = { send: (path: string, init?: RequestInit) => Promise<Response> }

/** Returns a function that opens screens as a test user. Placeholders are created, and stored in `names`. */
export const createPageReader =
  (club: Club, cast: () => Fixtures) =>
  async (path: string, who: TestUser = 'visitor', part?: string, names = new Map<string, string>()) => {
    const filled = await fillPlaceholders(path, cast(), who, names)
    const response = await club.send(filled, { headers: { cookie: cast().cookies[who] } })
    return outlineOf(await response.text(), part)
  }

export const countOccurrences = (text: string, words: string) => text.split(words).length - 1
export const linesMatching = (lines: string[], expression: RegExp) =>
  lines.filter((line) => expression.test(line))
export const maskIds = (lines: string[]) =>
  lines.map((line) => line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}'))

/** The text, headings, links and controls of a page in order, from `<main>` or a given element. */
export function outlineOf(html: string, part = 'main') {
  const markup = html.replace(/<script.*?<\/script>|<style.*?<\/style>|<!--.*?-->/gs, '')
  // the tabs of a section are the menu's, not the page's
  const tabs = /<nav class="tabs section-tabs.*?<\/nav>|<details class="section-pick.*?<\/details>/gs
  const bare = part === 'main' ? markup.replace(tabs, '') : markup
  const inside = new RegExp(`<${part}(?=[ >]).*?</${part.split(' ')[0]}>`, 's').exec(bare)?.[0] ?? ''
  const all = (tag: string) =>
    [...inside.matchAll(new RegExp(`<(?:${tag})(?=[ >])([^>]*)>(.*?)</(?:${tag})>`, 'gs'))].map(
      ([, attributes = '', content = '']) => ({ attributes, text: textContentOf(content) }),
    )
  const texts = (tag: string) => all(tag).map(({ text }) => text)
  return {
    html: inside,
    text: textContentOf(inside),
    headings: texts('h1|h2|h3'),
    columns: texts('th').filter((_, index) => /scope="col"/.test(all('th')[index]?.attributes ?? '')),
    labels: texts('label'),
    buttons: texts('button'),
    terms: texts('dt'),
    links: all('a').map(({ attributes, text }) => `${text} ${/href="([^"]*)"/.exec(attributes)?.[1]}`),
    /** The fields of forms, by name and type. */
    fields: [...inside.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([field]) => field),
    pictures: [...inside.matchAll(/<img\b[^>]*>/g)].map(([picture]) => picture),
  }
}

/** Returns the visible text of HTML. */
function textContentOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** Counts an icon in a page, by its longest path. */
export function countIcons(html: string, icon: IconNode): number {
  const lines = icon.map(([, { d }]) => String(d ?? ''))
  const longest = lines.reduce((most, each) => (each.length > most.length ? each : most))
  return html.split(` d="${longest}"`).length - 1
}

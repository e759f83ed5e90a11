import type { AuditRecord } from '#domain/activity/activity-log.server.ts'
import { sentences } from './audit-sentences.ts'
import { formatHour } from '#words/hours.ts'
import { formatDate } from '#words/moments.ts'
import { formatMoney } from '#words/money.ts'
import { capital } from '#words/phrases.ts'
import { beginningOf } from '#words/quotes.ts'

type Facts = Record<string, unknown>
export type Act = Pick<AuditRecord, 'action' | 'subjectName' | 'before' | 'after'>
type Title = { of: (facts: Facts, whom: string) => string; says: string[] }

const money = (value: unknown) => formatMoney(Number(value))
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
/** What an older version wrote names nobody. */
const by = (author: unknown) => (textOf(author) === '' ? '' : ` of ${textOf(author)}`)
const ofName = ['name', 'state', 'role']
const amount = ['amountCents', 'refundedCents', 'owedCents']

/** Acts whose title says more than what kind they were, and the facts that it says already. */
const titles: Record<string, Title> = {
  'approve application': { of: ({ name }) => `Made ${textOf(name)} a trainer`, says: ofName },
  'decline application': { of: ({ name }) => `Declined ${textOf(name)}`, says: ofName },
  'record payout': { of: (facts, whom) => `Paid out ${money(facts.amountCents)} to ${whom}`, says: amount },
  'refund payment': { of: (facts, whom) => `Refunded ${money(facts.amountCents)} to ${whom}`, says: amount },
  'repeat refund': { of: (facts, whom) => `Sent ${money(facts.amountCents)} to ${whom} again`, says: amount },
  'set share': { of: (_, whom) => `Set the share of ${whom}`, says: [] },
  'retire trainer': { of: (_, whom) => `Retired ${whom}`, says: [] },
  'change role': { of: (_, whom) => `Changed the role of ${whom}`, says: [] },
  'switch on second factor': { of: (_, whom) => `Switched on the second factor of ${whom}`, says: [] },
  'switch off second factor': { of: (_, whom) => `Switched off the second factor of ${whom}`, says: [] },
  'delete account': {
    of: ({ when }, whom) => (when === 'later' ? `Lets the account of ${whom} go` : 'Deleted an account'),
    says: ['when'],
  },
  'keep account': { of: (_, whom) => `Kept the account of ${whom}`, says: [] },
  'change club settings': { of: () => 'Changed the club’s settings', says: [] },
  'change post': { of: ({ author }) => `Changed a post${by(author)}`, says: ['author'] },
  'remove post': { of: ({ author }) => `Removed a post${by(author)}`, says: ['author'] },
  'take down post': { of: ({ author }) => `Took down a post of ${textOf(author)}`, says: ['author'] },
  'leave reported post': {
    of: ({ author }) => `Left a reported post of ${textOf(author)}`,
    says: ['author'],
  },
  'take down class': { of: ({ author }) => `Took down a class of ${textOf(author)}`, says: ['author'] },
  'close days': { of: () => 'Closed the club', says: [] },
  'reopen days': { of: () => 'Opened the club again', says: [] },
  'retime hours': { of: () => 'Put hours ahead right by the clock on the wall', says: [] },
  'call off hour': { of: (_, whom) => `Called off an hour of ${whom}`, says: [] },
  'give make-up': { of: (_, whom) => `Gave ${whom} a make-up`, says: [] },
  'take payment': {
    of: ({ amountCents }, whom) =>
      amountCents === 0 ? `Gave ${whom} a month for nothing` : `Took ${money(amountCents)} from ${whom}`,
    says: amount,
  },
  'hand back money': {
    of: (facts, whom) => `Handed ${money(facts.amountCents)} back to ${whom}`,
    says: amount,
  },
  'hold hour': { of: (_, whom) => `Held an hour for ${whom}`, says: [] },
  'move month': { of: (_, whom) => `Moved a month of ${whom}`, says: [] },
  'extend month': { of: (_, whom) => `Extended a month of ${whom}`, says: [] },
  'send link': { of: (_, whom) => `Sent ${whom} a link for a new password`, says: [] },
  'let hold go': { of: (_, whom) => `Gave back an hour that ${whom} held`, says: ['state'] },
}

const irregular: Record<string, string> = {
  send: 'Sent',
  take: 'Took',
  give: 'Gave',
  write: 'Wrote',
  pay: 'Paid',
}

/** `Refunded $50 to Oskar Lund`; of an act without a title of its own `Added a slot, Slot 7`. */
export function titleOf({ action, subjectName, before, after }: Act): string {
  const facts = { ...fieldsOf(before), ...fieldsOf(after) }
  const title = titles[action]
  if (title) return title.of(facts, subjectName ?? 'somebody')
  const [verb = '', ...object] = action.split(' ')
  const past = irregular[verb] ?? `${capital(verb)}${verb.endsWith('e') ? 'd' : 'ed'}`
  const name = typeof facts.name === 'string' && object.join(' ') === 'slot' ? `, ${facts.name}` : ''
  return `${past} ${/^[aeiou]/.test(object[0] ?? '') ? 'an' : 'a'} ${object.join(' ')}${name}`
}

export type ShownChange = { name: string; before: string | null; after: string | null }

/**
 * What an act changed, in words: in a sentence where it has one, and each other fact with what it was before; no ids,
 * and nothing the title says.
 */
export function changesOf({ action, before, after }: Act, timeZone: string): ShownChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const sentence = sentences[action]
  const facts = { ...old, ...now }
  // what an older version wrote may lack some of it
  const isTold = sentence?.from.every((name) => name in facts || name.endsWith('Hour')) ?? false
  const said = [...(titles[action]?.says ?? []), ...((isTold && sentence?.from) || [])]
  const told = isTold && sentence ? [{ name: '', before: null, after: sentence.of(facts) }] : []
  const others = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !/^id$|Ids?$/.test(name) && !said.includes(name))
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({
      name: quoted.includes(name) && !(name in named) ? '' : wordsOf(name),
      before: name in old ? shown(name, old[name], timeZone) : null,
      after: name in now ? shown(name, now[name], timeZone) : null,
    }))
  return [...told, ...others]
}

/** The same in one line: `until: 23 Dec 2026 → 26 Dec 2026; “Was ill”`. */
export const lineOf = (act: Act, timeZone: string): string =>
  changesOf(act, timeZone)
    .map(
      ({ name, before, after }) =>
        `${name && `${name}: `}${[before, after].filter((each) => each !== null).join(' → ')}`,
    )
    .join('; ')

/** What somebody wrote stands in quotes, without a name before it. */
const quoted = ['reason', 'note', 'caption', 'title', 'description', 'altText']

function fieldsOf(value: unknown): Facts {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value }
}

/** Facts whose name says too little to people. */
const named: Record<string, string> = {
  altText: 'description',
  fromDay: 'from',
  untilDay: 'until',
  hours: 'hours concerned',
}

/** `price` of `priceCents`, `start hour` of `startHour`. */
const wordsOf = (name: string) =>
  named[name] ??
  name
    .replace(/Cents$/, '')
    .replace(/At$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()

function shown(name: string, value: unknown, timeZone: string): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && name.endsWith('Cents')) return formatMoney(value)
  if (typeof value === 'number' && name.endsWith('Hour')) return formatHour(value)
  if (Array.isArray(value)) return value.join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatDate(text, timeZone)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text, 'UTC')
  return quoted.includes(name) ? `“${beginningOf(text, 120)}”` : beginningOf(text, 120)
}

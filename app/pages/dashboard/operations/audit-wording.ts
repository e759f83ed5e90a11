import type { AuditRecord } from '#domain/activity/activity-log.server.ts'
import { sentences } from './audit-sentences.ts'
import { formatHour } from '#format/hours.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { excerpt } from '#format/excerpts.ts'

type Facts = Record<string, unknown>
export type AuditAction = Pick<AuditRecord, 'action' | 'subjectName' | 'before' | 'after'>
type ActionTitle = { text: (facts: Facts, whom: string) => string; hiddenFacts: string[] }

const money = (value: unknown) => formatMoney(Number(value))
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
/** What an older version wrote names nobody. */
const authorSuffix = (author: unknown) => (textOf(author) === '' ? '' : ` of ${textOf(author)}`)
const ofName = ['name', 'state', 'role']
const amount = ['amountCents', 'refundedCents', 'owedCents']

/** Acts whose title says more than what kind they were, and the facts that it says already. */
const titles: Record<string, ActionTitle> = {
  'approve application': { text: ({ name }) => `Made ${textOf(name)} a trainer`, hiddenFacts: ofName },
  'decline application': { text: ({ name }) => `Declined ${textOf(name)}`, hiddenFacts: ofName },
  'record payout': {
    text: (facts, whom) => `Paid out ${money(facts.amountCents)} to ${whom}`,
    hiddenFacts: amount,
  },
  'refund payment': {
    text: (facts, whom) => `Refunded ${money(facts.amountCents)} to ${whom}`,
    hiddenFacts: amount,
  },
  'repeat refund': {
    text: (facts, whom) => `Sent ${money(facts.amountCents)} to ${whom} again`,
    hiddenFacts: amount,
  },
  'set share': { text: (_, whom) => `Set the share of ${whom}`, hiddenFacts: [] },
  'retire trainer': { text: (_, whom) => `Retired ${whom}`, hiddenFacts: [] },
  'change role': { text: (_, whom) => `Changed the role of ${whom}`, hiddenFacts: [] },
  'switch on second factor': {
    text: (_, whom) => `Switched on the second factor of ${whom}`,
    hiddenFacts: [],
  },
  'switch off second factor': {
    text: (_, whom) => `Switched off the second factor of ${whom}`,
    hiddenFacts: [],
  },
  'delete account': {
    text: ({ when }, whom) => (when === 'later' ? `Lets the account of ${whom} go` : 'Deleted an account'),
    hiddenFacts: ['when'],
  },
  'keep account': { text: (_, whom) => `Kept the account of ${whom}`, hiddenFacts: [] },
  'change club settings': { text: () => 'Changed the club’s settings', hiddenFacts: [] },
  'change post': { text: ({ author }) => `Changed a post${authorSuffix(author)}`, hiddenFacts: ['author'] },
  'remove post': { text: ({ author }) => `Removed a post${authorSuffix(author)}`, hiddenFacts: ['author'] },
  'take down post': {
    text: ({ author }) => `Took down a post of ${textOf(author)}`,
    hiddenFacts: ['author'],
  },
  'leave reported post': {
    text: ({ author }) => `Left a reported post of ${textOf(author)}`,
    hiddenFacts: ['author'],
  },
  'take down class': {
    text: ({ author }) => `Took down a class of ${textOf(author)}`,
    hiddenFacts: ['author'],
  },
  'close days': { text: () => 'Closed the club', hiddenFacts: [] },
  'reopen days': { text: () => 'Opened the club again', hiddenFacts: [] },
  'retime hours': { text: () => 'Put hours ahead right by the clock on the wall', hiddenFacts: [] },
  'call off hour': { text: (_, whom) => `Called off an hour of ${whom}`, hiddenFacts: [] },
  'give make-up': { text: (_, whom) => `Gave ${whom} a make-up`, hiddenFacts: [] },
  'take payment': {
    text: ({ amountCents }, whom) =>
      amountCents === 0 ? `Gave ${whom} a month for nothing` : `Took ${money(amountCents)} from ${whom}`,
    hiddenFacts: amount,
  },
  'hand back money': {
    text: (facts, whom) => `Handed ${money(facts.amountCents)} back to ${whom}`,
    hiddenFacts: amount,
  },
  'hold hour': { text: (_, whom) => `Held an hour for ${whom}`, hiddenFacts: [] },
  'move month': { text: (_, whom) => `Moved a month of ${whom}`, hiddenFacts: [] },
  'extend month': { text: (_, whom) => `Extended a month of ${whom}`, hiddenFacts: [] },
  'send link': { text: (_, whom) => `Sent ${whom} a link for a new password`, hiddenFacts: [] },
  'let hold go': { text: (_, whom) => `Gave back an hour that ${whom} held`, hiddenFacts: ['state'] },
}

const irregular: Record<string, string> = {
  send: 'Sent',
  take: 'Took',
  give: 'Gave',
  write: 'Wrote',
  pay: 'Paid',
}

/** `Refunded $50 to Oskar Lund`; of an act without a title of its own `Added a slot, Slot 7`. */
export function titleOf({ action, subjectName, before, after }: AuditAction): string {
  const facts = { ...fieldsOf(before), ...fieldsOf(after) }
  const title = titles[action]
  if (title) return title.text(facts, subjectName ?? 'somebody')
  const [verb = '', ...object] = action.split(' ')
  const past = irregular[verb] ?? `${capitalize(verb)}${verb.endsWith('e') ? 'd' : 'ed'}`
  const name = typeof facts.name === 'string' && object.join(' ') === 'slot' ? `, ${facts.name}` : ''
  return `${past} ${/^[aeiou]/.test(object[0] ?? '') ? 'an' : 'a'} ${object.join(' ')}${name}`
}

export type ShownChange = { name: string; before: string | null; after: string | null }

/**
 * What an act changed, in words: in a sentence where it has one, and each other fact with what it was before; no ids,
 * and nothing the title says.
 */
export function changesOf({ action, before, after }: AuditAction, timeZone: string): ShownChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const sentence = sentences[action]
  const facts = { ...old, ...now }
  // what an older version wrote may lack some of it
  const isTold = sentence?.usedFacts.every((name) => name in facts || name.endsWith('Hour')) ?? false
  const said = [...(titles[action]?.hiddenFacts ?? []), ...((isTold && sentence?.usedFacts) || [])]
  const told = isTold && sentence ? [{ name: '', before: null, after: sentence.text(facts) }] : []
  const others = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !/^id$|Ids?$/.test(name) && !said.includes(name))
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({
      name: quoted.includes(name) && !(name in factLabels) ? '' : labelOf(name),
      before: name in old ? formatFact(name, old[name], timeZone) : null,
      after: name in now ? formatFact(name, now[name], timeZone) : null,
    }))
  return [...told, ...others]
}

/** The same in one line: `until: 23 Dec 2026 → 26 Dec 2026; “Was ill”`. */
export const changesLine = (act: AuditAction, timeZone: string): string =>
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
const factLabels: Record<string, string> = {
  altText: 'description',
  fromDay: 'from',
  untilDay: 'until',
  hours: 'hours concerned',
}

/** `price` of `priceCents`, `start hour` of `startHour`. */
const labelOf = (name: string) =>
  factLabels[name] ??
  name
    .replace(/Cents$/, '')
    .replace(/At$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()

function formatFact(name: string, value: unknown, timeZone: string): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && name.endsWith('Cents')) return formatMoney(value)
  if (typeof value === 'number' && name.endsWith('Hour')) return formatHour(value)
  if (Array.isArray(value)) return value.join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatDate(text, timeZone)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text, 'UTC')
  return quoted.includes(name) ? `“${excerpt(text, 120)}”` : excerpt(text, 120)
}

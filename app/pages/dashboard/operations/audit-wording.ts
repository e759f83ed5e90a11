import type { AuditRecord } from '#domain/activity/activity-log.server.ts'
import { sentences } from './audit-sentences.ts'
import { formatHour } from '#format/hours.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { excerpt } from '#format/excerpts.ts'

type Facts = Record<string, unknown>
export type AuditAction = Pick<AuditRecord, 'action' | 'subjectName' | 'before' | 'after'>
type ActionTitle = { text: (facts: Facts, subject: string) => string; hiddenFacts: string[] }

const money = (value: unknown) => formatMoney(Number(value))
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
/** Entries of older versions have no author. */
const authorSuffix = (author: unknown) => (textOf(author) === '' ? '' : ` by ${textOf(author)}`)
const ofName = ['name', 'state', 'role']
const amount = ['amountCents', 'refundedCents', 'owedCents']

/** Titles of actions; `hiddenFacts` are part of the title or too technical to list. */
const titles: Record<string, ActionTitle> = {
  'approve application': { text: ({ name }) => `Made ${textOf(name)} a trainer`, hiddenFacts: ofName },
  'decline application': { text: ({ name }) => `Declined ${textOf(name)}`, hiddenFacts: ofName },
  'record payout': {
    text: (facts, subject) => `Paid out ${money(facts.amountCents)} to ${subject}`,
    hiddenFacts: amount,
  },
  'take back payout': {
    text: (facts, subject) => `Took back a payout of ${money(facts.amountCents)} to ${subject}`,
    hiddenFacts: amount,
  },
  'close cash day': {
    text: (facts) =>
      `Closed a cash day, ${money(facts.countedCents)} counted of ${money(facts.expectedCents)}`,
    hiddenFacts: ['expectedCents', 'countedCents'],
  },
  'refund payment': {
    text: (facts, subject) => `Refunded ${money(facts.amountCents)} to ${subject}`,
    hiddenFacts: amount,
  },
  'repeat refund': {
    text: (facts, subject) => `Sent ${money(facts.amountCents)} to ${subject} again`,
    hiddenFacts: amount,
  },
  'settle refund': {
    text: (facts, subject) =>
      `Settled a refund of ${money(facts.amountCents)} to ${subject} without the card`,
    hiddenFacts: amount,
  },
  'keep payment': {
    text: (_, subject) => `Kept a payment of ${subject} that its bank warned of`,
    hiddenFacts: [],
  },
  'export table': { text: ({ file }) => `Saved ${textOf(file)}`, hiddenFacts: ['file'] },
  'set share': { text: (_, subject) => `Set the share of ${subject}`, hiddenFacts: [] },
  'retire trainer': { text: (_, subject) => `Retired ${subject}`, hiddenFacts: [] },
  'change role': { text: (_, subject) => `Changed the role of ${subject}`, hiddenFacts: [] },
  'switch on second factor': {
    text: (_, subject) => `Switched on the second factor of ${subject}`,
    hiddenFacts: [],
  },
  'switch off second factor': {
    text: (_, subject) => `Switched off the second factor of ${subject}`,
    hiddenFacts: [],
  },
  'delete account': {
    text: ({ when }, subject) =>
      when === 'later' ? `Scheduled the account of ${subject} for deletion` : 'Deleted an account',
    hiddenFacts: ['when'],
  },
  'keep account': { text: (_, subject) => `Kept the account of ${subject}`, hiddenFacts: [] },
  'change club settings': { text: () => 'Changed the club’s settings', hiddenFacts: [] },
  'change rules': { text: () => 'Changed the rules of booking', hiddenFacts: [] },
  'add offer': { text: ({ title }) => `Added ${textOf(title)} to the price list`, hiddenFacts: ['title'] },
  'replace offer': {
    text: ({ title }) => `Replaced ${textOf(title)} on the price list`,
    hiddenFacts: ['title'],
  },
  'withdraw offer': {
    text: ({ title }) => `Took ${textOf(title)} off the price list`,
    hiddenFacts: ['title'],
  },
  'change prices': { text: () => 'Changed the prices of hours and plans', hiddenFacts: [] },
  'change retention': { text: () => 'Changed how long data is stored', hiddenFacts: [] },
  'change post': { text: ({ author }) => `Changed a post${authorSuffix(author)}`, hiddenFacts: ['author'] },
  'remove post': { text: ({ author }) => `Removed a post${authorSuffix(author)}`, hiddenFacts: ['author'] },
  'take down post': {
    text: ({ author }) => `Took down a post by ${textOf(author)}`,
    hiddenFacts: ['author'],
  },
  'leave reported post': {
    text: ({ author }) => `Kept a reported post by ${textOf(author)}`,
    hiddenFacts: ['author'],
  },
  'take down class': {
    text: ({ author }) => `Took down a class by ${textOf(author)}`,
    hiddenFacts: ['author'],
  },
  'close days': { text: () => 'Closed the club', hiddenFacts: [] },
  'reopen days': { text: () => 'Opened the club again', hiddenFacts: [] },
  'retime hours': { text: () => 'Moved upcoming hours to the club’s local time', hiddenFacts: [] },
  'call off hour': { text: (_, subject) => `Called off an hour of ${subject}`, hiddenFacts: [] },
  'excuse member': { text: (_, subject) => `Excused ${subject} from a lesson`, hiddenFacts: [] },
  'withdraw excuse': { text: (_, subject) => `Withdrew an excuse of ${subject}`, hiddenFacts: [] },
  'add guest': { text: (_, subject) => `Gave ${subject} a place in a class`, hiddenFacts: [] },
  'record visit': { text: (_, subject) => `Checked ${subject} in`, hiddenFacts: [] },
  'undo visit': { text: (_, subject) => `Undid a visit of ${subject}`, hiddenFacts: [] },
  'call off class': { text: ({ title }) => `Called off ${textOf(title)}`, hiddenFacts: ['title'] },
  'give make-up': { text: (_, subject) => `Gave ${subject} a make-up`, hiddenFacts: [] },
  'take payment': {
    text: ({ amountCents }, subject) =>
      amountCents === 0 ? `Gave ${subject} a month for free` : `Took ${money(amountCents)} from ${subject}`,
    hiddenFacts: amount,
  },
  'hand back money': {
    text: (facts, subject) => `Handed ${money(facts.amountCents)} back to ${subject}`,
    hiddenFacts: amount,
  },
  'hold hour': { text: (_, subject) => `Held an hour for ${subject}`, hiddenFacts: [] },
  'move month': { text: (_, subject) => `Moved a month of ${subject}`, hiddenFacts: [] },
  'extend month': { text: (_, subject) => `Extended a month of ${subject}`, hiddenFacts: [] },
  'send link': { text: (_, subject) => `Sent ${subject} a password link`, hiddenFacts: [] },
  'send letter again': { text: () => 'Sent an email again', hiddenFacts: [] },
  'let hold go': { text: (_, subject) => `Let go of an hour that ${subject} held`, hiddenFacts: ['state'] },
}

const irregular: Record<string, string> = {
  send: 'Sent',
  take: 'Took',
  give: 'Gave',
  write: 'Wrote',
  pay: 'Paid',
}

/** `Refunded $50 to Oskar Lund`; built from the action for those without a title: `Added a slot, Slot 7`. */
export function titleOf({ action, subjectName, before, after }: AuditAction): string {
  const facts = { ...fieldsOf(before), ...fieldsOf(after) }
  const title = titles[action]
  if (title) return title.text(facts, subjectName ?? 'someone')
  const [verb = '', ...object] = action.split(' ')
  const past = irregular[verb] ?? `${capitalize(verb)}${verb.endsWith('e') ? 'd' : 'ed'}`
  const name = typeof facts.name === 'string' && object.join(' ') === 'slot' ? `, ${facts.name}` : ''
  return `${past} ${/^[aeiou]/.test(object[0] ?? '') ? 'an' : 'a'} ${object.join(' ')}${name}`
}

export type ShownChange = { name: string; before: string | null; after: string | null }

/**
 * Changes of an action: its sentence, if it has one, and the other facts before and after. Leaves out ids and facts of
 * the title.
 */
export function changesOf({ action, before, after }: AuditAction, timeZone: string): ShownChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const sentence = sentences[action]
  const facts = { ...old, ...now }
  // entries of older versions may lack facts
  const isComplete = sentence?.usedFacts.every((name) => name in facts || name.endsWith('Hour')) ?? false
  const hidden = [...(titles[action]?.hiddenFacts ?? []), ...((isComplete && sentence?.usedFacts) || [])]
  const summary = isComplete && sentence ? [{ name: '', before: null, after: sentence.text(facts) }] : []
  const others = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !/^id$|Ids?$/.test(name) && !hidden.includes(name))
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({
      name: quoted.includes(name) && !(name in factLabels) ? '' : labelOf(name),
      before: name in old ? formatFact(name, old[name], timeZone) : null,
      after: name in now ? formatFact(name, now[name], timeZone) : null,
    }))
  return [...summary, ...others]
}

/** Changes in one line: `until: 23 Dec 2026 → 26 Dec 2026; “Was ill”`. */
export const changesLine = (act: AuditAction, timeZone: string): string =>
  changesOf(act, timeZone)
    .map(
      ({ name, before, after }) =>
        `${name && `${name}: `}${[before, after].filter((each) => each !== null).join(' → ')}`,
    )
    .join('; ')

/** Facts that are shown in quotes, without their name. */
const quoted = ['reason', 'note', 'caption', 'title', 'description', 'altText']

function fieldsOf(value: unknown): Facts {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value }
}

/** Names of facts for which `labelOf` is not clear enough. */
const factLabels: Record<string, string> = {
  altText: 'description',
  fromDay: 'from',
  quietFrom: 'night from',
  quietUntil: 'night until',
  remindAt: 'reminder at',
  untilDay: 'until',
  hours: 'hours affected',
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

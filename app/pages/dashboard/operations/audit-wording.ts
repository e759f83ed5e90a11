import type { AuditRecord } from '#domain/activity/activity-log.server.ts'
import { formatDate } from '#format/date-time.ts'
import { excerpt } from '#format/excerpts.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { factNames, valueName } from './audit-facts.ts'
import { sentences } from './audit-sentences.ts'

type Facts = Record<string, unknown>
export type AuditAction = Pick<AuditRecord, 'action' | 'subjectName' | 'before' | 'after'>
type ActionTitle = { text: (facts: Facts, subject: string) => string; hiddenFacts: string[] }

const money = (value: unknown) => formatMoney(Number(value))
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
/** Entries of older versions have no author. */
const authorSuffix = (author: unknown) =>
  textOf(author) === '' ? '' : t('auditWording.by', { textOf: textOf(author) })
const ofName = ['name', 'state', 'role']
const amount = ['amountCents', 'refundedCents', 'owedCents']

/** Titles of actions; `hiddenFacts` are part of the title or too technical to list. */
const titles: Record<string, ActionTitle> = {
  'approve application': {
    text: ({ name }) => t('auditWording.madeATrainer', { textOf: textOf(name) }),
    hiddenFacts: ofName,
  },
  'decline application': {
    text: ({ name }) => t('auditWording.declined', { textOf: textOf(name) }),
    hiddenFacts: ofName,
  },
  'record payout': {
    text: (facts, subject) => t('auditWording.paidOutTo', { money: money(facts.amountCents), subject }),
    hiddenFacts: amount,
  },
  'take back payout': {
    text: (facts, subject) => t('auditWording.tookBackAPayout', { money: money(facts.amountCents), subject }),
    hiddenFacts: amount,
  },
  'close cash day': {
    text: (facts) =>
      t('auditWording.closedACashDay', {
        money: money(facts.countedCents),
        money2: money(facts.expectedCents),
      }),
    hiddenFacts: ['expectedCents', 'countedCents'],
  },
  'refund payment': {
    text: (facts, subject) => t('auditWording.refundedTo', { money: money(facts.amountCents), subject }),
    hiddenFacts: amount,
  },
  'repeat refund': {
    text: (facts, subject) => t('auditWording.sentToAgain', { money: money(facts.amountCents), subject }),
    hiddenFacts: amount,
  },
  'settle refund': {
    text: (facts, subject) =>
      t('auditWording.settledARefundOf', { money: money(facts.amountCents), subject }),
    hiddenFacts: amount,
  },
  'keep payment': {
    text: (_, subject) => t('auditWording.keptAPaymentOf', { subject }),
    hiddenFacts: [],
  },
  'export table': {
    text: ({ file }) => t('auditWording.saved', { textOf: textOf(file) }),
    hiddenFacts: ['file'],
  },
  'set share': { text: (_, subject) => t('auditWording.setTheShareOf', { subject }), hiddenFacts: [] },
  'retire trainer': { text: (_, subject) => t('auditWording.retired', { subject }), hiddenFacts: [] },
  'change role': { text: (_, subject) => t('auditWording.changedTheRoleOf', { subject }), hiddenFacts: [] },
  'switch on second factor': {
    text: (_, subject) => t('auditWording.switchedOnTheSecond', { subject }),
    hiddenFacts: [],
  },
  'switch off second factor': {
    text: (_, subject) => t('auditWording.switchedOffTheSecond', { subject }),
    hiddenFacts: [],
  },
  'delete account': {
    text: ({ when }, subject) =>
      when === 'later'
        ? t('auditWording.scheduledTheAccountOf', { subject })
        : t('auditWording.deletedAnAccount'),
    hiddenFacts: ['when'],
  },
  'keep account': { text: (_, subject) => t('auditWording.keptTheAccountOf', { subject }), hiddenFacts: [] },
  'change club settings': { text: () => t('auditWording.changedTheClubsSettings'), hiddenFacts: [] },
  'translate club': { text: () => t('auditWording.translatedTheClubs'), hiddenFacts: [] },
  'change rules': { text: () => t('auditWording.changedTheRulesOf'), hiddenFacts: [] },
  'add offer': {
    text: ({ title }) => t('auditWording.addedToThePrice', { textOf: textOf(title) }),
    hiddenFacts: ['title'],
  },
  'replace offer': {
    text: ({ title }) => t('auditWording.replacedOnThePrice', { textOf: textOf(title) }),
    hiddenFacts: ['title'],
  },
  'withdraw offer': {
    text: ({ title }) => t('auditWording.tookOffThePrice', { textOf: textOf(title) }),
    hiddenFacts: ['title'],
  },
  'change prices': { text: () => t('auditWording.changedThePricesOf'), hiddenFacts: [] },
  'change retention': { text: () => t('auditWording.changedHowLongData'), hiddenFacts: [] },
  'change post': {
    text: ({ author }) => t('auditWording.changedAPost', { authorSuffix: authorSuffix(author) }),
    hiddenFacts: ['author'],
  },
  'remove post': {
    text: ({ author }) => t('auditWording.removedAPost', { authorSuffix: authorSuffix(author) }),
    hiddenFacts: ['author'],
  },
  'take down post': {
    text: ({ author }) => t('auditWording.tookDownAPost', { textOf: textOf(author) }),
    hiddenFacts: ['author'],
  },
  'leave reported post': {
    text: ({ author }) => t('auditWording.keptAReportedPost', { textOf: textOf(author) }),
    hiddenFacts: ['author'],
  },
  'take down class': {
    text: ({ author }) => t('auditWording.tookDownAClass', { textOf: textOf(author) }),
    hiddenFacts: ['author'],
  },
  'close days': { text: () => t('auditWording.closedTheClub'), hiddenFacts: [] },
  'reopen days': { text: () => t('auditWording.openedTheClubAgain'), hiddenFacts: [] },
  'retime hours': { text: () => t('auditWording.movedUpcomingHoursTo'), hiddenFacts: [] },
  'call off hour': { text: (_, subject) => t('auditWording.calledOffAnHour', { subject }), hiddenFacts: [] },
  'excuse member': {
    text: (_, subject) => t('auditWording.excusedFromALesson', { subject }),
    hiddenFacts: [],
  },
  'withdraw excuse': {
    text: (_, subject) => t('auditWording.withdrewAnExcuseOf', { subject }),
    hiddenFacts: [],
  },
  'add guest': { text: (_, subject) => t('auditWording.gaveAPlaceIn', { subject }), hiddenFacts: [] },
  'record visit': { text: (_, subject) => t('auditWording.checkedIn', { subject }), hiddenFacts: [] },
  'undo visit': { text: (_, subject) => t('auditWording.undidAVisitOf', { subject }), hiddenFacts: [] },
  'call off class': {
    text: ({ title }) => t('auditWording.calledOff', { textOf: textOf(title) }),
    hiddenFacts: ['title'],
  },
  'give make-up': { text: (_, subject) => t('auditWording.gaveAMakeUp', { subject }), hiddenFacts: [] },
  'take payment': {
    text: ({ amountCents }, subject) =>
      amountCents === 0
        ? t('auditWording.gaveAMonthFor', { subject })
        : t('auditWording.tookFrom', { money: money(amountCents), subject }),
    hiddenFacts: amount,
  },
  'hand back money': {
    text: (facts, subject) => t('auditWording.handedBackTo', { money: money(facts.amountCents), subject }),
    hiddenFacts: amount,
  },
  'hold hour': { text: (_, subject) => t('auditWording.heldAnHourFor', { subject }), hiddenFacts: [] },
  'move month': { text: (_, subject) => t('auditWording.movedAMonthOf', { subject }), hiddenFacts: [] },
  'extend month': { text: (_, subject) => t('auditWording.extendedAMonthOf', { subject }), hiddenFacts: [] },
  'send link': { text: (_, subject) => t('auditWording.sentAPasswordLink', { subject }), hiddenFacts: [] },
  'send letter again': { text: () => t('auditWording.sentAnEmailAgain'), hiddenFacts: [] },
  'let hold go': { text: (_, subject) => t('auditWording.letGoOfAn', { subject }), hiddenFacts: ['state'] },
  'add code': { text: () => t('auditWording.addedACode'), hiddenFacts: [] },
  'end code': { text: () => t('auditWording.endedACode'), hiddenFacts: [] },
  'add class time': { text: () => t('auditWording.addedAClassTime'), hiddenFacts: [] },
  'end class time': { text: () => t('auditWording.endedAClassTime'), hiddenFacts: [] },
  'add room': { text: () => t('auditWording.addedARoom'), hiddenFacts: [] },
  'change room': { text: () => t('auditWording.changedARoom'), hiddenFacts: [] },
  'register device': { text: () => t('auditWording.registeredADevice'), hiddenFacts: [] },
  'revoke device': { text: () => t('auditWording.revokedADevice'), hiddenFacts: [] },
  'remove room': { text: () => t('auditWording.removedARoom'), hiddenFacts: [] },
  'take cover': { text: () => t('auditWording.tookACover'), hiddenFacts: [] },
  'declare absence': { text: () => t('auditWording.declaredAnAbsence'), hiddenFacts: [] },
  'end absence': { text: () => t('auditWording.endedAnAbsence'), hiddenFacts: [] },
  'add member': { text: () => t('auditWording.addedAMember'), hiddenFacts: [] },
  'sign waiver': { text: () => t('auditWording.signedAWaiver'), hiddenFacts: [] },
  'send newsletter': { text: () => t('auditWording.sentANewsletter'), hiddenFacts: [] },
  'pause membership': { text: () => t('auditWording.pausedAMembership'), hiddenFacts: [] },
  'change contact': { text: () => t('auditWording.changedAContact'), hiddenFacts: [] },
  'set club picture': { text: () => t('auditWording.setClubPicture'), hiddenFacts: [] },
  'remove club picture': { text: () => t('auditWording.removedClubPicture'), hiddenFacts: [] },
  'change trainer page': { text: () => t('auditWording.changedATrainerPage'), hiddenFacts: [] },
  'add picture': { text: () => t('auditWording.addedAPicture'), hiddenFacts: [] },
  'change picture': { text: () => t('auditWording.changedAPicture'), hiddenFacts: [] },
  'move picture': { text: () => t('auditWording.movedAPicture'), hiddenFacts: [] },
  'remove picture': { text: () => t('auditWording.removedAPicture'), hiddenFacts: [] },
  'begin comparison': { text: () => t('auditWording.beganAComparison'), hiddenFacts: [] },
  'end comparison': { text: () => t('auditWording.endedAComparison'), hiddenFacts: [] },
  'start import': { text: () => t('auditWording.startedAnImport'), hiddenFacts: [] },
  'undo import': { text: () => t('auditWording.undidAnImport'), hiddenFacts: [] },
  'invite imported': { text: () => t('auditWording.invitedImported'), hiddenFacts: [] },
  'close hour': { text: () => t('auditWording.closedAnHour'), hiddenFacts: [] },
  'offer hour again': { text: () => t('auditWording.offeredAnHourAgain'), hiddenFacts: [] },
  'write note': { text: () => t('auditWording.wroteANote'), hiddenFacts: [] },
  'remove note': { text: () => t('auditWording.removedANote'), hiddenFacts: [] },
  'act for member': { text: (_, subject) => t('auditWording.actedFor', { subject }), hiddenFacts: [] },
  'add guardian': { text: (_, subject) => t('auditWording.addedAGuardian', { subject }), hiddenFacts: [] },
  'remove guardian': {
    text: (_, subject) => t('auditWording.removedAGuardian', { subject }),
    hiddenFacts: [],
  },
  'show claim code': {
    text: (_, subject) => t('auditWording.showedAClaimCode', { subject }),
    hiddenFacts: [],
  },
  'send claim letter': {
    text: (_, subject) => t('auditWording.sentAClaimLetter', { subject }),
    hiddenFacts: [],
  },
  'change duty': { text: (_, subject) => t('auditWording.changedTheDutyOf', { subject }), hiddenFacts: [] },
  'read health answers': {
    text: (_, subject) => t('auditWording.readHealthAnswers', { subject }),
    hiddenFacts: [],
  },
  'delete health answers': {
    text: (_, subject) => t('auditWording.deletedHealthAnswers', { subject }),
    hiddenFacts: [],
  },
  'write waiver': { text: () => t('auditWording.wroteAWaiver'), hiddenFacts: [] },
  'correct invoice': {
    text: (_, subject) => t('auditWording.correctedAnInvoice', { subject }),
    hiddenFacts: [],
  },
  'refund gift card order': {
    text: ({ amountCents }) => t('auditWording.gaveBackOnAGiftCard', { money: money(amountCents) }),
    hiddenFacts: amount,
  },
  'show gift card': { text: () => t('auditWording.showedAGiftCard'), hiddenFacts: [] },
  'correct desk method': {
    text: (_, subject) => t('auditWording.correctedADeskMethod', { subject }),
    hiddenFacts: [],
  },
  'end unpaid membership': { text: () => t('auditWording.endedAnUnpaidMembership'), hiddenFacts: [] },
  'plan price change': { text: () => t('auditWording.plannedAPriceChange'), hiddenFacts: [] },
  'take back price change': { text: () => t('auditWording.tookBackAPriceChange'), hiddenFacts: [] },
  'tell change': { text: (_, subject) => t('auditWording.toldAChange', { subject }), hiddenFacts: [] },
  'merge members': { text: (_, subject) => t('auditWording.mergedMembers', { subject }), hiddenFacts: [] },
  'delete subscriber': { text: () => t('auditWording.deletedASubscriber'), hiddenFacts: [] },
  'note contact': { text: (_, subject) => t('auditWording.notedAContact', { subject }), hiddenFacts: [] },
  'add testimonial': { text: () => t('auditWording.addedATestimonial'), hiddenFacts: [] },
  'change testimonial': { text: () => t('auditWording.changedATestimonial'), hiddenFacts: [] },
  'remove testimonial': { text: () => t('auditWording.removedATestimonial'), hiddenFacts: [] },
  'add slot': {
    text: ({ name }) => t('auditWording.addedASlot', { name: textOf(name) }),
    hiddenFacts: [],
  },
  'remove slot': {
    text: ({ name }) => t('auditWording.removedASlot', { name: textOf(name) }),
    hiddenFacts: [],
  },
  'change slot': {
    text: ({ name }) => t('auditWording.changedASlot', { name: textOf(name) }),
    hiddenFacts: [],
  },
}

/** `Refunded $50 to Oskar Lund`; built in English from an action of an earlier version. */
export function titleOf({ action, subjectName, before, after }: AuditAction): string {
  const facts = { ...fieldsOf(before), ...fieldsOf(after) }
  const title = titles[action]
  if (title) return title.text(facts, subjectName ?? t('auditWording.someone'))
  const [verb = '', ...object] = action.split(' ')
  return `${capitalize(verb)}${verb.endsWith('e') ? 'd' : 'ed'} ${/^[aeiou]/.test(object[0] ?? '') ? 'an' : 'a'} ${object.join(' ')}`
}

export type ShownChange = { name: string; before: string | null; after: string | null }

/**
 * Changes of an action: its sentence, if it has one, and the other facts before and after. Leaves out ids, facts of the
 * title and new facts without a value.
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
    .filter((name) => name in old || (now[name] ?? '') !== '')
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({
      name: quoted.includes(name) && name !== 'altText' ? '' : labelOf(name),
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

/** Facts that are not known any more are named in English, such as `start hour` of `startHour`. */
const labelOf = (name: string) =>
  factNames()[name] ??
  name
    .replace(/Cents$/, '')
    .replace(/At$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()

function formatFact(name: string, value: unknown, timeZone: string): string {
  if (value === null || value === '') return t('auditWording.nothing')
  if (typeof value === 'boolean') return value ? t('auditWording.yes') : t('auditWording.no')
  if (typeof value === 'number' && name.endsWith('Cents')) return formatMoney(value)
  if (typeof value === 'number' && name.endsWith('Hour')) return formatHour(value)
  if (Array.isArray(value)) return value.map((each) => valueName(name, String(each))).join(', ')
  const text = typeof value === 'string' ? valueName(name, value) : JSON.stringify(value)
  // a text that a person typed may only look like a day
  const isTime = !Number.isNaN(Date.parse(text))
  if (isTime && /^\d{4}-\d\d-\d\dT/.test(text)) return formatDate(text, timeZone)
  if (isTime && /^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text, 'UTC')
  return quoted.includes(name) ? t('auditWording.quoted', { text: excerpt(text, 120) }) : excerpt(text, 120)
}

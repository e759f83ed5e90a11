import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay, line, optionalLine, paragraph, reading, parseWholeNumber } from '#domain/input.ts'
import { uploadedPicture } from '#domain/pictures/uploaded-picture.input.ts'
import { hasCents } from '#format/currencies.ts'
import { printedPrefix } from '#format/invoice-numbers.ts'
import { dateLanguages, localeSettings } from '#format/locale.ts'
import { dayName, weekdays } from '#format/weekdays.ts'
import { languages, type Language } from '#messages/languages.ts'
import { t } from '#messages/t.ts'
import { isCreditorId } from './creditor-id.rules.ts'
import { maxSpansADay, spansOverlap } from './opening-hours.rules.ts'

const languageCodes = Object.keys(languages) as [Language, ...Language[]]

const { openSince } = bounds
const yearMessage = { error: () => t('input.openSince', openSince) }

const timeMessage = { error: () => t('input.openingTime') }
const time = z.string().regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/, timeMessage)

// 24:00, the end of a day; time fields can only enter it as 00:00
const closingTime = reading(
  (closes: string) => (closes === '00:00' ? '24:00' : closes),
  z.union([z.literal('24:00'), time], timeMessage),
)

const bothTimesRequired = { error: () => t('input.bothTimes') }

// both empty: closed
const day = z
  .object({ weekday: z.enum(weekdays), opens: time, closes: closingTime })
  .refine(({ opens, closes }) => opens !== '' || closes === '', { ...bothTimesRequired, path: ['opens'] })
  .refine(({ opens, closes }) => opens === '' || closes !== '', {
    ...bothTimesRequired,
    path: ['closes'],
  })
  .refine(({ opens, closes }) => opens === '' || closes === '' || opens !== closes, {
    error: () => t('input.otherClosingTime'),
    path: ['closes'],
  })

type OpeningTimes = z.output<typeof day>

/** Each weekday once or twice; empty spans are left out when saved. */
const openDays = z
  .array(day)
  .min(weekdays.length)
  .max(maxSpansADay * weekdays.length)
  .superRefine((spans, context) => {
    spans.forEach((span, index) => {
      const other = spans
        .slice(0, index)
        .find((earlier) => isEntered(earlier) && isEntered(span) && spansOverlap(earlier, span))
      if (other) context.addIssue({ code: 'custom', message: overlapMessage(other), path: [index, 'opens'] })
    })
    for (const weekday of weekdays)
      if (spans.filter((span) => span.weekday === weekday).length > maxSpansADay)
        context.addIssue({
          code: 'custom',
          message: t('input.tooManySpans', { weekday: dayName(weekday), most: maxSpansADay }),
        })
  })
const isEntered = ({ opens }: OpeningTimes) => opens !== ''
const overlapMessage = ({ weekday, opens, closes }: OpeningTimes) =>
  t('input.spansOverlap', { weekday: dayName(weekday), opens, closes })

const optionalEmail = optionalLine(() => t('input.email'), bounds.clubEmail).refine(
  (text) => text === '' || z.email().safeParse(text).success,
  { error: () => t('input.emailAddress') },
)

/** Parses `7.5` or `7,5`; null if empty, NaN for other notations such as `0x10`. */
const parseDecimal = (text: string) =>
  /^\s*\d*(?:[.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN

// prices include the tax, so 100 percent would leave nothing
const taxMessage = { error: () => t('input.taxRate') }
const taxPercent = reading(
  (percent: string | number) => (typeof percent === 'string' ? parseDecimal(percent) : percent),
  z.number(taxMessage).min(0, taxMessage).max(99.99, taxMessage).multipleOf(0.01, taxMessage),
)

const prefixMessage = { error: () => t('input.invoicePrefix', { most: bounds.invoicePrefix.most }) }
const invoicePrefix = reading(
  (prefix: string) => printedPrefix(prefix),
  z
    .string()
    .max(bounds.invoicePrefix.most, prefixMessage)
    .regex(/^([A-Z0-9][A-Z0-9-]*)?$/, prefixMessage),
)

const shareMessage = { error: () => t('input.sharePercent', bounds.sharePercent) }

export const clubInput = z.object({
  name: line(() => t('input.name'), bounds.clubName),
  company: optionalLine(() => t('input.company'), bounds.company),
  address: paragraph(() => t('input.address'), bounds.clubAddress),
  telephone: optionalLine(() => t('input.telephone'), bounds.telephone),
  email: optionalEmail,
  /** The announced day of opening, or `soon`; null for an open club. */
  opensOn: reading(
    (typed: string | null) => (typed === '' ? null : typed),
    z
      .union([z.literal('soon'), calendarDay(() => t('input.dayOrEmpty'))], {
        error: () => t('input.dayOrEmpty'),
      })
      .nullable(),
  ).optional(),
  openSince: reading(
    (year: string | number | null) => (year === '' || year === null ? null : Number(year)),
    z.int(yearMessage).min(openSince.least, yearMessage).max(openSince.most, yearMessage).nullable(),
  ),
  timeZone: z.string().regex(/^[\w+/-]{1,100}$/, { error: () => t('input.timeZone') }),
  currency: z
    .string()
    // a club keeps the currency in which it took money
    .refine((code) => hasCents(code) || code === localeSettings().currency, {
      error: () => t('input.currency'),
    }),
  language: z
    .string()
    .refine((language) => dateLanguages.includes(language), { error: () => t('input.language') }),
  otherLanguages: z
    .array(z.enum(languageCodes, { error: () => t('input.otherLanguages') }))
    .max(languageCodes.length)
    .default([]),
  trainerShare: reading(
    parseWholeNumber,
    z
      .int(shareMessage)
      .min(bounds.sharePercent.least, shareMessage)
      .max(bounds.sharePercent.most, shareMessage),
  ),
  openDays,
  /** Null until set; '' if the club has none. */
  taxNumber: z.union([z.literal(''), line(() => t('input.theTaxNumber'), bounds.taxNumber)]).nullable(),
  taxPercent,
  invoicePrefix,
  /** Creditor identifier of SEPA direct debits, as the card processor shows it; null: the club takes none. */
  sepaCreditorId: reading(
    (typed: string | null) => typed?.replace(/\s/g, '').toUpperCase() || null,
    z
      .string()
      .refine(isCreditorId, { error: () => t('input.creditorId') })
      .nullable(),
  ).default(null),
  /** Whether members can choose to pay at the desk. */
  paysAtDesk: z.boolean(),
  headlines: z.array(optionalLine(() => t('input.theHeadline'), bounds.headline)).length(3),
  taglines: z.array(optionalLine(() => t('input.theLine'), bounds.tagline)).length(3),
  points: z.array(optionalLine(() => t('input.this'), bounds.point)).length(3),
  serviceNames: z.array(optionalLine(() => t('input.theName'), bounds.headline)).length(10),
  serviceLines: z.array(optionalLine(() => t('input.theLine'), bounds.tagline)).length(10),
  atTheDoor: paragraph(() => t('input.this'), bounds.atTheDoor),
  about: paragraph(() => t('input.this'), bounds.aboutClub),
})
export type ClubSettings = z.output<typeof clubInput>
export type ClubInput = z.input<typeof clubInput>

/** A testimonial, shown with the speaker's consent. */
export const testimonialInput = z.object({
  name: line(() => t('input.name'), bounds.personName),
  who: optionalLine(() => t('input.this'), bounds.voiceWho),
  words: line(() => t('input.testimonialWords'), bounds.voiceWords),
  photo: uploadedPicture,
  consent: calendarDay(() => t('input.testimonialConsent')),
})

export type TestimonialInput = z.input<typeof testimonialInput>

/** The input of a change: without a new photo the old one stays. */
export const changedTestimonialInput = testimonialInput.extend({
  photo: z.union([z.literal(''), uploadedPicture]),
})

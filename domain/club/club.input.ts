import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay, line, optionalLine, paragraph, reading, parseWholeNumber } from '#domain/input.ts'
import { uploadedPicture } from '#domain/pictures/uploaded-picture.input.ts'
import { hasCents } from '#format/currencies.ts'
import { printedPrefix } from '#format/invoice-numbers.ts'
import { dateLanguages, localeSettings } from '#format/locale.ts'
import { weekdays } from '#format/weekdays.ts'
import { languages, type Language } from '#messages/languages.ts'
import { maxSpansADay, spansOverlap } from './opening-hours.rules.ts'

const languageCodes = Object.keys(languages) as [Language, ...Language[]]

const { openSince } = bounds
const yearMessage = `Open since must be a year from ${openSince.least} to ${openSince.most}, or empty.`

const timeMessage = 'Enter a time such as 05:45.'
const time = z.string().regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/, timeMessage)

// 24:00, the end of a day; time fields can only enter it as 00:00
const closingTime = reading(
  (closes: string) => (closes === '00:00' ? '24:00' : closes),
  z.union([z.literal('24:00'), time], timeMessage),
)

const bothTimesRequired = 'Enter both an opening and a closing time, or leave both empty.'

// both empty: closed
const day = z
  .object({ weekday: z.enum(weekdays), opens: time, closes: closingTime })
  .refine(({ opens, closes }) => opens !== '' || closes === '', { error: bothTimesRequired, path: ['opens'] })
  .refine(({ opens, closes }) => opens === '' || closes !== '', {
    error: bothTimesRequired,
    path: ['closes'],
  })
  .refine(({ opens, closes }) => opens === '' || closes === '' || opens !== closes, {
    error: 'The closing time must be another one than the opening time.',
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
          message: `${weekday} has more than ${maxSpansADay} opening times.`,
        })
  })
const isEntered = ({ opens }: OpeningTimes) => opens !== ''
const overlapMessage = ({ weekday, opens, closes }: OpeningTimes) =>
  `This overlaps with ${weekday}, ${opens} to ${closes}.`

const optionalEmail = optionalLine('Email', bounds.clubEmail).refine(
  (text) => text === '' || z.email().safeParse(text).success,
  'This isn’t an email address.',
)

/** Parses `7.5` or `7,5`; null if empty, NaN for other notations such as `0x10`. */
const parseDecimal = (text: string) =>
  /^\s*\d*(?:[.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN

// prices include the tax, so 100 percent would leave nothing
const taxMessage = 'The tax rate must be from 0 to 99.99 percent, with two decimals at most.'
const taxPercent = reading(
  (percent: string | number) => (typeof percent === 'string' ? parseDecimal(percent) : percent),
  z.number(taxMessage).min(0, taxMessage).max(99.99, taxMessage).multipleOf(0.01, taxMessage),
)

const prefixMessage = `The prefix must be at most ${bounds.invoicePrefix.most} letters, digits and dashes, such as PAL.`
const invoicePrefix = reading(
  (prefix: string) => printedPrefix(prefix),
  z
    .string()
    .max(bounds.invoicePrefix.most, prefixMessage)
    .regex(/^([A-Z0-9][A-Z0-9-]*)?$/, prefixMessage),
)

const shareMessage = `The share must be a whole number from ${bounds.sharePercent.least} to ${bounds.sharePercent.most} percent.`

export const clubInput = z.object({
  name: line('Name', bounds.clubName),
  company: optionalLine('Company', bounds.company),
  address: paragraph('Address', bounds.clubAddress),
  telephone: optionalLine('Telephone', bounds.telephone),
  email: optionalEmail,
  /** The announced day of opening; null without one. */
  opensOn: reading(
    (typed: string | null) => (typed === '' ? null : typed),
    calendarDay('Enter a day, or leave this empty.').nullable(),
  ).optional(),
  openSince: reading(
    (year: string | number | null) => (year === '' || year === null ? null : Number(year)),
    z
      .int({ error: yearMessage })
      .min(openSince.least, yearMessage)
      .max(openSince.most, yearMessage)
      .nullable(),
  ),
  timeZone: z.string().regex(/^[\w+/-]{1,100}$/, 'Choose the time zone from the list.'),
  currency: z
    .string()
    // a club keeps the currency in which it took money
    .refine(
      (code) => hasCents(code) || code === localeSettings().currency,
      'Choose a currency from the list: all of them have cents, such as euros or dollars.',
    ),
  language: z
    .string()
    .refine((language) => dateLanguages.includes(language), 'Choose the language from the list.'),
  otherLanguages: z
    .array(z.enum(languageCodes, 'Choose languages from the list.'))
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
  taxNumber: z.union([z.literal(''), line('The tax number', bounds.taxNumber)]).nullable(),
  taxPercent,
  invoicePrefix,
  /** Whether members can choose to pay at the desk. */
  paysAtDesk: z.boolean(),
  headlines: z.array(optionalLine('The headline', bounds.headline)).length(3),
  taglines: z.array(optionalLine('The line', bounds.tagline)).length(3),
  points: z.array(optionalLine('This', bounds.point)).length(3),
  serviceNames: z.array(optionalLine('The name', bounds.headline)).length(10),
  serviceLines: z.array(optionalLine('The line', bounds.tagline)).length(10),
  atTheDoor: paragraph('This', bounds.atTheDoor),
  about: paragraph('This', bounds.aboutClub),
})
export type ClubSettings = z.output<typeof clubInput>
export type ClubInput = z.input<typeof clubInput>

/** A testimonial, shown with the speaker's consent. */
export const testimonialInput = z.object({
  name: line('Name', bounds.personName),
  who: optionalLine('This', bounds.voiceWho),
  words: line('What they said', bounds.voiceWords),
  photo: uploadedPicture,
  consent: calendarDay('Enter the day they agreed.'),
})

export type TestimonialInput = z.input<typeof testimonialInput>

/** The input of a change: without a new photo the old one stays. */
export const changedTestimonialInput = testimonialInput.extend({
  photo: z.union([z.literal(''), uploadedPicture]),
})

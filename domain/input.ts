import { z } from 'zod'
import type { Bound } from './bounds.ts'
import { DomainError, type FieldErrors } from '#core/errors.ts'

// Characters that have no place in what people write here: controls (but tab and line breaks), and the
// invisible ones that turn or hide text. Joiners belong to how some scripts and emoji are written, but only
// between two characters that are seen.
const disallowedCharacters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const looseJoiners = /(?<![\p{L}\p{M}\p{S}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{S}])/gu

/** Text without control and direction-changing characters or lone surrogates, trimmed. */
export function cleanText(text: string): string {
  const seen = text.toWellFormed().replace(disallowedCharacters, '').replaceAll('\ufffd', '')
  return seen.replace(looseJoiners, '').normalize('NFC').trim()
}

/** A line of text within bounds, counted in characters after cleaning; line breaks become spaces. */
export function line(label: string, { most }: Bound, required = `${label} is required`) {
  return z
    .string({ error: required })
    .max(most * 20 + 1000, `${label} must have at most ${most} characters.`)
    .transform((text) => cleanText(text.replace(/\s+/g, ' ')))
    .pipe(
      z
        .string()
        .min(1, required)
        .refine((text) => [...text].length <= most, `${label} must have at most ${most} characters.`),
    )
}

/** A line of text that may be missing: '' then. */
export const optionalLine = (label: string, bound: Bound) =>
  reading(
    (value: string | null | undefined) => (value === undefined || value === null ? '' : value),
    z.union([
      z.literal(''),
      z
        .string()
        .regex(/^\s+$/)
        .transform(() => ''),
      line(label, bound),
    ]),
  ).prefault('')

/** Several lines of text within bounds, counted in characters after cleaning; none at all where the least is 0. */
export function paragraph(label: string, { least, most }: Bound) {
  const required = `${label} is required`
  const bounded = z
    .string()
    .refine((text) => [...text].length <= most, `${label} must have at most ${most} characters.`)
  return z
    .string({ error: least > 0 ? required : `${label} must be text.` })
    .max(most * 20 + 1000, `${label} must have at most ${most} characters.`)
    .transform((text) => cleanText(text.replaceAll('\r\n', '\n')))
    .pipe(least > 0 ? bounded.min(1, required) : bounded)
}

/**
 * Reads what comes in more than one form, such as a number typed into a form, before the schema judges it. What
 * callers may give is the type of `read`'s parameter; `read` itself must stand anything, for programs send it.
 */
export function reading<Given, Schema extends z.ZodType>(read: (given: Given) => unknown, schema: Schema) {
  return z.preprocess((value) => read(value as Given), schema) as unknown as z.ZodType<
    z.output<Schema>,
    Given
  >
}

/** A day of the years that a club can mean: the database knows no year 0. */
export const calendarDay = (error: string) =>
  z.iso.date({ error, abort: true }).refine((day) => day > '1900' && day < '3000', { error, abort: true })

/** A whole number as it is typed, not below 0; NaN for what is none, such as `3.`. */
export const parseWholeNumber = (typed: string | number): number =>
  typeof typed === 'string' && !/^\s*\d{1,9}\s*$/.test(typed) ? Number.NaN : Number(typed)

/** What names something of the club. An odd one is simply not found, so only its length is judged here. */
export const reference = (what: string) =>
  z.string({ error: `${what} is not valid.` }).max(200, `${what} is not valid.`)

/** A price in cents as a person saw it, to be compared only. */
export const expectedCents = z.int({ error: 'The price is not a number of cents.' }).min(0).max(100_000_000)

/** Checks input against a schema; throws `invalid` with the messages of every field that is wrong. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = safeParseInput(schema, input)
  if (parsed.success) return parsed.data
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.')
    const messages = (errors[field] ??= [])
    if (!messages.includes(issue.message)) messages.push(issue.message)
  }
  const first = parsed.error.issues[0]?.message ?? 'Something in this input is not right.'
  throw new DomainError('invalid', first, { errors })
}

function safeParseInput<Schema extends z.ZodType>(schema: Schema, input: unknown) {
  try {
    return schema.safeParse(input)
  } catch (error) {
    // an object in the place of a text can claim a length that nothing can be compared with
    if (error instanceof TypeError) throw new DomainError('invalid', 'Something in this input is not right.')
    throw error
  }
}

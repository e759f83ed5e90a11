import { z } from 'zod'
import { DomainError, type FieldErrors } from '#core/errors.ts'
import { t } from '#messages/t.ts'
import type { Bound } from './bounds.ts'

// Characters removed from input: control characters (except tab and line breaks) and invisible ones that
// reorder or hide text. Zero-width joiners stay between two visible characters, where some scripts and
// emoji need them.
const disallowedCharacters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const looseJoiners = /(?<![\p{L}\p{M}\p{S}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{S}])/gu

/**
 * Returns the text trimmed, in NFC, without control characters, bidirectional overrides and lone
 * surrogates.
 */
export function cleanText(text: string): string {
  const cleaned = text.toWellFormed().replace(disallowedCharacters, '').replaceAll('\ufffd', '')
  return cleaned.replace(looseJoiners, '').normalize('NFC').trim()
}

/**
 * Schema of one line of text. Its length is counted in characters after cleaning; line breaks become
 * spaces.
 */
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

/** Schema of a line of text that may be missing, which becomes ''. */
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

/**
 * Schema of several lines of text. Its length is counted in characters after cleaning; empty only if
 * `least` is 0.
 */
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
 * Schema with a `read` step before validation, for input in several forms such as a typed number. The
 * parameter type of `read` is the input type of the schema, but `read` must accept any value.
 */
export function reading<Input, Schema extends z.ZodType>(read: (input: Input) => unknown, schema: Schema) {
  return z.preprocess((value) => read(value as Input), schema) as unknown as z.ZodType<
    z.output<Schema>,
    Input
  >
}

/** A day from 1900 to 2999, within what PostgreSQL's dates and the club can use. */
export const calendarDay = (error: string) =>
  z.iso.date({ error, abort: true }).refine((day) => day > '1900' && day < '3000', { error, abort: true })

/** Parses a typed whole number of up to nine digits; NaN for anything else, such as `3.`. */
export const parseWholeNumber = (typed: string | number): number =>
  typeof typed === 'string' && !/^\s*\d{1,9}\s*$/.test(typed) ? Number.NaN : Number(typed)

/**
 * Schema of an identifier. Only the length is validated; an unknown identifier is reported as not found.
 */
export const reference = (what: string) =>
  z.string({ error: `${what} isn’t valid.` }).max(200, `${what} isn’t valid.`)

/** A price in cents as the page showed it. It is compared with the real price, never used as one. */
export const expectedCents = z
  .int({ error: 'The price must be a whole number of cents.' })
  .min(0)
  .max(100_000_000)

/** Returns the parsed input. Throws `invalid` with the messages of every invalid field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = safeParseInput(schema, input)
  if (parsed.success) return parsed.data
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.')
    const messages = (errors[field] ??= [])
    if (!messages.includes(issue.message)) messages.push(issue.message)
  }
  const first = parsed.error.issues[0]?.message ?? 'Please check what you entered.'
  throw new DomainError('invalid', first, { errors })
}

function safeParseInput<Schema extends z.ZodType>(schema: Schema, input: unknown) {
  try {
    return schema.safeParse(input)
  } catch (error) {
    // an object in place of a text can have a `length` that cannot be compared
    if (error instanceof TypeError) throw new DomainError('invalid', t('refusal.pleaseCheckWhatYou'))
    throw error
  }
}

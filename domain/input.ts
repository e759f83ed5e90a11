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

/** Name of a field in its messages, called in the language of the request. */
type Label = () => string

const requiredMessage = (label: Label) => () => t('input.required', { label: label() })
const tooLong = (label: Label, most: number) => ({
  error: () => t('input.tooLong', { label: label(), most }),
})

/**
 * Schema of one line of text. Its length is counted in characters after cleaning; line breaks become
 * spaces.
 */
export function line(label: Label, { most }: Bound, required = requiredMessage(label)) {
  return z
    .string({ error: required })
    .max(most * 20 + 1000, tooLong(label, most))
    .transform((text) => cleanText(text.replace(/\s+/g, ' ')))
    .pipe(
      z
        .string()
        .min(1, { error: required })
        .refine((text) => [...text].length <= most, tooLong(label, most)),
    )
}

/** Schema of a line of text that may be missing, which becomes ''. */
export const optionalLine = (label: Label, bound: Bound) =>
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
export function paragraph(label: Label, { least, most }: Bound) {
  const required = requiredMessage(label)
  const bounded = z.string().refine((text) => [...text].length <= most, tooLong(label, most))
  return z
    .string({ error: least > 0 ? required : () => t('input.mustBeText', { label: label() }) })
    .max(most * 20 + 1000, tooLong(label, most))
    .transform((text) => cleanText(text.replaceAll('\r\n', '\n')))
    .pipe(least > 0 ? bounded.min(1, { error: required }) : bounded)
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
export const calendarDay = (error: () => string) =>
  z.iso.date({ error, abort: true }).refine((day) => day > '1900' && day < '3000', { error, abort: true })

/** Parses a typed whole number of up to nine digits; NaN for anything else, such as `3.`. */
export const parseWholeNumber = (typed: string | number): number =>
  typeof typed === 'string' && !/^\s*\d{1,9}\s*$/.test(typed) ? Number.NaN : Number(typed)

/**
 * Schema of an identifier. Only the length is validated; an unknown identifier is reported as not found.
 */
export function reference(label: Label) {
  const error = () => t('input.notValid', { label: label() })
  return z.string({ error }).max(200, { error })
}

/** A price in cents as the page showed it. It is compared with the real price, never used as one. */
export const expectedCents = z
  .int({ error: () => t('input.priceCents') })
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
  const first = parsed.error.issues[0]?.message ?? t('refusal.pleaseCheckWhatYou')
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

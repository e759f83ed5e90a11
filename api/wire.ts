import { z } from 'zod'
import { DomainError, notFound } from '#core/errors.ts'
import type { Person } from '#domain/actor.ts'
import { bounds, type Bound } from '#domain/bounds.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { emailAddress } from '#domain/members/members.input.ts'
import {
  renditionPath,
  renditionWidthsFor,
  type Picture,
  type Portrait,
} from '#domain/pictures/pictures.rules.ts'
import { weekdays } from '#format/weekdays.ts'
import { settings } from '#platform/settings/env.ts'

// Shared formats of the contract: money in whole units, dates with a zero-based month, addresses of
// pictures.

export type DateFormatter = (date: Date) => string

/**
 * Returns a formatter of dates in the club's time zone, as day/month/year with a zero-based month, as the
 * contract requires.
 */
export async function createDateFormatter(): Promise<DateFormatter> {
  const { timeZone } = await clubFacts()
  const calendar = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  return (date) => {
    const part = Object.fromEntries(calendar.formatToParts(date).map(({ type, value }) => [type, value]))
    return `${part.day}/${Number(part.month) - 1}/${part.year}`
  }
}

/** Converts cents to whole units: 5000 becomes 50. */
export const presentMoney = (cents: number): number => cents / 100

/** Facts of a refusal in the contract's names. */
export function presentErrorFacts({
  likes,
  dislikes,
  priceCents,
  bookingId,
  state,
  code,
  refunding,
  waiverOf,
}: Record<string, unknown>): Record<string, unknown> {
  const price = typeof priceCents === 'number' ? presentMoney(priceCents) : undefined
  const signAt = signingAddress(waiverOf)
  return { like: likes, disLike: dislikes, price, bookedId: bookingId, state, code, refunding, signAt }
}

/** Address at which the member signs the waiver that a refusal waits for. */
export const signingAddress = (memberId: unknown): string | undefined =>
  typeof memberId === 'string' ? `${settings.publicUrl}/dashboard/sign/${memberId}` : undefined

/** Address of a picture; '' if there is none. */
export function presentPicture(portrait: Portrait | null): string {
  if (portrait === null) return ''
  if ('address' in portrait) return portrait.address
  return widestRenditionUrl(portrait)
}

/** Address of the widest rendition. */
export const widestRenditionUrl = ({ id, width }: Pick<Picture, 'id' | 'width'>): string =>
  settings.publicUrl + renditionPath(id, Math.max(...renditionWidthsFor(width)), 'webp')

const priceMessage = 'The price must be a number, with at most two decimals.'

/** A price as displayed to the buyer, in whole units; parsed to cents. */
export const shownPrice = z
  .number({ error: priceMessage })
  .min(0, priceMessage)
  .max(1_000_000, priceMessage)
  .refine((price) => Math.round(price * 100) / 100 === price, priceMessage)
  .transform((price) => Math.round(price * 100))
  .meta({ description: 'The displayed price. If it has changed: 409.' })

/** Length bounds for JSON Schema. */
export const lengthOf = ({ least, most }: Bound) => ({
  ...(least > 0 && { minLength: least }),
  maxLength: most,
})
/** Number bounds for JSON Schema. */
export const rangeOf = ({ least, most }: Bound) => ({ minimum: least, maximum: most })

/** The caller's email address. */
export const ownEmail = emailAddress.meta({
  format: 'email',
  maxLength: bounds.email.most,
  description: 'Your own address; any other: 403.',
})

/** Throws `forbidden` if the given name or address is not the caller's own. */
export function requireOwnIdentity(person: Person, email: string | undefined): void {
  if (email !== undefined && email !== person.email)
    throw new DomainError('forbidden', 'You can only do this in your own name.')
}

/** A field that is accepted and ignored. */
export const acceptedButUnused = (what: string) =>
  z
    .unknown()
    .optional()
    .meta({ description: `Accepted and not used: ${what}` })

/** Parses an email address in a path. Throws `not-found` if it is not a possible address. */
export function parseEmailParameter(parameter: string): string {
  if (
    !parameter.includes('@') ||
    parameter.length > bounds.email.most ||
    !/^[^\u0000-\u0020]+$/.test(parameter)
  )
    throw notFound('This account')
  return parameter
}

export const identifier = z.uuid()
export const createdAt = z.iso.datetime().meta({ description: 'ISO 8601, in UTC.' })
export const wireDate = z
  .string()
  .regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/)
  .meta({
    description:
      'day/month/year in the club’s time zone. The month counts from 0: 20/10/2026 is in November.',
  })
export const money = z.number().min(0)
export const picture = z.string().meta({ description: 'An absolute address, or empty.' })
export const weekdayList = z.array(z.enum(weekdays))

export const inserted = z.strictObject({ insertedId: identifier })
export const modified = z.strictObject({ modifiedCount: z.int().min(0) })
export const deleted = z.strictObject({ deletedCount: z.int().min(0).max(1) })

import { z } from 'zod'
import type { Person } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { DomainError, notFound } from '#core/errors.ts'
import {
  renditionPath,
  renditionWidthsFor,
  type Picture,
  type Portrait,
} from '#domain/pictures/pictures.rules.ts'
import { weekdays } from '#format/weekdays.ts'
import { emailAddress } from '#domain/members/members.input.ts'
import { settings } from '#platform/settings/env.ts'
import { bounds, type Bound } from '#domain/bounds.ts'

// What several calls have in common on the wire: whole units of money, dates with a month that counts from
// zero, addresses of pictures.

export type DateFormatter = (date: Date) => string

/** How dates are written in the club's time zone: day/month/year; the month counts from 0, as callers of the contract expect. */
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

/** Whole units of money: 5000 cents are 50. */
export const presentMoney = (cents: number): number => cents / 100

/** What a refusal brings, in the wire's words. */
export function presentErrorFacts({
  likes,
  dislikes,
  priceCents,
  bookingId,
  state,
  code,
  refunding,
}: Record<string, unknown>): Record<string, unknown> {
  const price = typeof priceCents === 'number' ? presentMoney(priceCents) : undefined
  return { like: likes, disLike: dislikes, price, bookedId: bookingId, state, code, refunding }
}

/** Where a picture is shown, '' when there is none. */
export function presentPicture(portrait: Portrait | null): string {
  if (portrait === null) return ''
  if ('address' in portrait) return portrait.address
  return widestRenditionUrl(portrait)
}

/** Where the widest rendition of a picture of the club is. */
export const widestRenditionUrl = ({ id, width }: Pick<Picture, 'id' | 'width'>): string =>
  settings.publicUrl + renditionPath(id, Math.max(...renditionWidthsFor(width)), 'webp')

const priceMessage = 'The price must be a number, with at most two decimals.'

/** A price as it was shown to the buyer, in whole units of money; parsed to cents. */
export const shownPrice = z
  .number({ error: priceMessage })
  .min(0, priceMessage)
  .max(1_000_000, priceMessage)
  .refine((price) => Math.round(price * 100) / 100 === price, priceMessage)
  .transform((price) => Math.round(price * 100))
  .meta({ description: 'The price that the buyer saw. When it is not the price any more: 409.' })

/** A bound of a text, as a JSON schema says it. */
export const lengthOf = ({ least, most }: Bound) => ({
  ...(least > 0 && { minLength: least }),
  maxLength: most,
})
/** A bound of a number, as a JSON schema says it. */
export const rangeOf = ({ least, most }: Bound) => ({ minimum: least, maximum: most })

/** The e-mail address of the person who asks. */
export const ownEmail = emailAddress.meta({
  format: 'email',
  maxLength: bounds.email.most,
  description: 'Your own address; any other is refused with 403.',
})

/** Throws `forbidden` for a name or address that the person gave as their own, but is not. */
export function requireOwnIdentity(person: Person, email: string | undefined): void {
  if (email !== undefined && email !== person.email)
    throw new DomainError('forbidden', 'You can do this only in your own name.')
}

/** What a caller may send, but the club knows better. */
export const acceptedButUnused = (what: string) =>
  z
    .unknown()
    .optional()
    .meta({ description: `Accepted and not used: ${what}` })

/** The address in a path; throws `not-found` for what nobody can have as an address. */
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

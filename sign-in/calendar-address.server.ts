import { createHmac, timingSafeEqual } from 'node:crypto'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { readOwnCalendarVersion, findCalendarVersion } from '#domain/lessons/calendar/calendar-feed.server.ts'
import { authOptions } from './better-auth/instance.server.ts'

// Calendar programs cannot sign in, so the address contains a secret. It is derived from a stored version,
// so that access to the table opens no calendar.

const addressPattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{22})\.ics$/

/** 128 bits */
const calendarSecret = (userId: string, version: number) =>
  createHmac('sha256', authOptions().secret)
    .update(`calendar ${userId} ${version}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')

/** Returns the secret address of the person's calendar. */
export async function calendarAddress(actor: Actor): Promise<string> {
  const { id } = requirePerson(actor)
  return `${authOptions().publicUrl}/calendar/${id}.${calendarSecret(id, await readOwnCalendarVersion(actor))}.ics`
}

/**
 * Returns the id of the calendar's owner for the last part of an address; null if it is wrong or was
 * renewed.
 */
export async function findCalendarOwner(name: string): Promise<string | null> {
  const [, userId, secret] = addressPattern.exec(name) ?? []
  if (userId === undefined || secret === undefined) return null
  const version = await findCalendarVersion(userId)
  if (version === null) return null
  return timingSafeEqual(Buffer.from(secret), Buffer.from(calendarSecret(userId, version))) ? userId : null
}

import { z } from 'zod'
import { notFound } from '#core/errors.ts'

const id = z.uuid()

/**
 * Returns the id in lower case. Throws `not-found` if the value is not a UUID. `what` is the subject of the
 * message.
 */
export function requireId(value: unknown, what: string): string {
  const parsed = id.safeParse(value)
  if (!parsed.success) throw notFound(what)
  return parsed.data.toLowerCase()
}

import { z } from 'zod'
import { notFound } from '#core/errors.ts'

const id = z.uuid()

/** The id in lower case; throws `not-found` for anything that cannot be an id. `what` opens the sentence. */
export function requireId(value: unknown, what: string): string {
  const parsed = id.safeParse(value)
  if (!parsed.success) throw notFound(what)
  return parsed.data.toLowerCase()
}

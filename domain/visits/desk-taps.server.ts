import { DomainError } from '#core/errors.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { deskTapsInput, type DeskTap } from './desk-taps.input.ts'
import { recordVisit } from './visits.server.ts'

/** What became of a tap. `message` is null if it was recorded as it was tapped. */
export type TapResult = { id: string; message: string | null }

/**
 * Records taps that a device kept while it had no connection, each at its own time; the order and repetitions change
 * nothing for a member. A tap that a lesson refuses is a visit without a lesson, so that none is lost. Throws
 * `forbidden` without the permission `visits.record`, and `invalid`.
 */
export async function takeDeskTaps(actor: Actor, input: unknown): Promise<TapResult[]> {
  requirePermission(actor, 'visits.record')
  const results: TapResult[] = []
  for (const tap of parseInput(deskTapsInput, input)) results.push(await takeTap(actor, tap))
  return results
}

async function takeTap(actor: Actor, tap: DeskTap): Promise<TapResult> {
  try {
    await recordVisit(actor, tap)
    return { id: tap.id, message: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'not-found') return { id: tap.id, message: error.message }
    if (error.code !== 'conflict' || tap.lessonId === null) throw error
    const { name } = await recordVisit(actor, { ...tap, lessonId: null })
    return { id: tap.id, message: `${error.message} ${name} counts as here to train.` }
  }
}

import { DomainError } from '#core/errors.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { markAttendance } from './attendance.server.ts'
import { deskTapsInput, type ArrivalTap, type DeskTap } from './desk-taps.input.ts'
import { recordVisit } from './visits.server.ts'

/** What became of a tap. `message` is null if it was recorded as it was tapped. */
export type TapResult = { id: string; message: string | null }

/**
 * Records taps that a device kept while it had no connection, each at its own time; the order and repetitions change
 * nothing for a member. A check-in that a lesson refuses is a visit without a lesson, so that none is lost. Leaves out
 * taps that the actor may not record, which the device keeps. Throws `forbidden` without the permission
 * `attendance.mark`, and `invalid`.
 */
export async function takeDeskTaps(actor: Actor, input: unknown): Promise<TapResult[]> {
  requirePermission(actor, 'attendance.mark')
  const results: TapResult[] = []
  for (const tap of parseInput(deskTapsInput, input)) {
    const result = await takeTap(actor, tap)
    if (result !== null) results.push(result)
  }
  return results
}

async function takeTap(actor: Actor, tap: DeskTap): Promise<TapResult | null> {
  try {
    if ('participantId' in tap) await markAttendance(actor, tap.lessonId, tap)
    else await recordVisit(actor, tap)
    return { id: tap.id, message: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'forbidden') return null
    if (error.code === 'not-found') return { id: tap.id, message: error.message }
    if (error.code !== 'conflict') throw error
    return { id: tap.id, message: 'memberId' in tap ? await visitOf(actor, tap, error) : error.message }
  }
}

/** Records a refused check-in as a visit without a lesson. Returns what happened. */
async function visitOf(actor: Actor, tap: ArrivalTap, error: DomainError): Promise<string> {
  if (tap.lessonId === null) throw error
  const { name } = await recordVisit(actor, { ...tap, lessonId: null })
  return t('refusal.countsAsHereToTrain', { message: error.message, name })
}

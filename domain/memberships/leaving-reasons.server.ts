import { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { leavingReasons } from './leaving-reasons.rules.ts'

const leavingReasonInput = z.object({
  reason: z.enum(leavingReasons, { error: () => t('input.chooseAReason') }),
})

/**
 * Records why the actor cancelled the membership. The first answer stays. Throws `invalid`, and `not-found` without a
 * cancelled membership.
 */
export async function giveLeavingReason(actor: Actor, input: { reason: string }): Promise<void> {
  const { id } = requirePerson(actor)
  const { reason } = parseInput(leavingReasonInput, input as z.input<typeof leavingReasonInput>)
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set((eb) => ({ leavingReason: eb.fn.coalesce('leavingReason', eb.val(reason)) }))
    .where('memberId', '=', id)
    .where('state', '=', 'running')
    .where('cancelledAt', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound(t('refusal.ownCancelledMembership'))
}

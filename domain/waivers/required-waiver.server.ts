import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { db, type Queryable } from '#db/client.ts'
import type { WaiverStep } from '#db/tables.ts'
import { t } from '#messages/t.ts'

/** Whether the club needs the waiver of a member before this step, and has none. */
export async function lacksWaiver(
  memberId: string,
  step: WaiverStep,
  from: Queryable = db,
): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`select lacks_waiver(${memberId}, ${step}) as lacks`.execute(
    from,
  )
  return rows[0]!.lacks
}

/** Requires the waiver of a member before this step, if the club needs it. Throws `conflict`. */
export async function requireWaiver(from: Queryable, memberId: string, step: WaiverStep): Promise<void> {
  if (await lacksWaiver(memberId, step, from))
    throw conflict(t('refusal.theWaiverComesFirst'), { waiverOf: memberId })
}

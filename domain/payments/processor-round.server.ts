import { sql } from 'kysely'
import { clubNow, db, transaction } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import {
  CardProcessorUnavailable,
  type ProcessorAccount,
  type ProcessorMovement,
} from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { missingEvents } from '#platform/cards/webhook-notices.ts'
import { logError } from '#platform/observability/log.ts'
import { recordMovement } from './processor-movements.server.ts'
import { followUpdate, type UpdateSubject } from './processor-updates.server.ts'
import { findChargeOfIntent } from './received-charges.server.ts'

/** Age of refunds, disputes and payouts that are compared in each round. */
const window = sql`interval '30 days'`
/** Overlap of two rounds, in case the processor lists a movement late. */
const overlap = sql`interval '3 days'`

/** Counts of one round. */
export type ProcessorRound = { updated: number; failed: number }

type Context = {
  account: ProcessorAccount
  /** Start of the window. */
  since: Date
  movementsSince: Date
  update: (subject: UpdateSubject) => Promise<void>
}

/**
 * Job: compares refunds, disputes, fraud warnings, payouts and movements with the processor's lists, and follows what
 * changed without a notice. Each part is independent of the others. Does nothing without an account.
 */
export async function compareWithProcessor(): Promise<ProcessorRound> {
  const counts: ProcessorRound = { updated: 0, failed: 0 }
  const { account } = cards
  if (account === null) return counts
  const context: Context = {
    account,
    ...(await readStarts()),
    update: async (subject) => {
      try {
        await followUpdate(subject)
        counts.updated += 1
      } catch (error) {
        // one that fails does not block the others
        if (isUnavailable(error) || error instanceof CardProcessorUnavailable) throw error
        logError(error, { part: 'processor round', ...subject })
        counts.failed += 1
      }
    },
  }
  for (const compare of [
    compareRefunds,
    compareDisputes,
    compareWarnings,
    comparePayouts,
    compareMovements,
    checkEndpoint,
  ]) {
    try {
      await compare(context)
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (!(error instanceof CardProcessorUnavailable)) logError(error, { part: 'processor round' })
      counts.failed += 1
    }
  }
  if (counts.failed === 0)
    await db
      .updateTable('processorChecks')
      .set({ checkedAt: sql<Date>`clock_timestamp()` })
      .execute()
  return counts
}

/** Returns the starts of the lists. After a long pause of the club, the window begins with it. */
async function readStarts(): Promise<Pick<Context, 'since' | 'movementsSince'>> {
  // the processor goes by the real time, also where a test sets that of the club
  const { rows } = await sql<Pick<Context, 'since' | 'movementsSince'>>`
    select least(clock_timestamp() - ${window}, checked_at - ${overlap}) as since,
      coalesce(movements_until - ${overlap}, clock_timestamp() - ${window}) as movements_since
    from processor_checks`.execute(db)
  return rows[0]!
}

/** Follows payments whose refunds have another state than the processor's list, or are not known. */
async function compareRefunds({ account, since, update }: Context): Promise<void> {
  const listed = await account.listRefunds(since)
  const { rows } = await sql<{ intentId: string }>`
    select distinct listed.intent_id
    from unnest(${listed.map(({ id }) => id)}::text[], ${listed.map(({ status }) => status)}::text[],
        ${listed.map(({ intentId }) => intentId)}::text[]) listed (id, status, intent_id)
      join received_intents using (intent_id)
      left join refunds on refunds.processor_refund_id = listed.id
    where refunds.state is distinct from listed.status
      and not (refunds.id is null and listed.status = 'failed')`.execute(db)
  for (const { intentId } of rows) await update({ kind: 'intent', id: intentId })
}

/** Follows disputes that are not known, have another status, or lack a movement, and those still under way. */
async function compareDisputes({ account, since, update }: Context): Promise<void> {
  const listed = await account.listDisputes(since)
  const { rows } = await sql<{ id: string }>`
    select listed.id
    from unnest(${listed.map(({ id }) => id)}::text[], ${listed.map(({ status }) => status)}::text[],
        ${listed.map(({ movements }) => movements.length)}::integer[],
        ${listed.map(({ intentId }) => intentId)}::text[]) listed (id, status, movements, intent_id)
      join received_intents using (intent_id)
      left join disputes on disputes.id = listed.id
    where disputes.status is distinct from listed.status
      or listed.movements > (select count(*) from processor_movements where dispute_id = listed.id)
    union
    select id from disputes
    where status not in ('won', 'lost', 'warning_closed', 'prevented') and id <> all (${listed.map(({ id }) => id)}::text[])`.execute(
    db,
  )
  for (const { id } of rows) await update({ kind: 'dispute', id })
}

async function compareWarnings({ account, since, update }: Context): Promise<void> {
  const listed = await account.listFraudWarnings(since)
  const { rows } = await sql<{ id: string }>`
    select listed.id
    from unnest(${listed.map(({ id }) => id)}::text[], ${listed.map(({ intentId }) => intentId)}::text[]) listed (id, intent_id)
      join received_intents using (intent_id)
    where listed.id not in (select id from fraud_warnings)`.execute(db)
  for (const { id } of rows) await update({ kind: 'fraud warning', id })
}

/** Stores new movements. Those of payments and disputes that are not known yet are followed first. */
async function compareMovements(context: Context): Promise<void> {
  const listed = await context.account.listMovements({ since: context.movementsSince })
  for (const movement of (await selectNew(listed)).toReversed()) await storeMovement(context, movement)
  const newest = listed[0]?.happenedAt
  if (newest)
    await db
      .updateTable('processorChecks')
      .set({ movementsUntil: sql<Date>`greatest(movements_until, ${newest})` })
      .execute()
}

async function selectNew(listed: ProcessorMovement[]): Promise<ProcessorMovement[]> {
  const known = await db
    .selectFrom('processorMovements')
    .where('processorId', 'in', listed.length > 0 ? listed.map(({ id }) => id) : [''])
    .select('processorId')
    .execute()
  const ids = new Set(known.map(({ processorId }) => processorId))
  return listed.filter(({ id }) => !ids.has(id))
}

async function storeMovement({ update }: Context, movement: ProcessorMovement): Promise<void> {
  const { intentId, disputeId } = movement
  // stores its own movements
  if (disputeId !== null) await update({ kind: 'dispute', id: disputeId })
  else if (intentId !== null && !(await isReceived(intentId))) await update({ kind: 'intent', id: intentId })
  await transaction(async (trx) =>
    recordMovement(trx, movement, { charge: await findChargeOfIntent(trx, intentId) }),
  )
}

async function isReceived(intentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('receivedIntents')
    .where('intentId', '=', intentId)
    .select('intentId')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores payouts, and the movements of those that the processor has itemised. */
async function comparePayouts(context: Context): Promise<void> {
  for (const { id } of await context.account.listPayouts(context.since))
    await context.update({ kind: 'payout', id })
  const open = await db
    .selectFrom('processorPayouts')
    .where('isAutomatic', '=', true)
    .where('itemisedAt', 'is', null)
    .orderBy('madeAt')
    .limit(50)
    .select('id')
    .execute()
  for (const { id } of open) await itemise(context, id)
}

async function itemise(context: Context, payoutId: string): Promise<void> {
  const movements = await context.account.listMovements({ payoutId })
  for (const movement of await selectNew(movements)) await storeMovement(context, movement)
  // the payout itself is one of them
  const parts = movements.filter(({ kind }) => kind !== 'payout').map(({ id }) => id)
  if (parts.length === 0) return
  await transaction(async (trx) => {
    await trx.updateTable('processorMovements').set({ payoutId }).where('processorId', 'in', parts).execute()
    await trx
      .updateTable('processorPayouts')
      .set({ itemisedAt: clubNow })
      .where('id', '=', payoutId)
      .execute()
  })
}

/** Stores which events the processor does not send to this club. */
async function checkEndpoint({ account }: Context): Promise<void> {
  const path = cards.notices?.path ?? ''
  const endpoints = (await account.listNoticeEndpoints()).filter(
    ({ url }) => URL.parse(url)?.pathname === path,
  )
  const missing = endpoints.length === 0 ? null : missingEvents(endpoints.flatMap(({ events }) => events))
  await db
    .updateTable('processorChecks')
    .set({ hasEndpoint: endpoints.length > 0, missingEvents: missing })
    .execute()
}

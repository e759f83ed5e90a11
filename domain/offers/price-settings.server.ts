import { sql } from 'kysely'
import { db, transaction, type Queryable } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { requireVersion, versionOf } from '#domain/optimistic-lock.ts'
import { priceBounds } from '#format/currencies.ts'
import { localeSettings } from '#format/locale.ts'
import { t } from '#messages/t.ts'
import { planNames, type Plan } from './plans.rules.ts'
import { priceSettingsInput, type PriceSettingsInput } from './price-settings.input.ts'

/** Prices that the owner sets: of a new slot, in cents a month, and of the plans in display order. */
export type PriceSettings = { slotPriceCents: number; plans: Plan[] }

/** SQL for the plans in display order, as a JSON list. */
export const plansJson = sql<Plan[]>`(select json_agg(json_build_object(
  'name', name, 'surchargeCents', surcharge_cents, 'classes', classes) order by position) from plans)`

/** Returns the current prices. */
export const readPriceSettings = (from: Queryable = db): Promise<PriceSettings> =>
  from
    .selectFrom('club')
    .select(['slotPriceCents', plansJson.as('plans')])
    .executeTakeFirstOrThrow()

/** Returns the price of a new slot, in cents a month. */
export const readSlotPriceCents = async (from: Queryable = db): Promise<number> =>
  (await from.selectFrom('club').select('slotPriceCents').executeTakeFirstOrThrow()).slotPriceCents

/**
 * Returns how many prices on sale are below the least charge of the card processor in the club's currency, as after a
 * change of currency.
 */
export async function countPricesBelowLeastCharge(): Promise<number> {
  const { least } = priceBounds(localeSettings().currency)
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from club where slot_price_cents < ${least})::int
      + (select count(*) from slots where removed_at is null and price_cents < ${least})::int
      + (select count(*) from offers
          where withdrawn_at is null and price_cents > 0 and price_cents < ${least})::int as count`.execute(
    db,
  )
  return rows[0]!.count
}

/** Returns the current prices with their version. Requires the permission `prices.manage`. */
export async function readPriceSettingsToChange(actor: Actor): Promise<PriceSettings & { version: string }> {
  requirePermission(actor, 'prices.manage')
  const settings = await readPriceSettings()
  return { ...settings, version: versionOf(settings) }
}

/**
 * Saves the prices; audited. They apply to slots added and plans chosen from now on; what is held or sold keeps its
 * price and its classes. Throws `forbidden` without the permission `prices.manage`, `invalid` with a message per field,
 * and `conflict` if `openedVersion` is outdated; its facts carry the current version.
 */
export async function savePriceSettings(
  actor: Actor,
  input: PriceSettingsInput,
  openedVersion: string | null = null,
): Promise<void> {
  const admin = requirePermission(actor, 'prices.manage')
  const values = parseInput(priceSettingsInput, input)
  const after: PriceSettings = {
    slotPriceCents: values.slotPrice,
    plans: planNames.map((name) => ({
      name,
      surchargeCents: values[`${name}Surcharge`],
      classes: values[`${name}Classes`],
    })),
  }
  await transaction(async (trx) => {
    await sql`select from club for update`.execute(trx)
    const before = await readPriceSettings(trx)
    requireVersion(openedVersion, versionOf(before), t('refusal.pricesSavedMeanwhile'))
    await trx.updateTable('club').set({ slotPriceCents: after.slotPriceCents }).execute()
    for (const { name, ...plan } of after.plans)
      await trx.updateTable('plans').set(plan).where('name', '=', name).execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'change prices',
      subjectKind: 'club',
      subjectId: 'club',
      before: factsOf(before),
      after: factsOf(after),
    })
  })
}

/** The values by name, as the audit log compares them. */
const factsOf = ({ slotPriceCents, plans }: PriceSettings) => ({
  slotPriceCents,
  ...Object.fromEntries(
    plans.flatMap(({ name, surchargeCents, classes }) => [
      [`${name}SurchargeCents`, surchargeCents],
      [`${name}Classes`, classes],
    ]),
  ),
})

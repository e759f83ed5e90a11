import { sql } from 'kysely'
import { invalidAt } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { versionOf, requireVersion } from '#domain/optimistic-lock.ts'
import { weekdays } from '#format/weekdays.ts'
import type { Language } from '#messages/languages.ts'
import { t } from '#messages/t.ts'
import { queue } from '#platform/jobs.ts'
import { settings } from '#platform/settings/env.ts'
import { defaultClubFacts } from './club-facts.rules.ts'
import { clubInput, type ClubInput, type ClubSettings } from './club.input.ts'
import { withDefaultCopy, evictClub } from './club.server.ts'
import { formatOpeningHours, maxSpansADay, type OpeningSpan } from './opening-hours.rules.ts'

/**
 * Runs once every open transaction uses the new time zone. Rows written in between, such as the dates of a
 * month just paid, used the old one and are corrected by this job.
 */
export const timeZoneChanges = queue<{ timeZone: string }>('clock-change', {
  retries: 30,
  firstPauseSeconds: 10,
  longestPauseSeconds: 3_600,
})
/** In seconds; longer than any transaction can last under the statement and idle timeouts. */
const timeZoneChangeDelay = { afterSeconds: 60 }

/** Settings that environment variables fix; pages cannot change them. */
export const lockedSettings = () => ({
  name: settings.clubName,
  timeZone: settings.timeZone,
  currency: settings.currency,
  language: settings.language,
  trainerShare: settings.trainerShare,
})

/** Returns all settings of the settings page with their version. Admins only. */
export async function readClubSettings(actor: Actor): Promise<ClubSettings & { version: string }> {
  requirePermission(actor, 'club.settings')
  const stored = await readStoredSettings(db)
  return { ...stored, version: versionOf(stored) }
}

/** Returns the tax within prices, in percent. Throws `forbidden` without the permission `desk.use`. */
export async function readTaxPercent(actor: Actor): Promise<number> {
  requirePermission(actor, 'desk.use')
  const club = db.selectFrom('club').select(sql<number>`tax_percent::float8`.as('taxPercent'))
  return (await club.executeTakeFirstOrThrow()).taxPercent
}

async function readStoredSettings(from: Queryable): Promise<ClubSettings> {
  const { name, headlines, taglines, points, serviceNames, serviceLines, ...club } = await from
    .selectFrom('club')
    .select(['name', 'company', 'address', 'telephone', 'email', 'openSince', 'timeZone'])
    .select(['currency', 'language', 'trainerShare'])
    .select(
      sql<
        string | null
      >`case when opens_on = 'infinity' then 'soon' else to_char(opens_on, 'YYYY-MM-DD') end`.as('opensOn'),
    )
    .select(sql<Language[]>`other_languages`.as('otherLanguages'))
    .select([
      'taxNumber',
      'invoicePrefix',
      'paysAtDesk',
      'sepaCreditorId',
      sql<number>`tax_percent::float8`.as('taxPercent'),
    ])
    .select(['headlines', 'taglines', 'points', 'serviceNames', 'serviceLines', 'atTheDoor', 'about'])
    .executeTakeFirstOrThrow()
  const open = await from
    .selectFrom('openingHours')
    .select(['weekday', 'span'])
    .select([sql<string>`to_char(opens, 'HH24:MI')`.as('opens')])
    .select([sql<string>`to_char(closes, 'HH24:MI')`.as('closes')])
    .execute()
  // every first span, then every second one, as in the form
  const openDays = Array.from({ length: maxSpansADay }, (_, index) => index + 1).flatMap((span) =>
    weekdays.map((weekday) => {
      const stored = open.find((each) => each.weekday === weekday && each.span === span)
      return { weekday, opens: stored?.opens ?? '', closes: stored?.closes ?? '' }
    }),
  )
  const words = withDefaultCopy({ headlines, taglines, points, serviceNames, serviceLines })
  return { ...club, ...words, name: name ?? defaultClubFacts.name, openDays }
}

/**
 * Saves all settings at once; those fixed by environment variables keep their value. Admins only; audited with the
 * changed fields. `keepsFirstPage` notes that the words of the first page are the club's own. Throws `invalid` with a
 * message per field, and `conflict` if the version is outdated; its facts carry the current version.
 */
export async function saveClubSettings(
  actor: Actor,
  input: ClubInput,
  openedVersion: string | null = null,
  { keepsFirstPage = false } = {},
): Promise<void> {
  const admin = requirePermission(actor, 'club.settings')
  const locked = lockedSettings()
  const { openDays, ...fields } = parseInput(clubInput, input)
  // settings fixed by the environment keep their value
  const set = Object.fromEntries(
    Object.entries(fields).filter(([key]) => (locked[key as keyof typeof locked] ?? null) === null),
  )
  try {
    await transaction(async (trx) => {
      await sql`select from club for update`.execute(trx)
      const before = await readStoredSettings(trx)
      requireVersion(openedVersion, versionOf(before), t('refusal.settingsSavedMeanwhile'))
      await trx
        .updateTable('club')
        .set({ ...set, ...(set.opensOn === 'soon' && { opensOn: 'infinity' }), settingsSavedAt: clubNow })
        .$if(keepsFirstPage, (update) => update.set({ firstPageSavedAt: clubNow }))
        .execute()
      await trx.deleteFrom('openingHours').execute()
      const spans = numberSpans(enteredSpans(openDays))
      if (spans.length > 0) await trx.insertInto('openingHours').values(spans).execute()
      const changed = diffSettings(toAuditFields(before), toAuditFields(await readStoredSettings(trx)))
      if ('timeZone' in changed.after)
        await timeZoneChanges.enqueue(trx, { timeZone: String(changed.after.timeZone) }, timeZoneChangeDelay)
      await recordAudit(trx, {
        actorId: admin.id,
        action: 'change club settings',
        subjectKind: 'club',
        subjectId: 'club',
        ...changed,
      })
    })
  } catch (error) {
    if (violates(error, 'zone_is_known')) throw invalidAt('timeZone', t('refusal.chooseTheTimeZone'))
    if (violates(error, 'currency_fixed')) throw invalidAt('currency', t('refusal.currencyFixed'))
    if (violates(error, 'sold_slot_frozen')) throw invalidAt('currency', t('refusal.someoneIsHoldingAn'))
    throw error
  }
  evictClub()
}

/** Opens the club today, whatever day was announced. Audited. Throws `forbidden` without `club.settings`. */
export async function openClub(actor: Actor): Promise<void> {
  const admin = requirePermission(actor, 'club.settings')
  await transaction(async (trx) => {
    await sql`select from club for update`.execute(trx)
    const { opensOn } = await readStoredSettings(trx)
    if (opensOn === null) return
    await trx.updateTable('club').set({ opensOn: null }).execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'change club settings',
      subjectKind: 'club',
      subjectId: 'club',
      before: { opensOn },
      after: { opensOn: null },
    })
  })
  evictClub()
}

const enteredSpans = (spans: ClubSettings['openDays']) => spans.filter(({ opens }) => opens !== '')

/** Numbers the spans of each weekday from 1 on, by opening time. */
function numberSpans(spans: OpeningSpan[]) {
  const sorted = spans.toSorted((one, other) => one.opens.localeCompare(other.opens))
  return weekdays.flatMap((weekday) =>
    sorted.filter((span) => span.weekday === weekday).map((span, index) => ({ ...span, span: index + 1 })),
  )
}

/** Whether money has been taken, which fixes the currency. */
export async function isCurrencyFixed(actor: Actor): Promise<boolean> {
  requirePermission(actor, 'club.settings')
  const { rows } = await sql<{ isFixed: boolean }>`
    select exists (select from payments) or exists (select from stray_charges)
      or exists (select from payouts) as is_fixed`.execute(db)
  return rows[0]!.isFixed
}

const toAuditFields = ({ openDays, ...rest }: ClubSettings): Record<string, unknown> => ({
  ...rest,
  openingHours: formatOpeningHours(enteredSpans(openDays)),
})

/** Returns the fields that differ, before and after. */
function diffSettings(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name]]))
  return { before: only(before), after: only(after) }
}

/** Whether an admin has ever saved the settings, and the words of the first page. */
export async function readSavedSettings(): Promise<{ settings: boolean; firstPage: boolean }> {
  const saved = await db
    .selectFrom('club')
    .select(['settingsSavedAt', 'firstPageSavedAt'])
    .executeTakeFirstOrThrow()
  return { settings: saved.settingsSavedAt !== null, firstPage: saved.firstPageSavedAt !== null }
}

/** Returns the default share of a sale that goes to its trainer, in percent. */
export async function readTrainerShare(): Promise<number> {
  const { trainerShare } = await db.selectFrom('club').select('trainerShare').executeTakeFirstOrThrow()
  return trainerShare
}

import { sql, type RawBuilder, type Selectable } from 'kysely'
import { clubZone, db, transaction, type Queryable } from '#db/client.ts'
import type { Day, Tables } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { requireVersion } from '#domain/optimistic-lock.ts'
import { t } from '#messages/t.ts'
import { cancellationDeadlineOf } from './lessons.rules.ts'
import { policiesInput, type PoliciesInput, type PolicyValues } from './policies.input.ts'

export type Policy = Selectable<Tables['policies']>

/** SQL for the club's current policy, to follow `from`. Every promise keeps the version it was made under. */
export const currentPolicy = sql`(select * from policies order by version desc limit 1) policy`

/**
 * SQL for the policy under which the month `bookings` was paid, to follow `from` in a subquery. The current policy
 * until the month's lessons are written.
 */
export const policyOfMonth = sql`(select * from policies
  where version = coalesce((select min(policy_version) from months where months.booking_id = bookings.id), version)
  order by version desc limit 1) policy`

/** Returns the current policy. */
export const readPolicies = (from: Queryable = db): Promise<Policy> =>
  from.selectFrom('policies').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow()

/** What the form proposes until an admin saves a value. */
const proposals = { coverPercent: 100 }

/**
 * Returns the current policy as its form shows it, with its version and the names of values that are only proposed.
 * Requires the permission `club.settings`.
 */
export async function readPolicySettings(
  actor: Actor,
): Promise<{ values: PolicyValues; proposed: (keyof PolicyValues)[]; version: string; setAt: Date }> {
  requirePermission(actor, 'club.settings')
  const policy = await readPolicies()
  return {
    values: { ...valuesOf(policy), coverPercent: policy.coverPercent ?? proposals.coverPercent },
    proposed: policy.coverPercent === null ? ['coverPercent'] : [],
    version: String(policy.version),
    setAt: policy.setAt,
  }
}

const policyNames = Object.keys(policiesInput.shape) as (keyof PolicyValues)[]

type StoredValues = Omit<PolicyValues, 'coverPercent'> & Pick<Policy, 'coverPercent'>

/** Times without seconds: `21:00` of `21:00:00`. */
const valuesOf = (policy: Policy): StoredValues => ({
  ...policy,
  quietFrom: policy.quietFrom.slice(0, 5),
  quietUntil: policy.quietUntil.slice(0, 5),
  remindAt: policy.remindAt.slice(0, 5),
})

/**
 * Adds a version of the policies and returns whether any value changed; equal values add none. Earlier promises keep
 * their version. Audited with the changed values. Throws `forbidden` without the permission `club.settings`, `invalid`
 * with a message per field, and `conflict` if `openedVersion` is outdated; its facts carry the current version.
 */
export async function savePolicies(
  actor: Actor,
  input: PoliciesInput,
  openedVersion: string | null = null,
): Promise<{ isChanged: boolean }> {
  const admin = requirePermission(actor, 'club.settings')
  const after = parseInput(policiesInput, input)
  return transaction(async (trx) => {
    await sql`select from club for update`.execute(trx)
    const policy = await readPolicies(trx)
    requireVersion(openedVersion, String(policy.version), t('refusal.rulesSavedMeanwhile'))
    const before = valuesOf(policy)
    const changed = policyNames.filter((name) => before[name] !== after[name])
    if (changed.length === 0) return { isChanged: false }
    const { version } = await trx
      .insertInto('policies')
      .values(after)
      .returning('version')
      .executeTakeFirstOrThrow()
    const only = (values: StoredValues) => Object.fromEntries(changed.map((name) => [name, values[name]]))
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'change rules',
      subjectKind: 'policies',
      subjectId: String(version),
      before: only(before),
      after: only(after),
    })
    return { isChanged: true }
  })
}

/**
 * SQL expression for the deadline of a free cancellation. After a booking at short notice it is the end of the grace
 * period, and never later than the start.
 */
export function freeCancellationUntil(
  policy: Policy,
  startHour: number,
  day: RawBuilder<Day>,
  startsAt: RawBuilder<Date>,
): RawBuilder<Date> {
  const { daysBefore, minute } = cancellationDeadlineOf(startHour, policy)
  return sql<Date>`greatest(
    (${day} - ${daysBefore}::integer + make_interval(mins => ${minute})) at time zone ${clubZone},
    least(club_now() + make_interval(mins => ${policy.graceMinutes}), ${startsAt}))`
}

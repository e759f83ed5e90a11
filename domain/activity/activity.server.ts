import { sql } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import type { ActivityKind } from '#db/tables.ts'
import { formatStored, type StoredMessage } from '#format/stored-message.ts'
import { inLanguage } from '#messages/t.ts'

type Activity = {
  userId: string
  kind: ActivityKind
  /** A short title in the second person, such as 'You held 07:00'. */
  summary: StoredMessage
  /** The subject, such as 'Mira Okafor, for 15 minutes', or a text that a person wrote. */
  detail?: StoredMessage | string | undefined
  bookingId?: string
  /** Entries with the same key are folded into one, which counts up and moves to the newest time. */
  foldKey?: string
}

/** Writes an entry to a person's activity log, in the transaction of the change itself. */
export async function recordActivity(
  trx: Transaction,
  { summary, detail, ...entry }: Activity,
): Promise<void> {
  const english = (text: StoredMessage | string) => inLanguage('en', () => formatStored(text))
  const texts = {
    summary: english(summary),
    detail: detail === undefined ? null : english(detail),
    facts: JSON.stringify({ summary, detail }),
  }
  await trx
    .insertInto('activities')
    .values({ ...entry, ...texts })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'foldKey']).doUpdateSet({
        times: sql`activities.times + 1`,
        ...texts,
        happenedAt: clubNow,
      }),
    )
    .execute()
}

type AuditEntry = {
  /** Null for the operator at the command line and for the club itself. */
  actorId: string | null
  /** A verb and its object, such as 'approve application'. */
  action: string
  subjectKind: string
  subjectId: string
  before?: unknown
  after?: unknown
}

/** Appends a change made by staff to the audit log, in the transaction of the change itself. */
export async function recordAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  const { before, after, ...rest } = entry
  await trx
    .insertInto('auditEntries')
    .values({
      ...rest,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute()
}

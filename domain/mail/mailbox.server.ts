import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db } from '#db/client.ts'
import type { Actor } from '#domain/actor.ts'
import { isDemoClub } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { t } from '#messages/t.ts'
import { loopbackHosts, settings } from '#platform/settings/env.ts'
import { recipientName } from './recipient.ts'

// The demo club sends no mail. Its letters are shown in a mailbox instead. If the demo is reachable from
// other machines, people see their own letters only, because a letter can contain a sign-in link.

const isPubliclyReachable =
  !loopbackHosts.has(settings.host) || !loopbackHosts.has(new URL(settings.publicUrl).hostname)

function selectMailboxLetters(actor: Actor) {
  if (!isDemoClub()) throw notFound(t('refusal.thisPage'))
  const all = db.selectFrom('letters').where('html', 'is not', null)
  if (!isPubliclyReachable) return all
  return actor.kind === 'person' ? all.where('userId', '=', actor.id) : all.where((eb) => eb.lit(false))
}

export type MailboxEntry = { id: string; name: string; subject: string; queuedAt: Date }

/** Lists the letters of the demo club's mailbox, newest first. Throws `not-found` in a real club. */
export async function listMailbox(actor: Actor, range: Partial<PageRange> = {}): Promise<Page<MailboxEntry>> {
  const { limit, offset } = clampPageRange(range)
  const [items, { total }] = await Promise.all([
    selectMailboxLetters(actor)
      .select(['id', recipientName.as('name'), 'subject', 'queuedAt'])
      .orderBy('queuedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    selectMailboxLetters(actor)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

export type MailboxLetter = MailboxEntry & { email: string; from: string; html: string; text: string }

/** Returns one letter of the mailbox. Throws `not-found`. */
export async function getMailboxLetter(actor: Actor, id: string): Promise<MailboxLetter> {
  const found = await selectMailboxLetters(actor)
    .where('id', '=', requireId(id, t('refusal.thisLetter')))
    .select(['id', recipientName.as('name'), 'subject', 'queuedAt'])
    .select((eb) => [eb.fn.coalesce('email', sql.lit('')).as('email')])
    .select((eb) => [eb.ref('html').$notNull().as('html'), eb.ref('text').$notNull().as('text')])
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisLetter'))
  return { ...found, from: settings.mailFrom }
}

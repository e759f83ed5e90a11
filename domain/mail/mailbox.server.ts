import { db } from '#db/client.ts'
import { loopbackHosts, settings } from '#platform/env.ts'
import type { Actor } from '#domain/actor.ts'
import { isDemoClub } from '#domain/club/club.server.ts'
import { notFound } from '#domain/errors.ts'
import { requireId } from '#domain/ids.ts'
import { boundStretch, type Listed, type Stretch } from '#domain/paging.ts'
import { addressee } from './addressee.ts'

// The demo club sends no mail: its letters are read in a mailbox instead, by whoever tries the club out. Where other
// machines reach it, each person reads their own only, for a letter opens an account.

const isOpenToOthers =
  !loopbackHosts.has(settings.host) || !loopbackHosts.has(new URL(settings.publicUrl).hostname)

function letters(actor: Actor) {
  if (!isDemoClub()) throw notFound('This page')
  const all = db.selectFrom('letters').where('html', 'is not', null)
  if (!isOpenToOthers) return all
  return actor.kind === 'person' ? all.where('userId', '=', actor.id) : all.where((eb) => eb.lit(false))
}

export type MailboxEntry = { id: string; name: string; subject: string; queuedAt: Date }

/** The letters of the demo club's mailbox, newest first. Throws `not-found` in a real club. */
export async function listMailbox(actor: Actor, asked: Partial<Stretch> = {}): Promise<Listed<MailboxEntry>> {
  const { limit, offset } = boundStretch(asked)
  const [items, { total }] = await Promise.all([
    letters(actor)
      .select(['id', addressee.as('name'), 'subject', 'queuedAt'])
      .orderBy('queuedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    letters(actor)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

export type MailboxLetter = MailboxEntry & { email: string; from: string; html: string; text: string }

/** One letter of the mailbox. Throws `not-found`. */
export async function getMailboxLetter(actor: Actor, id: string): Promise<MailboxLetter> {
  const found = await letters(actor)
    .where('id', '=', requireId(id, 'This letter'))
    .select(['id', addressee.as('name'), 'email', 'subject', 'queuedAt'])
    .select((eb) => [eb.ref('html').$notNull().as('html'), eb.ref('text').$notNull().as('text')])
    .executeTakeFirst()
  if (!found) throw notFound('This letter')
  return { ...found, from: settings.mailFrom }
}

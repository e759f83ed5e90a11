import { randomUUID } from 'node:crypto'
import { db, readNow } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { classifyMailError, mail, verifyMailServer, type Mail, type MailFault } from '#platform/mail.ts'
import { settings } from '#platform/settings/env.ts'
import { testEmail } from './letters/test-email.ts'
import { letterReader } from './outbox.server.ts'
import { renderHtml, renderText } from './template.ts'

export type MailSetup = {
  carrier: Mail['carrier']
  /** Sender of all emails: an address, perhaps with a name. */
  sender: string
  /** The mail server, without its password; null if there is none. */
  server: { host: string; encryption: 'tls' | 'starttls' | 'none'; user: string } | null
}

/** Returns how the club sends mail. Admins only. */
export function readMailSetup(actor: Actor): MailSetup {
  requirePermission(actor, 'operations.read')
  const { smtpUrl, mailFrom: sender } = settings
  if (smtpUrl === null || mail.carrier !== 'smtp') return { carrier: mail.carrier, sender, server: null }
  const { protocol, hostname, port, username } = new URL(smtpUrl)
  const isImplicit = protocol === 'smtps:'
  const encryption = isImplicit ? 'tls' : username === '' ? 'none' : 'starttls'
  const host = `${hostname}:${port || (isImplicit ? '465' : '587')}`
  return { carrier: 'smtp', sender, server: { host, encryption, user: decodeURIComponent(username) } }
}

/** Outcome of a check: null if it passed, otherwise the fault and the server's reply. */
export type MailCheck = { fault: MailFault; reply: string } | null

/** Connects to the mail server and signs in, without sending anything. Returns the outcome. Admins only. */
export async function checkMailServer(actor: Actor): Promise<MailCheck> {
  requirePermission(actor, 'operations.read')
  return settings.smtpUrl === null ? null : outcomeOf(() => verifyMailServer(settings))
}

/** Sends a test email to the admin at once, not through the outbox. Returns the outcome. Admins only. */
export async function sendTestEmail(actor: Actor): Promise<MailCheck> {
  const { name, email } = requirePermission(actor, 'letters.resend')
  const club = await clubFacts()
  const writtenAt = await readNow(db)
  const content = testEmail.compose({}, letterReader(name, club))
  const to = { name, address: email }
  const { subject } = content
  const [html, text] = [renderHtml(content, club), renderText(content, club)]
  return outcomeOf(() => mail.send({ id: randomUUID(), to, subject, html, text, writtenAt }))
}

async function outcomeOf(attempt: () => Promise<void>): Promise<MailCheck> {
  try {
    await attempt()
    return null
  } catch (error) {
    return classifyMailError(error)
  }
}

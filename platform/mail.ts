// Delivers letters: to a mail server, or to files in a folder for a real club without one. The demo club delivers
// none; its mailbox shows the stored letters.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { singleton } from '#core/singleton.ts'
import { removeOldFiles } from './files/remove-old-files.ts'
import { loopbackHosts, settings } from './settings/env.ts'
import type { MailSettings } from './settings/mail-settings.ts'

export type Message = {
  /** Message-ID, the same for every attempt, so that mail programs show a duplicate once. */
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  writtenAt: Date
  /** For letters to many: the name of the list, such as `weekly-letter`, and the URL for one-click unsubscription. */
  list?: { name: string; unsubscribeUrl: string } | null
}

export type Mail = {
  /** A way to send letters. */
  carrier: 'smtp' | 'folder' | 'mailbox'
  /**
   * Resolves when the letter was accepted. Throws `MailRefused`, `CarrierUnavailable`, or another error for this attempt.
   */
  send: (message: Message) => Promise<void>
  close: () => void
}

/**
 * Object of a permanent refusal: an `address` that does not exist, a `recipient` without a stated reason, or `other`,
 * such as the sender, the login or the content.
 */
export type RefusalSubject = 'address' | 'recipient' | 'other'

/** The server refused the letter for good. The message is the server's reply. */
export class MailRefused extends Error {
  readonly subject: RefusalSubject
  constructor(subject: RefusalSubject, reply: string, cause: unknown) {
    super(reply, { cause })
    this.subject = subject
  }
}
/** No letter can be sent at present. */
export class CarrierUnavailable extends Error {}

/** The kind of carrier, and the folder of its files. */
type MailConfig = MailSettings & { publicUrl: string; folder: string }

const readMailConfig = (): MailConfig => ({ ...settings, folder: join(settings.dataDir, 'mail') })

const demoMailbox: Mail = { carrier: 'mailbox', send: async () => {}, close: () => {} }

type MailOptions = { demo: boolean }
const optionsSingleton = singleton<MailOptions>('mail')
const currentOptions = optionsSingleton.get()

/** The mail of this process. Before `openMail`, letters wait in the outbox. */
export let mail: Mail = currentOptions ? chooseMail(currentOptions) : demoMailbox

/** Whether the club sends letters; true in the demo club, which has a mailbox. */
export const sendsMail = (): boolean => mail.carrier !== 'folder'

function chooseMail({ demo }: MailOptions): Mail {
  if (demo) return demoMailbox
  return settings.smtpUrl === null ? mailToFolder(readMailConfig()) : mailToServer(readMailConfig())
}

/** Selects the carrier once, at the start of the process. The demo club sends nothing. */
export function openMail(choice: MailOptions): void {
  mail = chooseMail(optionsSingleton.set(choice))
}

/** Replaces the mail of the process. @internal */
export function setMail(own: Mail): void {
  mail = own
}

/** One letter at a time over one persistent connection. */
function createSmtpTransport({ smtpUrl }: Pick<MailSettings, 'smtpUrl'>) {
  const { hostname, username } = new URL(smtpUrl ?? '')
  return createTransport({
    url: smtpUrl ?? '',
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // a server that scans letters takes long, and an early retry would be a duplicate
    socketTimeout: 60_000,
    // a password is sent to another machine over TLS only
    requireTLS: username !== '' && !loopbackHosts.has(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Creates the carrier for the server at `smtpUrl`. */
export function mailToServer(own: MailConfig): Mail {
  const transport = createSmtpTransport(own)
  return {
    carrier: 'smtp',
    send: async (message) => {
      try {
        await transport.sendMail(composeMessage(message, own))
      } catch (error) {
        throw toMailError(error as NodemailerError)
      }
    },
    close: () => transport.close(),
  }
}

/** Verifies the login at the server, without sending a letter. Throws the server's error. */
export async function verifyMailServer(own: Pick<MailSettings, 'smtpUrl'>): Promise<void> {
  const transport = createSmtpTransport(own)
  await transport.verify().finally(() => transport.close())
}

// outside of a letter, so not about this one
const connectionCodes = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH'])

function toMailError(error: NodemailerError): Error {
  const { code = '', command = '', response = '', responseCode = 0, message } = error
  if (connectionCodes.has(code)) return new CarrierUnavailable(message, { cause: error })
  if (responseCode < 500) return error
  return new MailRefused(refusalSubject(command, response), response, error)
}

/** RFC 3463 and RFC 7505 codes of a recipient's address that is wrong, unknown, gone, or without mail. */
const unknownAddressCodes = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'])

/** Only the reply to RCPT can be about the recipient. Without an enhanced code, it may be about everybody. */
function refusalSubject(command: string, response: string): RefusalSubject {
  if (command !== 'RCPT TO') return 'other'
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (enhanced) return unknownAddressCodes.has(enhanced) ? 'address' : 'other'
  return /^55[013]\b/.test(response) ? 'recipient' : 'other'
}

/** Kinds of a failed attempt to send mail. */
export type MailFault =
  | 'unknown-host'
  | 'no-connection'
  | 'no-encryption'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'recipient-unclear'
  | 'policy'
  | 'later'
  | 'other'

/** Classifies an error of `send` or `verifyMailServer`; `reply` is the server's reply, or the error of the connection. */
export function classifyMailError(error: unknown): { fault: MailFault; reply: string } {
  const source = error instanceof MailRefused || error instanceof CarrierUnavailable ? error.cause : error
  const {
    code = '',
    command = '',
    response = '',
    responseCode = 0,
    message,
  } = (source instanceof Error ? source : new Error(String(source))) as NodemailerError
  const reply = response || message
  const isLogin = code === 'EAUTH' || code === 'ENOAUTH' || [530, 534, 535].includes(responseCode)
  if (isLogin) return { fault: 'login', reply }
  if (responseCode === 0) return { fault: connectionFault(code, message), reply }
  if (responseCode < 500) return { fault: 'later', reply }
  if (command === 'MAIL FROM') return { fault: 'sender', reply }
  const subject = refusalSubject(command, response)
  if (subject === 'address') return { fault: 'recipient', reply }
  if (subject === 'recipient') return { fault: 'recipient-unclear', reply }
  if (/\b5\.1\.[78]\b/.test(response)) return { fault: 'sender', reply }
  return { fault: responseCode === 554 || /\b5\.7\.\d/.test(response) ? 'policy' : 'other', reply }
}

function connectionFault(code: string, message: string): MailFault {
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'unknown-host'
  if (code === 'ETLS' || /certificate|SSL|TLS|wrong version/i.test(message)) return 'no-encryption'
  return connectionCodes.has(code) ? 'no-connection' : 'other'
}

/**
 * Breaks up encoded words (RFC 2047) that a person typed, such as `=?utf-8?q?=0d=0a?=`. Mail programs would decode them
 * into other characters, among them line breaks.
 */
const withoutEncodedWords = (text: string) => text.replaceAll(/=\?(?=[^?\s]*\?[bq]\?)/gi, '= ?')

function composeMessage(message: Message, { mailFrom, publicUrl }: MailConfig): SendMailOptions {
  const { id, to, subject, text, html, writtenAt, list } = message
  const { hostname } = new URL(publicUrl)
  return {
    from: mailFrom,
    to: { ...to, name: withoutEncodedWords(to.name) },
    subject: withoutEncodedWords(subject),
    text,
    html,
    date: writtenAt,
    messageId: `<${id}@${hostname}>`,
    headers: {
      // prevents automatic replies
      'Auto-Submitted': 'auto-generated',
      ...(list
        ? {
            'List-Id': `<${list.name}.${hostname}>`,
            'List-Unsubscribe': `<${list.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}

const maxAgeMs = 7 * 86_400_000

/** Writes letters to files for a mail program, readable by the owner only, and removed after a week. */
export function mailToFolder(own: MailConfig): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    carrier: 'folder',
    send: async (message) => {
      await mkdir(own.folder, { recursive: true, mode: 0o700 })
      const { message: bytes } = await transport.sendMail(composeMessage(message, own))
      const file = join(own.folder, `${message.id}.eml`)
      await writeFile(`${file}.new`, bytes as Buffer, { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    close: () => {},
  }
}

/** Removes letters older than a week from the folder. */
export const removeOldMailFiles = () => removeOldFiles(readMailConfig().folder, maxAgeMs)

// Delivers letters: to a mail server, or to files in a folder for a real club without one. The demo club delivers
// none; its mailbox shows the stored letters.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { loopbackHosts, settings } from './settings/env.ts'
import type { MailSettings } from './settings/mail-settings.ts'
import { removeOldFiles } from './files/remove-old-files.ts'
import { singleton } from '#core/singleton.ts'

export type Message = {
  /** The same for every try, so that a mail program shows a letter once that arrived twice. */
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  writtenAt: Date
  /** Where a mail program may end the subscription by posting, for letters to many. */
  unsubscribeUrl?: string | null
}

export type Mail = {
  /** The carrier of letters. */
  carrier: 'smtp' | 'folder' | 'mailbox'
  /** Returns once the letter was taken; throws `AddressRefused`, `CarrierAway`, or another error for this try. */
  send: (message: Message) => Promise<void>
  close: () => void
}

/** There is no such address, and there will be none by trying again. */
export class AddressRefused extends Error {}
/** No letter can be delivered just now, neither this one nor another. */
export class CarrierUnavailable extends Error {}

/** How this club sends, and where its files of letters lie. */
type MailConfig = MailSettings & { publicUrl: string; folder: string }

const readMailConfig = (): MailConfig => ({ ...settings, folder: join(settings.dataDir, 'mail') })

const demoMailbox: Mail = { carrier: 'mailbox', send: async () => {}, close: () => {} }

type MailOptions = { demo: boolean }
const optionsSingleton = singleton<MailOptions>('mail')
const currentOptions = optionsSingleton.get()

/** The mail of this process, once `openMail` was called; until then letters only wait in the outbox. */
export let mail: Mail = currentOptions ? chooseMail(currentOptions) : demoMailbox

/** Whether letters of this club reach anybody; true in the demo club, which has a mailbox. */
export const sendsMail = (): boolean => mail.carrier !== 'folder'

function chooseMail({ demo }: MailOptions): Mail {
  if (demo) return demoMailbox
  return settings.smtpUrl === null ? mailToFolder(readMailConfig()) : mailToServer(readMailConfig())
}

/** Chooses who carries letters, once, at the start of the process. The demo club never sends any. */
export function openMail(choice: MailOptions): void {
  mail = chooseMail(optionsSingleton.set(choice))
}

/**
 * Makes this the mail of the process.
 * @internal
 */
export function setMail(own: Mail): void {
  mail = own
}

/** One letter at a time over one connection that is kept open. */
function createSmtpTransport({ smtpUrl }: Pick<MailSettings, 'smtpUrl'>) {
  const { hostname, username } = new URL(smtpUrl ?? '')
  return createTransport({
    url: smtpUrl ?? '',
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // a server that looks into letters takes its time, and a second try too early is a second letter
    socketTimeout: 60_000,
    // a password goes to another machine in secret or not at all
    requireTLS: username !== '' && !loopbackHosts.has(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Mail to the server at `smtpUrl`. */
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

/** Checks that the server at `smtpUrl` accepts the club's login, without a letter. Throws its error otherwise. */
export async function verifyMailServer(own: Pick<MailSettings, 'smtpUrl'>): Promise<void> {
  const transport = createSmtpTransport(own)
  await transport.verify().finally(() => transport.close())
}

// before or between letters: nothing was said about this one
const connectionCodes = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH'])

function toMailError(error: NodemailerError): Error {
  const { code = '', response = '', responseCode = 0, message } = error
  if (isUnknownAddress(responseCode, response)) return new AddressRefused(message, { cause: error })
  if (connectionCodes.has(code)) return new CarrierUnavailable(message, { cause: error })
  return error
}

/** RFC 3463 says 5.1.x of addresses; servers without such codes answer 550, 551 and 553. */
function isUnknownAddress(code: number, response: string): boolean {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return enhanced ? enhanced.startsWith('5.1.') : [550, 551, 553].includes(code)
}

function composeMessage(message: Message, { mailFrom, publicUrl }: MailConfig): SendMailOptions {
  const { id, to, subject, text, html, writtenAt, unsubscribeUrl } = message
  return {
    from: mailFrom,
    to,
    subject,
    text,
    html,
    date: writtenAt,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    headers: {
      // no machine shall answer a machine
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}

const maxAgeMs = 7 * 86_400_000

/** Mail to files that a mail program opens, readable by the club's user alone; they are kept for a week. */
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

/** Removes letters from the folder that have lain there for a week. */
export const removeOldMailFiles = () => removeOldFiles(readMailConfig().folder, maxAgeMs)

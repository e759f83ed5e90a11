import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mailToServer, type Mail } from '#platform/mail.ts'

export type SmtpStage = 'MAIL' | 'RCPT' | 'DATA'

type SmtpFaults = {
  /**
   * The server's reply to a command, such as `550 5.1.1 Unknown mailbox.`, for this recipient; null accepts it. At
   * `MAIL` the address is the sender's. Each line of a longer reply has the code.
   */
  refuse?: (address: string, stage: SmtpStage) => string | null
  /** The number of emails to accept and then close the connection without a reply. */
  drops?: number
}

/** The error that makes the server send this reply; null for none. */
function replyError(reply: string | null): Error | null {
  if (reply === null) return null
  const lines = reply.split('\n').map((line) => line.slice(4))
  return Object.assign(new Error(), {
    responseCode: Number(reply.slice(0, 3)),
    message: lines.length === 1 ? lines[0] : lines,
  })
}

/** A local SMTP server that stores accepted emails. */
export async function startSmtpDouble(faults: SmtpFaults = {}) {
  const taken: Buffer[] = []
  const refuse = faults.refuse ?? (() => null)
  let drops = faults.drops ?? 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onMailFrom: ({ address }, _session, done) => done(replyError(refuse(address, 'MAIL'))),
    onRcptTo: ({ address }, _session, done) => done(replyError(refuse(address, 'RCPT'))),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const error = replyError(refuse(envelope.rcptTo[0]?.address ?? '', 'DATA'))
        if (error) return done(error)
        taken.push(Buffer.concat(parts))
        if (drops-- > 0) for (const socket of sockets) socket.destroy()
        else done()
        return undefined
      })
    },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // ignores clients that disconnect early
  server.on('error', () => {})
  const listening = once(server.listen(0, '127.0.0.1'), 'listening')
  await listening
  const { port } = server.server.address() as AddressInfo
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  /** The accepted emails, in order. */
  const letters = (): Promise<Email[]> => Promise.all(taken.map((bytes) => PostalMime.parse(bytes)))
  return { letters, count: () => taken.length, port, smtpUrl: `smtp://127.0.0.1:${port}`, close }
}

/** The settings of a club with this mail server. */
export const mailSettingsFor = (smtpUrl: string): Mail =>
  mailToServer({
    smtpUrl,
    mailFrom: 'Palestra <hello@palestra.example>',
    publicUrl: 'http://localhost:3000',
    folder: '',
  })

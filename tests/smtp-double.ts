import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mailToServer, type Mail } from '#platform/mail.ts'

type SmtpFaults = {
  /** The server's reply for this address, such as `550 5.1.1 Unknown mailbox.`; null accepts it. */
  refuse?: (address: string) => string | null
  /** The number of emails to accept and then close the connection without a reply. */
  drops?: number
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
    onRcptTo: ({ address }, _session, done) => {
      const answer = refuse(address)
      if (answer === null) return done()
      const responseCode = Number(answer.slice(0, 3))
      return done(Object.assign(new Error(answer.slice(4)), { responseCode }))
    },
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push(Buffer.concat(parts))
        if (drops-- > 0) for (const socket of sockets) socket.destroy()
        else done()
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

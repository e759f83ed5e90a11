import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mailToServer, type Mail } from '#platform/mail.ts'

type SmtpFaults = {
  /** The server's reply for this address, such as `550 5.1.1 Unknown mailbox.`; null accepts it. */
  refuse?: (address: string) => string | null
  /** Takes the whole letter and then ends the connection without a word, so many times. */
  drops?: number
}

/** A mail server on this machine that keeps what it takes. */
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
  // a client that disconnects early is not the test's concern
  server.on('error', () => {})
  const listening = once(server.listen(0, '127.0.0.1'), 'listening')
  await listening
  const { port } = server.server.address() as AddressInfo
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  /** What was taken so far, in that order. */
  const letters = (): Promise<Email[]> => Promise.all(taken.map((bytes) => PostalMime.parse(bytes)))
  return { letters, count: () => taken.length, port, smtpUrl: `smtp://127.0.0.1:${port}`, close }
}

/** Mail of a club whose mail server listens there. */
export const mailSettingsFor = (smtpUrl: string): Mail =>
  mailToServer({
    smtpUrl,
    mailFrom: 'Palestra <hello@palestra.example>',
    publicUrl: 'http://localhost:3000',
    folder: '',
  })

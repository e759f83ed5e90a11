import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { freePort } from '#scripts/free-port.ts'
import { acceptsConnections } from './wait-until.ts'

const program = 'exim4'

// loopback only, without the system's configuration, so that no email leaves the machine
const configuration = (folder: string) => `
primary_hostname = localhost
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%slog
acl_smtp_rcpt = recipients
deliver_drop_privilege = true
# 10 unless told; the others would wait for a round of the queue
smtp_accept_queue_per_connection = 0
tls_advertise_hosts =
begin acl
recipients:
  deny local_parts = nobody
       message = 5.1.1 Nobody here by that name.
  accept
begin routers
everybody:
  driver = accept
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  directory = ${folder}/letters
  maildir_format
  envelope_to_add
`

/** Starts exim with its own folder and port. Accepted emails are files. */
export async function startDebianMailServer() {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-exim-'))
  // exim runs as its own user
  chmodSync(folder, 0o777)
  const file = join(folder, 'exim.conf')
  writeFileSync(file, configuration(folder), { mode: 0o644 })
  const port = await freePort()
  const server = spawn(program, ['-C', file, '-bdf', '-oX', `127.0.0.1.${port}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(server, 'exit')
  const taken = join(folder, 'letters', 'new')
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    answers: () => acceptsConnections(port, 'data'),
    count: () => (existsSync(taken) ? readdirSync(taken).length : 0),
    letters: (): Promise<Email[]> =>
      Promise.all(readdirSync(taken).map((name) => PostalMime.parse(readFileSync(join(taken, name))))),
    stop: async () => {
      server.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#scripts/free-port.ts'
import { startSmtpDouble } from '#tests/smtp-double.ts'

// A new club in an empty folder: no demo, no account, no settings.

export async function startNewClub() {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-e2e-owner-'))
  const [port, mail] = [await freePort(), await startSmtpDouble()]
  const address = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: 'production',
    // other tests cover several processes
    PROCESSES: '1',
    PORT: String(port),
    PUBLIC_URL: address,
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: 'Iron Works <hello@iron.example>',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, ['server/main.ts'], { stdio: ['ignore', 'pipe', 'inherit'], env })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (printed: Buffer) => printed.includes('Ctrl-C stops it.') && resolve())
    child.once('exit', () => reject(new Error('The owner’s club does not serve.')))
  })
  return {
    address,
    mail,
    /** Runs a task of `npm run club` and returns its output. */
    task: async (...words: string[]): Promise<string> =>
      (await promisify(execFile)(process.execPath, ['scripts/club.ts', ...words], { env })).stdout,
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await mail.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

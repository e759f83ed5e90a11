import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runningPostgresUrl } from '#platform/embedded-postgres/embedded-postgres.ts'
import { readSecretFile } from '#platform/files/secret-file.ts'
import { startStripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { stripePort } from './run-settings.ts'

// A club in production mode with a test double of Stripe. It differs from production only in keys, URLs and the
// number of processes.

export const stripeAddress = `http://localhost:${stripePort}`

export type StripeClub = Awaited<ReturnType<typeof startStripeClub>>

export async function startStripeClub() {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-e2e-stripe-'))
  const double = await startStripeDouble()
  const { secretKey, publishableKey, webhookSecret } = double.settings
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      PROCESSES: '1',
      PORT: String(stripePort),
      DATA_DIR: folder,
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: double.url,
    },
  })
  await untilReady(child)
  double.events.deliver({ url: `${stripeAddress}/api/webhooks/stripe` })
  const pool = new pg.Pool({ connectionString: runningPostgresUrl(join(folder, 'postgres')) ?? '', max: 2 })
  return {
    double,
    secret: await readSecretFile(folder),
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    async stop(): Promise<void> {
      await pool.end()
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await double.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  const end = Date.now() + 120_000
  for (;;) {
    const ready = await fetch(`${stripeAddress}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    if (child.exitCode !== null || Date.now() > end) throw new Error('The club with Stripe does not serve.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { dataFolder, givenDatabase, givenSecret, isKept, port } from './run.ts'

// The demo club for the browser tests, from the production build, with nothing left behind afterwards.

if (givenDatabase) await atServer(`create database ${givenDatabase.name}`)

const club = spawn(process.execPath, ['server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: '',
    DATA_DIR: dataFolder,
    DATABASE_URL: givenDatabase?.url ?? '',
    AUTH_SECRET: givenDatabase ? givenSecret : '',
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  },
})

// a signal reaches the club as well, which ends in good order; this process tidies up after it
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
club.on('close', (exitCode) => void tidyUp().finally(() => process.exit(exitCode ?? 1)))

async function tidyUp(): Promise<void> {
  if (isKept) return
  if (givenDatabase) await atServer(`drop database if exists ${givenDatabase.name} with (force)`)
  rmSync(dataFolder, { recursive: true, force: true })
}

async function atServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: givenDatabase?.server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

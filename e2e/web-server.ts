import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { dataFolder, externalDatabase, externalAuthSecret, isReusable, port } from './run-settings.ts'

// Serves the demo club for the browser tests from the production build, and removes its data afterwards.

if (externalDatabase) await atServer(`create database ${externalDatabase.name}`)

const club = spawn(process.execPath, ['server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: '',
    DATA_DIR: dataFolder,
    DATABASE_URL: externalDatabase?.url ?? '',
    AUTH_SECRET: externalDatabase ? externalAuthSecret : '',
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  },
})

// signals reach the club too, which shuts down gracefully; this process cleans up afterwards
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
club.on('close', (exitCode) => void cleanUp().finally(() => process.exit(exitCode ?? 1)))

async function cleanUp(): Promise<void> {
  if (isReusable) return
  if (externalDatabase) await atServer(`drop database if exists ${externalDatabase.name} with (force)`)
  rmSync(dataFolder, { recursive: true, force: true })
}

async function atServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: externalDatabase?.server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

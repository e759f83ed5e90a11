import { createHmac } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { DataFolderUnusable, errorCode } from './errors.ts'

export const superuserRole = 'keeper'
const clubRole = 'club'
const clubDatabase = 'club'
const wrongPassword = '28P01'
/** A server without a response by then counts as frozen. */
const responseTimeoutMs = 5_000

/** The club's role is not a superuser, so it has another password than the superuser. */
function clubPassword(password: string): string {
  return createHmac('sha256', password).update(clubRole).digest('base64url')
}

export function clubUrl(port: number, password: string): string {
  return `postgres://${clubRole}:${clubPassword(password)}@127.0.0.1:${port}/${clubDatabase}`
}

/**
 * Opens a connection as the superuser, which only this launcher uses. The caller ends it. Throws DataFolderUnusable
 * for a wrong password, and otherwise the error of the driver.
 */
export async function connectAsSuperuser(
  port: number,
  password: string,
  database = 'postgres',
): Promise<Client> {
  const config: ClientConfig = {
    host: '127.0.0.1',
    port,
    user: superuserRole,
    password,
    database,
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: responseTimeoutMs,
    application_name: 'palestra keeper',
  }
  const client = new Client(config)
  // without a listener a lost connection would end the process
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (errorCode(error) !== wrongPassword) throw error
    throw new DataFolderUnusable(
      'The password in the data folder is not that of the database beside it: restore the file from a backup.',
    )
  }
}

/** Whether a failed connection only means that the server is starting, recovering or stopping. */
export function isTransient(error: unknown): boolean {
  const passing = ['57P03', '57P01', '57P02', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']
  return (
    passing.includes(errorCode(error)) || (error instanceof Error && /timeout|terminated/.test(error.message))
  )
}

/** Whether the server accepted the connection and did not respond, as a frozen one. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/.test(error.message)
}

/** Returns the server's data folder. Throws as `connectAsSuperuser` does, and without a response. */
export async function queryDataDirectory(port: number, password: string): Promise<string | undefined> {
  const client = await connectAsSuperuser(port, password)
  try {
    const question = {
      text: "SELECT current_setting('data_directory') AS place",
      query_timeout: responseTimeoutMs,
    }
    return (await client.query<{ place: string }>(question)).rows[0]?.place
  } finally {
    await client.end()
  }
}

/** Creates the club's role and database if missing. Can be repeated after any interruption. */
export async function ensureRoleAndDatabase(port: number, password: string): Promise<void> {
  const client = await connectAsSuperuser(port, password)
  try {
    const secret = client.escapeLiteral(clubPassword(password))
    const roles = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [clubRole])
    if (roles.rowCount === 0) await client.query(`CREATE ROLE ${clubRole} LOGIN CREATEDB PASSWORD ${secret}`)
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [clubDatabase])
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${clubDatabase} OWNER ${clubRole}`)
  } finally {
    await client.end()
  }
}

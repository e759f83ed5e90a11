import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { killServer } from '#platform/embedded-postgres/server-process.ts'
import { freePort } from '#scripts/free-port.ts'
import { postgresProgram } from './installed-programs.ts'
import { waitUntil } from './wait-until.ts'

/** The user that PostgreSQL runs as, since it refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

type ReplicationOptions = {
  /** Whether a commit waits for the disk of the second server. */
  isSynchronous: boolean
}

/**
 * Starts two PostgreSQL servers with streaming replication behind HAProxy, which routes to the first server while it
 * responds, and then to the second.
 */
export async function startDebianCluster({ isSynchronous }: ReplicationOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-cluster-'))
  chmodSync(folder, 0o755)
  const user = serverUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const [first, second, front] = [await freePort(), await freePort(), await freePort()]
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')]
  const children: ChildProcess[] = []
  const run = (name: string, args: string[]) => {
    const { status, stderr } = spawnSync(postgresProgram(name), args, { ...user, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name}: ${stderr}`)
  }
  const serve = (data: string, port: number, names: string) => {
    const args = ['-D', data, '-p', String(port), '-c', `synchronous_standby_names=${names}`]
    children.push(spawn(postgresProgram('postgres'), args, { ...user, stdio: 'ignore' }))
    return waitForServers(() => canQuery(urlOf(port), 'select 1'))
  }

  run('initdb', [
    '-D',
    primary,
    '-U',
    'palestra',
    '--auth=trust',
    '--data-checksums',
    '-E',
    'UTF8',
    '--locale=C',
  ])
  appendFileSync(
    join(primary, 'postgresql.conf'),
    // it will be killed, so its shared memory is in its folder
    `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nwal_level = replica\nmax_connections = 60\ndynamic_shared_memory_type = mmap\n`,
  )
  // a commit would wait for the second server, which does not exist yet
  await serve(primary, first, '')
  await onServer(urlOf(first), 'create database club')
  const from = `host=127.0.0.1 port=${first} user=palestra`
  run('pg_basebackup', ['-D', standby, '-d', from, '-R', '-X', 'stream', '--checkpoint=fast'])
  await serve(standby, second, '')
  await waitForServers(() => canQuery(urlOf(first), 'select from pg_stat_replication'))
  if (isSynchronous) {
    await onServer(urlOf(first), `alter system set synchronous_standby_names = '*'`)
    killServer(primary)
    await serve(primary, first, '*')
    await waitForServers(() =>
      canQuery(urlOf(first), `select from pg_stat_replication where sync_state = 'sync'`),
    )
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(front, first, second))
  children.push(spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' }))
  await waitForServers(() => canQuery(urlOf(front), 'select 1'))

  return {
    /** The URL of the club's database behind HAProxy. */
    url: urlOf(front),
    /** Kills the first server with all its processes, for good. */
    killPrimary: () => killServer(primary),
    /** Promotes the second server, as an operator does. */
    promote: () => onServer(urlOf(second), 'select pg_promote()'),
    /** Cuts the network between the two servers. */
    async holdBack(): Promise<void> {
      const [row] = await onServer(urlOf(second), 'select pid from pg_stat_wal_receiver')
      process.kill(Number(row?.['pid']), 'SIGSTOP')
    },
    async stop(): Promise<void> {
      for (const data of [primary, standby]) killServer(data)
      for (const child of children) {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

const configuration = (front: number, first: number, second: number) => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen club
  bind 127.0.0.1:${front}
  default-server check inter 500ms fall 2 on-marked-down shutdown-sessions
  server first 127.0.0.1:${first}
  server second 127.0.0.1:${second} backup
`

const urlOf = (port: number) => `postgres://palestra@127.0.0.1:${port}/club`

async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const address = new URL(url)
  // exists before the club's database
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href, connectionTimeoutMillis: 1_000 })
  // the server may be killed meanwhile
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const waitForServers = (isSo: () => Promise<boolean>) =>
  waitUntil(isSo, 'The cluster of two servers does not come up.')

const canQuery = (url: string, statement: string) =>
  onServer(url, statement).then(
    (rows) => rows.length > 0,
    () => false,
  )

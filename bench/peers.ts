import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runningPostgresUrl } from '#platform/embedded-postgres/embedded-postgres.ts'
import { runChild } from '#scripts/child-process.ts'
import { browser, cookieOf, type BenchmarkRequest } from './benchmark-requests.ts'
import type { CpuTime } from './cpu.ts'
import { runSeedScript } from './in-process-club.ts'
import {
  runLoad,
  measureInterleaved,
  describeMedian,
  rounds,
  secondsARound,
  type LoadResult,
} from './load-test.ts'
import { startClub, startPeerServer, type RunningServer } from './servers.ts'

const folder = join(import.meta.dirname, 'peers')
const forum = '/api/forums?page=0&size=6'
const lastOfForum = '/api/forums?page=166000&size=6'

export type PeerRow = { address: string; by: string; peer: string; club: LoadResult; peers: LoadResult }

/**
 * The club beside common stacks: its home page's elements in Next.js, and its forum's calls in Express with OFFSET;
 * the latter also with a million posts.
 */
export async function measurePeers(): Promise<PeerRow[]> {
  if (!existsSync(join(folder, 'node_modules')))
    throw new Error('The peers are not here yet: npm run bench:setup')
  const club = await startClub({ WORKERS: 'off' })
  try {
    return [...(await compareWithNext(club)), ...(await compareWithExpress(club))]
  } finally {
    await club.stop()
  }
}

async function compareWithNext(club: RunningServer): Promise<PeerRow[]> {
  const own = mkdtempSync(join(tmpdir(), 'palestra-peers-'))
  const tree = join(own, 'tree.json')
  const headers = { ...browser, cookie: await cookieOf(club.url, 'member@palestra.example') }
  const page = await (await fetch(club.url, { headers })).text()
  // imported by a variable, because only the peers' folder has this package
  const reader: string = './peers/tree.mjs'
  const { treeOf } = (await import(reader)) as { treeOf: (html: string) => unknown }
  writeFileSync(tree, JSON.stringify(treeOf(page)))
  const variables = { PEER_TREE: tree, NEXT_TELEMETRY_DISABLED: '1' }
  const build = [join(folder, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build', folder]
  const { exitCode, output } = await runChild(process.execPath, build, {
    quiet: true,
    env: { ...process.env, ...variables },
  })
  if (exitCode !== 0) throw new Error(`Next.js could not be built.\n${output}`)
  const next = await startPeerServer('next-server.mjs', '/', variables)
  try {
    const asMember = { address: '/', path: '/', by: 'a member’s browser', headers }
    const asVisitor = { address: '/', path: '/', by: 'a browser', headers: browser }
    return [
      await compareServers(club, next, 'Next.js', asVisitor),
      await compareServers(club, next, 'Next.js', asMember),
    ]
  } finally {
    await next.stop()
    rmSync(own, { recursive: true, force: true })
  }
}

async function compareWithExpress(club: RunningServer): Promise<PeerRow[]> {
  const url = runningPostgresUrl(join(club.folder!, 'postgres'))!
  const express = await startPeerServer('express-server.mjs', forum, { DATABASE_URL: url })
  // its statements run on the PostgreSQL of the club's folder
  const peer = { ...express, folder: club.folder }
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    const small = await compareServers(club, peer, 'Express', question(forum))
    await runSeedScript(database, 'seed.sql')
    await runSeedScript(database, 'grow.sql')
    return [small, await compareServers(club, peer, 'Express', question(lastOfForum), 10)]
  } finally {
    await database.end()
    await express.stop()
  }
}

const question = (path: string): BenchmarkRequest => ({
  address: path,
  path,
  by: 'a browser',
  headers: browser,
})

async function compareServers(
  club: RunningServer,
  other: RunningServer,
  peer: string,
  asked: BenchmarkRequest,
  seconds = secondsARound,
): Promise<PeerRow> {
  const measured = await measureInterleaved({
    peers: () => runLoad(other, asked, { seconds }),
    club: () => runLoad(club, asked, { seconds }),
  })
  console.log(`  ${asked.address} by ${asked.by}, beside ${peer}`)
  return { address: asked.address, by: asked.by, peer, ...measured }
}

export function peersTable(rows: PeerRow[]): string {
  const ms = (time: number) => time.toFixed(3)
  const cost = ({ node, database }: CpuTime) => `${ms(node)} | ${ms(database)}`
  const lines = rows.map(({ address, by, peer, club, peers }) => {
    const ofNode = peers.cpu.node / club.cpu.node
    const ofAll = (peers.cpu.node + peers.cpu.database) / (club.cpu.node + club.cpu.database)
    return `| \`${address}\` | ${by} | ${club.perSecond} | ${cost(club.cpu)} | ${peer} | ${peers.perSecond} | ${cost(peers.cpu)} | ${ofNode.toFixed(1)} | ${ofAll.toFixed(1)} |`
  })
  return [
    `${describeMedian(rounds)} ${secondsARound} s each (the last row 10 s), alternating, 16 connections, one process each; the last row has a million posts. CPU is milliseconds a request.`,
    '',
    '| Address | Client | Club, a second | Node | PostgreSQL | Other | A second | Node | PostgreSQL | Ratio of Node | with PostgreSQL |',
    '|---|---|---:|---:|---:|---|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}

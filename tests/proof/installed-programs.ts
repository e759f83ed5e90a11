import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canMountRamDisk } from './ram-disk.ts'

const versions = '/usr/lib/postgresql'
const newest = existsSync(versions)
  ? readdirSync(versions)
      .sort((one, other) => Number(one) - Number(other))
      .at(-1)
  : undefined

/** Returns the path of a program of Debian's newest PostgreSQL. */
export const postgresProgram = (name: string) => join(versions, newest ?? '', 'bin', name)

const isRoot = process.getuid?.() === 0
const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

/** Path of LibreOffice, which opens exported tables in a test, or undefined. */
export const officeProgram = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path))

/** What test files of this folder need on the machine, and whether it has it. */
const needs: Record<string, { what: string; isThere: () => boolean }> = {
  'mail-debian': { what: 'exim4, as root', isThere: () => isRoot && runs('exim4', '-C', '/dev/null', '-bV') },
  failover: {
    what: 'postgresql and haproxy',
    isThere: () => existsSync(postgresProgram('pg_basebackup')) && runs('haproxy', '-v'),
  },
  pooler: { what: 'pgbouncer', isThere: () => runs('pgbouncer', '--version') },
}

/** Test files that this machine cannot run, with what they need. They are neither run nor counted. */
export const leftOutFiles = (): { file: string; needs: string }[] =>
  Object.entries(needs)
    .filter(([, { isThere }]) => !isThere())
    .map(([name, { what }]) => ({ file: `tests/proof/${name}.test.ts`, needs: what }))

/** Names the tests that this machine cannot run, one a line. */
export const leftOutLines = (): string[] => [
  ...leftOutFiles().map(({ file, needs: what }) => `Left out on this machine: ${file}, which needs ${what}.`),
  ...(canMountRamDisk()
    ? []
    : ['Left out on this machine: the full disk of tests/proof/faults-outages.test.ts, which needs root.']),
  ...(officeProgram
    ? []
    : [
        'Left out on this machine: opening tables of domain/exports/export-table.test.ts, which needs LibreOffice.',
      ]),
]

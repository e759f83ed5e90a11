import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { pool } from '#db/client.ts'

const script = readFile(join(import.meta.dirname, '../db/invariants.sql'), 'utf8')

/** Returns the violated invariants of the open database. */
export async function findBrokenInvariants(): Promise<{ invariant: string; detail: string }[]> {
  // a named statement, because planning takes longer than execution and a connection plans it once
  const question = { name: 'invariants', text: await script }
  return (await pool.query<{ invariant: string; detail: string }>(question)).rows
}

/** Fails the test when an invariant of the database is violated. */
export async function expectNoBrokenInvariants(): Promise<void> {
  expect(await findBrokenInvariants(), 'broken invariants').toEqual([])
}

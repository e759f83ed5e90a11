import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { pool } from '#db/client.ts'

const script = readFile(join(import.meta.dirname, '../db/invariants.sql'), 'utf8')

/** What is broken in the open database just now; a healthy club has nothing. */
export async function findBrokenInvariants(): Promise<{ invariant: string; detail: string }[]> {
  // by a name: to plan so many questions takes longer than to answer them, and a connection plans them once
  const question = { name: 'invariants', text: await script }
  return (await pool.query<{ invariant: string; detail: string }>(question)).rows
}

/** Fails the test when anything that must always be true of the club is not. */
export async function expectNoBrokenInvariants(): Promise<void> {
  expect(await findBrokenInvariants(), 'broken invariants').toEqual([])
}

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { db } from '../db/client.ts'
import { useImageStorage } from '../domain/images/images.server.ts'
import { diskStorage } from '../platform/images/disk-storage.ts'

/** Keeps the pictures of a test file in a folder of its own, gone after its tests. */
export function useImageFolder(): { readonly path: string; names: () => Promise<string[]> } {
  const folder = { path: '', names: () => readdir(folder.path) }
  beforeAll(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'palestra-images-'))
    useImageStorage(diskStorage(folder.path))
  })
  afterAll(() => rm(folder.path, { recursive: true, force: true }))
  return folder
}

/** Puts a picture on record without any files, for tests that only refer to one. */
export async function insertImage(ownerId: string | null = null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into images (owner_id, width, height, colour, bytes) values (${ownerId}, 800, 1000, '#336699', 1000)
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

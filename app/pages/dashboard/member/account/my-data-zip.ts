import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { findCopyFile } from '#domain/own-data/copies.server.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import type { Route } from './+types/my-data-zip.ts'

/** The copy of everything that the club knows of whoever asks, while it is there. */
export const loader = load(async ({ actor }: Route.LoaderArgs & Caller) => {
  const file = createReadStream(await findCopyFile(actor))
  return new Response(Readable.toWeb(file) as unknown as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="my-data.zip"',
      'Cache-Control': 'private, no-store',
    },
  })
})

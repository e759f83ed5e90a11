import { createReadStream } from 'node:fs'
import { ReadableStream as FileStream } from 'node:stream/web'
import { redirectDocument } from 'react-router'
import { findDataExportFile } from '#domain/personal-data/data-export.server.ts'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import type { Route } from './+types/my-data-zip.ts'

/** The copy of everything that the club knows of whoever asks, while it is there. */
export const loader = createLoader(async ({ actor, request, url }: Route.LoaderArgs & LoaderContext) => {
  const path = await findDataExportFile(actor)
  // what is told as a page's data is held in memory, several times over
  if (new URL(request.url).pathname !== url.pathname) throw redirectDocument(url.pathname)
  return new Response(FileStream.from(piecesOf(path)) as unknown as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="my-data.zip"',
      'Cache-Control': 'private, no-store',
    },
  })
})

/** Opened by whoever reads: who asks for the headers alone, or has gone, would leave the file open for good. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

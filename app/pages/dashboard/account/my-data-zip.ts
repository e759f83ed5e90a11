import { createReadStream } from 'node:fs'
import { ReadableStream as FileStream } from 'node:stream/web'
import { redirectDocument } from 'react-router'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { findDataExportFile } from '#domain/personal-data/data-export.server.ts'
import type { Route } from './+types/my-data-zip.ts'

/** Download of the viewer's data export, while the file exists. */
export const loader = createLoader(async ({ actor, request, url }: Route.LoaderArgs & LoaderContext) => {
  const path = await findDataExportFile(actor)
  // a response to a `.data` request would be buffered in memory, several times over
  if (new URL(request.url).pathname !== url.pathname) throw redirectDocument(url.pathname)
  return new Response(FileStream.from(piecesOf(path)) as unknown as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="my-data.zip"',
      'Cache-Control': 'private, no-store',
    },
  })
})

/** Opens the file on the first read, so that a HEAD request or an aborted one leaves no file open. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

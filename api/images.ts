import { requirePerson, type Actor } from '../domain/actor.ts'
import { DomainError } from '../domain/errors.ts'
import { largestUpload, renditionAddress, widthsOf, type Picture } from '../domain/images/images.rules.ts'
import { imageStorage, storeImage } from '../domain/images/images.server.ts'
import { settings } from '../platform/env.ts'
import { readMultipart, type Multipart } from '../platform/multipart.ts'
import { answer, BodyError } from './calls.ts'

/** POST /api/images: keeps the picture in the multipart field `image`, and answers where it is shown. */
export async function postImage(request: Request, actor: Actor): Promise<Response> {
  const person = requirePerson(actor)
  const { file } = await readUpload(request)
  if (file === null) throw new DomainError('invalid', "Send a picture in the field 'image'.")
  return answer(presentUpload(await storeImage(person.id, file.bytes)))
}

/** A body that is too large or of another media type is refused as such, which a form would not do. */
async function readUpload(request: Request): Promise<Multipart> {
  try {
    return await readMultipart(request, {
      fileField: 'image',
      maxFileBytes: largestUpload,
      maxFields: 10,
      maxFieldBytes: 1024,
    })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.facts.tooLarge) throw new BodyError(413, error.message)
    if (error.facts.notMultipart) throw new BodyError(415, error.message)
    throw error
  }
}

function presentUpload({ id, width, height, colour }: Picture) {
  const address = settings.publicUrl + renditionAddress(id, Math.max(...widthsOf(width)), 'webp')
  return {
    data: { id, url: address, display_url: address, width, height, colour },
    success: true,
    status: 200,
  }
}

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/**
 * GET and HEAD /images/{id}/{width}.{format}: one rendition, which never changes, read without asking the
 * database. Everything else below /images is not found.
 */
export async function getImage(request: Request): Promise<Response> {
  const [, , id = '', file = '', ...rest] = new URL(request.url).pathname.split('/')
  const size = rest.length > 0 ? null : await imageStorage.size(id, file)
  if (size === null) return missing()
  const headers: Record<string, string> = {
    'Content-Type': types[file.slice(-4)] ?? '',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ETag: `"${id}-${file}"`,
  }
  if (namesEntity(request.headers.get('if-none-match'), headers.ETag ?? ''))
    return new Response(null, { status: 304, headers })
  headers['Content-Length'] = String(size)
  if (request.method === 'HEAD') return new Response(null, { headers })
  const bytes = await imageStorage.get(id, file)
  return bytes === null ? missing() : new Response(bytes, { headers })
}

function namesEntity(header: string | null, etag: string): boolean {
  const named = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return named.includes('*') || named.includes(etag)
}

const missing = () =>
  new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })

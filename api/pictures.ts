import { Hono } from 'hono'
import { z } from 'zod'
import { DomainError } from '#core/errors.ts'
import { maxUploadBytes, fallbackWidths, type Picture } from '#domain/pictures/pictures.rules.ts'
import { pictureStorage, storePicture } from '#domain/pictures/pictures.server.ts'
import { isPictureRemoved } from '#domain/pictures/removed-pictures.server.ts'
import { readMultipart, type Multipart } from '#platform/request-body/multipart.ts'
import type { ApiContext, ClubEnv } from './context.ts'
import { defineCall } from './contract.ts'
import { withEtag } from './etag.ts'
import { BodyError } from './json-body.ts'
import { examplePicture, examplePictureId } from './v0/examples.ts'
import { identifier, widestRenditionUrl } from './wire.ts'

/** Reads a multipart body. Throws 415 for any other media type, unlike a form. */
async function readUpload({ req, var: { address } }: ApiContext): Promise<Multipart> {
  try {
    return await readMultipart(req.raw, address, {
      fileField: 'image',
      maxFileBytes: maxUploadBytes,
      maxFields: 10,
      maxFieldBytes: 1024,
    })
  } catch (error) {
    if (error instanceof DomainError && error.facts.notMultipart) throw new BodyError(415, error.message)
    throw error
  }
}

const upload = z.strictObject({
  data: z.strictObject({
    id: identifier,
    url: z.url(),
    display_url: z
      .url()
      .meta({ description: 'The widest rendition. Posts, classes and people refer to it.' }),
    width: z.int(),
    height: z.int(),
    colour: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  success: z.literal(true),
  status: z.literal(200),
})

function presentUpload({ id, width, height, colour }: Picture): z.input<typeof upload> {
  const address = widestRenditionUrl({ id, width })
  return {
    data: { id, url: address, display_url: address, width, height, colour },
    success: true,
    status: 200,
  }
}

export const pictureCalls = [
  defineCall({
    method: 'POST',
    path: '/images',
    name: 'storeImage',
    group: 'Pictures',
    summary: 'Upload a picture',
    notes:
      'Multipart field `image`: JPEG, PNG, WebP or AVIF, up to 8 MB and 25 megapixels. Stored without metadata, in several widths.',
    access: 'signed in',
    upload: 'image',
    answer: upload,
    refusals: [408, 413, 415, 422, 429, 503],
    example: {
      answer: {
        data: {
          id: examplePictureId,
          url: examplePicture,
          display_url: examplePicture,
          width: 960,
          height: 640,
          colour: '#7d8a99',
        },
        success: true,
        status: 200,
      },
    },
    operation: 'storePicture',
    handle: async ({ c, actor }) => {
      const { file } = await readUpload(c)
      if (file === null) throw new DomainError('invalid', "Send a picture in the field 'image'.")
      return presentUpload(await storePicture(actor.id, file.bytes, file.sender))
    },
  }),
]

const contentTypes: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', '.jpg': 'image/jpeg' }

/** Routes of renditions under /images (GET and HEAD); anything else is 404. */
export const renditionRoutes = new Hono<ClubEnv>().get('/*', withEtag, async (c) => {
  const found = await readRendition(new URL(c.req.url).pathname)
  if (found === null) return notFoundResponse()
  if (found.redirect) {
    if (c.req.method !== 'HEAD') return new Response(null, { status: 302, headers: found.redirect })
    // a URL presigned for GET does not accept HEAD
    const { Location: _, ...headers } = found.redirect
    return new Response(null, { headers: { ...headers, 'Content-Type': found.type } })
  }
  return new Response(c.req.method === 'HEAD' ? null : found.bytes, { headers: found.headers })
})

/**
 * Returns the rendition at /images/{id}/{width}.{format} with immutable headers, or a redirect to the
 * bucket; null if there is none. Does not query the database. A standard width that the picture lacks falls
 * back to the nearest one, wider first.
 */
export async function readRendition(path: string) {
  const [, , id = '', name = '', ...rest] = path.split('/')
  const found = rest.length > 0 || isPictureRemoved(id) ? null : await findRendition(id, name)
  if (found === null) return null
  const type = contentTypes[name.slice(-4)] ?? ''
  if ('url' in found) return { redirect: redirectTo(found), type }
  const { file, bytes } = found
  const headers = {
    'Content-Type': type,
    // shared caches ask again after a minute, because a picture may be taken down
    'Cache-Control': 'public, max-age=31536000, s-maxage=60, immutable',
    'X-Content-Type-Options': 'nosniff',
    // mail programs show it on other origins
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ETag: `"${id}-${file}"`,
    'Content-Length': String(bytes.length),
  }
  return { headers, bytes }
}

async function findRendition(id: string, name: string) {
  const [, width = '', format = ''] = /^([1-9]\d*)(\..+)$/.exec(name) ?? []
  const files = [name, ...fallbackWidths(Number(width)).map((each) => `${each}${format}`)]
  if (pictureStorage.addressOf) {
    const there = await pictureStorage.files(id)
    const file = files.find((each) => there.includes(each))
    return file === undefined ? null : pictureStorage.addressOf(id, file)
  }
  for (const file of files) {
    const bytes = await pictureStorage.get(id, file)
    if (bytes !== null) return { file, bytes }
  }
  return null
}

const redirectTo = ({ url, seconds }: { url: string; seconds: number }) => ({
  Location: url,
  'Cache-Control': `public, max-age=${seconds}`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
})

const notFoundResponse = () =>
  new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })

import { pictureOriginOf } from '#platform/settings/bucket-settings.ts'
import { settings } from '#platform/settings/env.ts'

const { origin } = new URL(settings.publicUrl)
const imageSources = [origin, pictureOriginOf(settings.bucket)].filter(Boolean).join(' ')

/**
 * Returns an email as HTML, with inline styles and the club's pictures only; links open in the whole window. A preview
 * `isEdited`: the page around it may replace its content.
 */
export function letterResponse(html: string, { isEdited = false } = {}): Response {
  return new Response(html.replace('<head>', '<head><base target="_top">'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${imageSources}; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation${isEdited ? ' allow-same-origin' : ''}`,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}

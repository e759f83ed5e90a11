import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Role } from '#db/tables.ts'
import { dismissedBookingCookie } from '#app/pages/home/new-booking.server.ts'
import {
  findSessions,
  sessionCookie,
  readSessionToken,
  type Session,
} from '#sign-in/sessions/sessions.server.ts'
import type { Person } from '#domain/actor.ts'
import { toAvatar, type Portrait } from '#domain/pictures/pictures.rules.ts'
import { settings } from '#platform/settings/env.ts'
import { limitRead } from '#platform/rate-limits/rate-limits.ts'
import { clientAddress } from '#server/http/client-address.ts'
import { cacheableRoute, cacheablePagePaths } from './cacheable-routes.ts'
import { isCacheable, createThemeReader } from './cache-key.ts'
import { createResponseCache, type Fetch } from './response-cache.ts'
import {
  templateBytes,
  compileTemplate,
  renderTemplate,
  type PageTemplate,
  type TemplateValues,
} from './page-template.ts'
import { findPersonalisedPredicate } from '#server/http/page-handler.ts'
import type { ResponseVariant } from './cached-response.ts'

const maxBytes = 32 * 1024 * 1024
const placeholderId = '00000000-0000-0000-0000-000000000000'

/**
 * Public pages for people who are signed in: made once for all of a role, and filled for each request with the words
 * of who looks. Session and role are asked of the database each time, so that what ends or changes has ended or
 * changed at the next request. Null for all other requests, such as for pages whose loader knows who asks.
 */
export async function createMemberPageCache(fetch: Fetch) {
  const themeAmong = await createThemeReader(() => [sessionCookie(), dismissedBookingCookie.name])
  const pages = new Map(
    await Promise.all(
      cacheablePagePaths.map(
        async (page) => [page, await findPersonalisedPredicate(page.replace('{id}', placeholderId))] as const,
      ),
    ),
  )
  const { findOrMake } = createResponseCache({
    fetch,
    maxBytes,
    store: async (made, { viewer }): Promise<{ answer: PageTemplate; bytes: number }> => {
      if (!viewer) throw new Error('A page for members is made for one of them.')
      const answer = await compileTemplate(made, templateValues(viewer))
      return { answer, bytes: templateBytes(answer) }
    },
  })

  async function answerOf({
    cookie,
    theme,
    isPersonalised,
    request,
    response,
  }: MemberPageRequest): Promise<ResponseVariant | null> {
    const sender = String(request.headers['x-forwarded-for'] ?? '')
    const headers = new Headers({ cookie, 'x-forwarded-for': sender })
    const token = readSessionToken(headers)
    if (token === null) return null
    const { remoteAddress } = request.socket
    await limitRead(clientAddress({ remoteAddress, headers }, settings.trustProxy))
    const [session] = await findSessions(token, null)
    if (!session?.role || session.isDueToBeNoted || isPersonalised(session)) return null
    const viewer = placeholderViewer(session.role, toAvatar(session.portrait))
    const key = `${theme} ${session.role} ${portraitShape(viewer.portrait)} ${request.url}`
    const page = await findOrMake({ key, cookie: theme, viewer }, request, response)
    // what may not be kept was made for nobody
    if (page instanceof Response) return null
    const words = { ...templateValues(session), nonce: randomBytes(16).toString('base64') }
    return renderTemplate(page, words, request.headers['accept-encoding'])
  }

  return (
    request: IncomingMessage,
    response: ServerResponse,
  ): (() => Promise<ResponseVariant | null>) | null => {
    const { url = '', headers } = request
    const { cookie } = headers
    if (!cookie?.includes(sessionCookie()) || !isCacheable(headers)) return null
    const theme = themeAmong(cookie)
    const isPersonalised = pages.get(cacheableRoute(url) ?? '')
    if (theme === null || !isPersonalised) return null
    return () => answerOf({ cookie, theme, isPersonalised, request, response })
  }
}

type MemberPageRequest = {
  cookie: string
  theme: string
  isPersonalised: (session: Session) => boolean
  request: IncomingMessage
  response: ServerResponse
}

/** Everything that is known of somebody of this role with such a portrait, in words that nobody has. */
function placeholderViewer(role: Role, face: Portrait | null): Person {
  const word = () => `w${randomBytes(16).toString('hex')}`
  const portrait = face && ('address' in face ? { address: word() } : { ...face, id: word(), colour: word() })
  return {
    kind: 'person',
    id: placeholderId,
    sessionId: placeholderId,
    role,
    name: word(),
    email: word(),
    portrait,
  }
}

/** What of a portrait makes other markup. */
function portraitShape(face: Portrait | null): string {
  if (face === null) return 'none'
  return 'address' in face ? 'address' : `${face.width}x${face.height}`
}

function templateValues({
  name,
  email,
  portrait,
}: Pick<Person, 'name' | 'email' | 'portrait'>): Omit<TemplateValues, 'nonce'> {
  if (portrait === null) return { name, email, picture: '', colour: '' }
  if ('address' in portrait) return { name, email, picture: portrait.address, colour: '' }
  return { name, email, picture: portrait.id, colour: portrait.colour }
}

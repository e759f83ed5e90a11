import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Role } from '#db/tables.ts'
import { greeted } from '#app/pages/home/fresh-hour.server.ts'
import { findSessions, sessionCookie, sessionTokenOf, type Session } from '#sign-in/sessions.server.ts'
import type { Person } from '#domain/actor.ts'
import { faceOf, type Portrait } from '#domain/pictures/pictures.rules.ts'
import { settings } from '#platform/env.ts'
import { limitRead } from '#platform/limits.ts'
import { clientAddress } from './client-address.ts'
import { keptAddress, keptPages } from './kept-addresses.ts'
import { mayBeKept, readTheme } from './kept-requests.ts'
import { keeper, type Fetch } from './keeper.ts'
import { bytesOf, cutPage, fillPage, type PageWithHoles, type Words } from './page-with-holes.ts'
import { ownPageAt } from './pages.ts'
import type { Form } from './ready-answer.ts'

const mostBytes = 32 * 1024 * 1024
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Public pages for people who are signed in: made once for all of a role, and filled for each request with the words
 * of who looks. Session and role are asked of the database each time, so that what ends or changes has ended or
 * changed at the next request. Null for all other requests, such as for pages whose loader knows who asks.
 */
export async function keptForMembers(fetch: Fetch) {
  const themeAmong = await readTheme(() => [sessionCookie(), greeted.name])
  const pages = new Map(
    await Promise.all(
      keptPages.map(async (page) => [page, await ownPageAt(page.replace('{id}', nobody))] as const),
    ),
  )
  const { findOrMake } = keeper({
    fetch,
    mostBytes,
    keep: async (made, { viewer }): Promise<{ answer: PageWithHoles; bytes: number }> => {
      if (!viewer) throw new Error('A page for members is made for one of them.')
      const answer = await cutPage(made, wordsOf(viewer))
      return { answer, bytes: bytesOf(answer) }
    },
  })

  async function answerOf({ cookie, theme, mayBeOwn, request, response }: Asked): Promise<Form | null> {
    const sender = String(request.headers['x-forwarded-for'] ?? '')
    const headers = new Headers({ cookie, 'x-forwarded-for': sender })
    const token = sessionTokenOf(headers)
    if (token === null) return null
    const { remoteAddress } = request.socket
    await limitRead(clientAddress({ remoteAddress, headers }, settings.trustProxy))
    const [session] = await findSessions(token, null)
    if (!session?.role || session.isDueToBeNoted || mayBeOwn(session)) return null
    const viewer = madeUpViewer(session.role, faceOf(session.portrait))
    const key = `${theme} ${session.role} ${shapeOf(viewer.portrait)} ${request.url}`
    const page = await findOrMake({ key, cookie: theme, viewer }, request, response)
    // what may not be kept was made for nobody
    if (page instanceof Response) return null
    const words = { ...wordsOf(session), nonce: randomBytes(16).toString('base64') }
    return fillPage(page, words, request.headers['accept-encoding'])
  }

  return (request: IncomingMessage, response: ServerResponse): (() => Promise<Form | null>) | null => {
    const { url = '', headers } = request
    const { cookie } = headers
    if (!cookie?.includes(sessionCookie()) || !mayBeKept(headers)) return null
    const theme = themeAmong(cookie)
    const mayBeOwn = pages.get(keptAddress(url) ?? '')
    if (theme === null || !mayBeOwn) return null
    return () => answerOf({ cookie, theme, mayBeOwn, request, response })
  }
}

type Asked = {
  cookie: string
  theme: string
  mayBeOwn: (session: Session) => boolean
  request: IncomingMessage
  response: ServerResponse
}

/** Everything that is known of somebody of this role with such a portrait, in words that nobody has. */
function madeUpViewer(role: Role, face: Portrait | null): Person {
  const word = () => `w${randomBytes(16).toString('hex')}`
  const portrait = face && ('address' in face ? { address: word() } : { ...face, id: word(), colour: word() })
  return { kind: 'person', id: nobody, sessionId: nobody, role, name: word(), email: word(), portrait }
}

/** What of a portrait makes other markup. */
function shapeOf(face: Portrait | null): string {
  if (face === null) return 'none'
  return 'address' in face ? 'address' : `${face.width}x${face.height}`
}

function wordsOf({
  name,
  email,
  portrait,
}: Pick<Person, 'name' | 'email' | 'portrait'>): Omit<Words, 'nonce'> {
  if (portrait === null) return { name, email, picture: '', colour: '' }
  if ('address' in portrait) return { name, email, picture: portrait.address, colour: '' }
  return { name, email, picture: portrait.id, colour: portrait.colour }
}

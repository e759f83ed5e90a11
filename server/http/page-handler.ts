import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from 'hono'
import {
  createRequestHandler,
  matchRoutes,
  RouterContextProvider,
  type RouteObject,
  type ServerBuild,
} from 'react-router'
import type { ClubEnv } from '#api/context.ts'
import { requestContext } from '#app/frame/request-context.ts'
import { withSharedConnection } from '#db/driver/shared-connection.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { splitLanguage, type Language } from '#messages/languages.ts'
import { inLanguage } from '#messages/t.ts'
import { originForHost } from '#sign-in/better-auth/instance.server.ts'
import { alternateLinks, preferredAddress } from './language-addresses.ts'
import { pagePathOf } from './page-path.ts'
import { isOneClickUnsubscribe } from './security.ts'

const loadServerBuild = () => import('virtual:react-router/server-build')

/** Returns the build with the scripts of a language, whose addresses begin with the prefix. */
async function buildFor(language: Language, basename: string): Promise<ServerBuild> {
  const build = await loadServerBuild()
  const file = join('build', 'manifests', `${language}.json`)
  if (!import.meta.env.PROD || !existsSync(file)) return { ...build, basename }
  return { ...build, basename, assets: JSON.parse(readFileSync(file, 'utf8')) as ServerBuild['assets'] }
}

type PageHandler = ReturnType<typeof createRequestHandler>
const handlers = new Map<string, PageHandler>()

async function handlerFor(language: Language, basename: string): Promise<PageHandler> {
  const key = `${language} ${basename}`
  const found = handlers.get(key)
  if (found) return found
  // given the build, not a function, React Router ranks the routes once instead of for each request
  const build = import.meta.env.PROD ? await buildFor(language, basename) : () => buildFor(language, basename)
  const handler = createRequestHandler(build, import.meta.env.MODE)
  handlers.set(key, handler)
  return handler
}

const supportedMethods = ['GET', 'HEAD', 'POST']

/** Responds with a page: React Router's screens, rendered for the actor with the nonce of their scripts. */
export async function servePage(c: Context<ClubEnv>): Promise<Response> {
  if (!supportedMethods.includes(c.req.method)) {
    const allow = await allowedMethodsAt(c)
    return c.text(methodNotAllowedText(allow), 405, { Allow: allow })
  }
  const context = new RouterContextProvider()
  const { requestId: id, address, secureHeadersNonce: nonce = '', actor } = c.var
  const headers = new Headers()
  const { languages } = await clubFacts()
  const own = languages[0] ?? 'en'
  const { language: prefix, path } = splitLanguage(new URL(c.req.url).pathname)
  if (prefix !== null && (prefix === own || !languages.includes(prefix)))
    return c.redirect(path + new URL(c.req.url).search)
  const preferred = preferredAddress(c.req.url, c.req.header(), languages)
  if (preferred !== null) return c.redirect(preferred, 302)
  const language = prefix ?? own
  const handlePageRequest = await handlerFor(language, prefix === null ? '/' : `/${prefix}`)
  const answer = async () => {
    context.set(requestContext, { id, address, nonce, actor, club: await clubFacts(), headers })
    return handlePageRequest(withPublicUrl(c.req.raw), context)
  }
  // the statements of all loaders share a connection
  const response = await inLanguage(language, () =>
    c.req.method === 'POST' ? answer() : withSharedConnection(answer),
  )
  const alternates = alternateLinks(c.req.url, languages)
  if (alternates !== null && response.status === 200) response.headers.append('Link', alternates)
  headers.forEach((value, name) => response.headers.set(name, value))
  // pages depend on the actor
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
  if (response.status === 405) response.headers.set('Allow', 'GET, HEAD')
  return isJsonRefusal(response) ? toPlainText(response) : response
}

const methodNotAllowedText = (allow: string) => `This address answers ${allow}.\n`

/**
 * Returns the allowed methods: every route can be read, and those with an action accept forms. An index route needs
 * `?index`.
 */
async function allowedMethodsAt({ req }: Context<ClubEnv>): Promise<string> {
  const { routes } = await loadServerBuild()
  const path = pagePathOf(toDecodablePath(new URL(req.url).pathname))
  const [leaf] = matchRoutes(childRoutes(routes), path)?.slice(-1) ?? []
  const route = leaf?.route.id === undefined ? undefined : routes[leaf.route.id]
  const isMeant = !route?.index || req.query('index') !== undefined
  const takesForms = route?.module.action !== undefined && isMeant
  return takesForms ? 'GET, HEAD, POST' : 'GET, HEAD'
}

/** Returns the child routes, in the format of `matchRoutes`. */
function childRoutes(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: childRoutes(routes, id) },
    )
}

/** The patterns of all pages, such as /classes/:id. */
export async function pagePatterns(): Promise<string[]> {
  const { routes } = await loadServerBuild()
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return ''
    return pathOf(route.parentId) + (route.path ? `/${route.path}` : '')
  }
  const patterns = Object.keys(routes).map((id) => pathOf(id) || '/')
  return patterns.filter((pattern) => !pattern.endsWith('*'))
}

/** React Router refuses a route without a page with JSON, which browsers would display. */
const isJsonRefusal = ({ status, headers }: Response) =>
  status >= 400 && headers.get('Content-Type')?.startsWith('application/json')

type RefusalBody = { message?: string; problem?: { message: string } }

async function toPlainText(refused: Response): Promise<Response> {
  const text = await refused.text()
  // the response to a HEAD has no body
  const { message, problem } = (text ? JSON.parse(text) : {}) as RefusalBody
  const { status, headers } = refused
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  const allow = headers.get('Allow')
  return new Response(allow ? methodNotAllowedText(allow) : `${problem?.message ?? message}\n`, {
    status,
    headers,
  })
}

/**
 * Returns the request with its public URL. A TLS proxy uses http, and perhaps another host, but React Router accepts
 * a form only from the same origin.
 */
function withPublicUrl(request: Request): Request {
  const { pathname, search } = new URL(request.url)
  const { method, body, signal } = request
  const headers = new Headers(request.headers)
  // React Router has no exception for one-click unsubscription
  if (isOneClickUnsubscribe(request)) headers.delete('origin')
  const url = originForHost(headers.get('host')) + toDecodablePath(pathname) + search
  const sent: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  return new Request(url, sent)
}

/**
 * Returns the path, escaped if it cannot be decoded. The router treats it the same, but would log a warning for each
 * such request.
 */
const toDecodablePath = (path: string) => (isDecodable(path) ? path : path.replaceAll('%', '%25'))

function isDecodable(path: string): boolean {
  try {
    // the result is used, or the bundler would drop the call
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

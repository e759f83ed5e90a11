import { renderToString } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router'
import { yieldToEventLoop } from '#platform/scheduling/render-scheduler.ts'
import { streamController, hydrationScriptStart, escapeForScript } from './frame/hydration-data.ts'
import { logUnexpectedError } from './frame/handlers.server.ts'
import { requestContext } from './frame/request-context.ts'

/**
 * Renders a page whole: loaders never return promises, so there is nothing to stream, and one string is
 * twice as fast. The router's hand-off of loader data sits behind a Suspense boundary that renderToString
 * would drop without a word, so it is read here and written into the page by hand.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(requestContext)
  const handoff = context.serverHandoffStream
  context.serverHandoffStream = undefined
  await yieldToEventLoop()
  const html = moveScriptsToEnd(
    renderToString(<ServerRouter context={context} url={request.url} nonce={nonce} />),
  )
  const data = handoff ? await new Response(handoff).text() : null
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${data === null ? html : insertHydrationData(html, data, nonce)}`, {
    status,
    headers,
  })
}

/**
 * Takes out the router's early requests for scripts. Pages work without them, so on a slow line what is seen
 * goes first: style, faces and pictures. The scripts follow where the page ends.
 */
function moveScriptsToEnd(html: string): string {
  return html.replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
}

function insertHydrationData(html: string, data: string, nonce: string): string {
  const script = `<script nonce="${nonce}">${hydrationScriptStart}${escapeForScript(data)});${streamController}.close();</script>`
  const end = html.lastIndexOf('</body>')
  return `${html.slice(0, end)}${script}${html.slice(end)}`
}

/** Errors that no loader or action expected; what they did expect are responses and never come here. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (!isRouteErrorResponse(error)) logUnexpectedError(error, request, context.get(requestContext).id)
}

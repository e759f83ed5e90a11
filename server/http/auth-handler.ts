import type { ApiContext } from '#api/context.ts'
import { routeNotFound, methodNotAllowed, toProblemResponse } from '#api/problem-details.ts'
import { setFlash } from '#app/frame/toast-cookie.server.ts'
import { texts } from '#copy/texts.ts'
import { allowedMethods } from '#sign-in/better-auth/hooks.server.ts'
import { handleAuthRequest } from '#sign-in/better-auth/routes.server.ts'

/** Better Auth's routes, behind the club's hooks and rate limits. */
export async function serveAuth(c: ApiContext): Promise<Response> {
  try {
    const { response, googleSignIn } = await handleAuthRequest(c.req.raw, c.var.address)
    if (response.status === 404) return notFoundOrMethodNotAllowed(c)
    if (!googleSignIn) return response
    const text = googleSignIn.madeMember ? texts.signUp.userUpdated : texts.signIn.done
    const welcomed = new Response(response.body, response)
    welcomed.headers.append('Set-Cookie', await setFlash({ text }))
    return welcomed
  } catch (error) {
    return toProblemResponse(c, error)
  }
}

/** Better Auth responds 404 to a wrong method. Returns 405 where the path exists. */
function notFoundOrMethodNotAllowed(c: ApiContext): Response {
  const methods = allowedMethods(c.req.path.slice('/api/auth'.length))
  if (methods.length === 0 || methods.includes(c.req.method)) return routeNotFound(c)
  return methodNotAllowed(c, methods.join(', '))
}

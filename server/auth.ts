import { routeNotFound, methodNotAllowed, toProblemResponse } from '#api/problem.ts'
import type { ApiContext } from '#api/request.ts'
import { setFlash } from '#app/frame/flash.server.ts'
import { texts } from '#words/texts.ts'
import { allowedMethods } from '#sign-in/auth-guard.server.ts'
import { handleAuthRequest } from '#sign-in/auth-routes.server.ts'

/** Better Auth's own routes, behind the club's rules and limits. */
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

/** The library knows no address under a method that it does not answer there. */
function notFoundOrMethodNotAllowed(c: ApiContext): Response {
  const methods = allowedMethods(c.req.path.slice('/api/auth'.length))
  if (methods.length === 0 || methods.includes(c.req.method)) return routeNotFound(c)
  return methodNotAllowed(c, methods.join(', '))
}

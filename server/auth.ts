import { noSuchAddress, refuseMethod, toProblem } from '#api/problem.ts'
import type { Call } from '#api/request.ts'
import { setFlash } from '#app/frame/flash.server.ts'
import { texts } from '#words/texts.ts'
import { methodsOf } from '#sign-in/auth-guard.server.ts'
import { handleAuthRequest } from '#sign-in/auth-routes.server.ts'

/** Better Auth's own routes, behind the club's rules and limits. */
export async function serveAuth(c: Call): Promise<Response> {
  try {
    const { response, cameByGoogle } = await handleAuthRequest(c.req.raw, c.var.address)
    if (response.status === 404) return notFoundOrMethodNotAllowed(c)
    if (!cameByGoogle) return response
    const text = cameByGoogle.madeMember ? texts.signUp.userUpdated : texts.signIn.done
    const welcomed = new Response(response.body, response)
    welcomed.headers.append('Set-Cookie', await setFlash({ text }))
    return welcomed
  } catch (error) {
    return toProblem(c, error)
  }
}

/** The library knows no address under a method that it does not answer there. */
function notFoundOrMethodNotAllowed(c: Call): Response {
  const methods = methodsOf(c.req.path.slice('/api/auth'.length))
  if (methods.length === 0 || methods.includes(c.req.method)) return noSuchAddress(c)
  return refuseMethod(c, methods.join(', '))
}

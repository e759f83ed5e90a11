import { problem, toProblem } from '#api/problem.ts'
import type { Call } from '#api/request.ts'
import { leaveFlash } from '#app/frame/flash.server.ts'
import { texts } from '#words/texts.ts'
import { handleAuthRequest } from '#sign-in/auth-routes.server.ts'

/** Better Auth's own routes, behind the club's rules and limits. */
export async function serveAuth(c: Call): Promise<Response> {
  try {
    const { response, cameByGoogle } = await handleAuthRequest(c.req.raw, c.var.address)
    if (response.status === 404) return problem(c, 404, 'There is no such address in this API.')
    if (!cameByGoogle) return response
    const text = cameByGoogle.madeMember ? texts.signUp.userUpdated : texts.signIn.done
    const welcomed = new Response(response.body, response)
    welcomed.headers.append('Set-Cookie', await leaveFlash({ text }))
    return welcomed
  } catch (error) {
    return toProblem(c, error)
  }
}

import { problem, toProblem } from '../api/problem.ts'
import type { Call } from '../api/request.ts'
import { serveAuthRoute } from '../domain/accounts/auth-routes.server.ts'

/** Better Auth's own routes, behind the club's rules and limits. */
export async function serveAuth(c: Call): Promise<Response> {
  try {
    const response = await serveAuthRoute({ request: c.req.raw, address: c.var.address })
    return response ?? problem(c, 404, 'There is no such address in this API.')
  } catch (error) {
    return toProblem(c, error)
  }
}

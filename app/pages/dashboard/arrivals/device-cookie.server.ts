import { z } from 'zod'
import { createHostCookie } from '#app/frame/host-cookie.server.ts'

// as long as browsers keep a cookie
const cookie = createHostCookie('club-device', { maxAge: 400 * 24 * 60 * 60, sameSite: 'strict' })
const tokenSchema = z.string().max(100)

/** Returns the token of this browser; null unless it was registered as a device of the club. */
export async function readDeviceToken(request: Request): Promise<string | null> {
  return tokenSchema.safeParse(await cookie.parse(request.headers.get('Cookie'))).data ?? null
}

/** Returns the `Set-Cookie` header that makes the browser a device. */
export const serializeDeviceToken = (token: string): Promise<string> => cookie.serialize(token)

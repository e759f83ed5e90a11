import { redirect } from 'react-router'
import { z } from 'zod'
import { authOptions } from '#sign-in/better-auth/instance.server.ts'
import { createHostCookie } from './host-cookie.server.ts'

const flashSchema = z.array(z.object({ text: z.string().max(300), bad: z.boolean().optional() })).max(3)

/** A message shown once, on the next page, whether scripts run or not. */
export type Flash = z.infer<typeof flashSchema>[number]

// signed, so that messages can only come from this server; they are shown as plain text
const cookie = () => createHostCookie('flash', { maxAge: 60, secrets: [`flash ${authOptions().secret}`] })

/** Returns the `Set-Cookie` header that carries messages to the next page. */
export async function setFlash(...flashes: Flash[]): Promise<string> {
  return cookie().serialize(flashes)
}

export const redirectWithToast = async (to: string, ...flashes: Flash[]): Promise<Response> =>
  redirect(to, { headers: { 'Set-Cookie': await setFlash(...flashes) } })

/** Returns the messages for this page and the `Set-Cookie` header that deletes them, null without messages. */
export async function readFlash(request: Request): Promise<{ flashes: Flash[]; clearCookie: string | null }> {
  const parsed = flashSchema.safeParse(await cookie().parse(request.headers.get('Cookie')))
  if (!parsed.success || parsed.data.length === 0) return { flashes: [], clearCookie: null }
  return { flashes: parsed.data, clearCookie: await cookie().serialize([], { maxAge: 0 }) }
}

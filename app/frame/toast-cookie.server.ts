import { redirect } from 'react-router'
import { z } from 'zod'
import { authOptions } from '#sign-in/better-auth/instance.server.ts'
import { createHostCookie } from './host-cookie.server.ts'

const flashSchema = z.array(z.object({ text: z.string().max(300), bad: z.boolean().optional() })).max(3)

/** A message shown once, on the next page, whether scripts run or not. */
export type Flash = z.infer<typeof flashSchema>[number]

// signed, so that nobody else puts words into the club's mouth; what it says is shown as plain text
const cookie = () => createHostCookie('flash', { maxAge: 60, secrets: [`flash ${authOptions().secret}`] })

/** The header that leaves messages for the next page. */
export async function setFlash(...flashes: Flash[]): Promise<string> {
  return cookie().serialize(flashes)
}

/** Sends somebody on to a page that shows these messages. */
export const redirectWithToast = async (to: string, ...flashes: Flash[]): Promise<Response> =>
  redirect(to, { headers: { 'Set-Cookie': await setFlash(...flashes) } })

/** The messages left for this page, and the header that forgets them (null when there are none). */
export async function readFlash(request: Request): Promise<{ flashes: Flash[]; forget: string | null }> {
  const parsed = flashSchema.safeParse(await cookie().parse(request.headers.get('Cookie')))
  if (!parsed.success || parsed.data.length === 0) return { flashes: [], forget: null }
  return { flashes: parsed.data, forget: await cookie().serialize([], { maxAge: 0 }) }
}

import { z } from 'zod'
import { createHostCookie } from './host-cookie.server.ts'

const themeSchema = z.enum(['light', 'dark'])
const cookie = createHostCookie('theme', { maxAge: 31_536_000 })

/** Returns the stored theme; null means that of the operating system. */
export async function readTheme(request: Request): Promise<'light' | 'dark' | null> {
  return themeSchema
    .nullable()
    .catch(null)
    .parse(await cookie.parse(request.headers.get('Cookie')))
}

/** Returns the `Set-Cookie` header for a theme; any other value deletes the cookie. */
export async function serializeTheme(value: unknown): Promise<string> {
  const theme = themeSchema.safeParse(value)
  return theme.success ? cookie.serialize(theme.data) : cookie.serialize('', { maxAge: 0 })
}

import { z } from 'zod'
import { createHostCookie } from './host-cookie.server.ts'

const themeSchema = z.enum(['light', 'dark'])
const cookie = createHostCookie('theme', { maxAge: 31_536_000 })

/** The theme this person chose; null lets their system decide. */
export async function readTheme(request: Request): Promise<'light' | 'dark' | null> {
  return themeSchema
    .nullable()
    .catch(null)
    .parse(await cookie.parse(request.headers.get('Cookie')))
}

/** The header that remembers a choice; anything but a theme forgets it. */
export async function serializeTheme(value: unknown): Promise<string> {
  const theme = themeSchema.safeParse(value)
  return theme.success ? cookie.serialize(theme.data) : cookie.serialize('', { maxAge: 0 })
}

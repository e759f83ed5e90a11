import { z } from 'zod'
import { ownCookie } from './own-cookie.server.ts'

const names = z.enum(['light', 'dark'])
const cookie = ownCookie('theme', { maxAge: 31_536_000 })

/** The theme this person chose; null lets their system decide. */
export async function chosenTheme(request: Request): Promise<'light' | 'dark' | null> {
  return names
    .nullable()
    .catch(null)
    .parse(await cookie.parse(request.headers.get('Cookie')))
}

/** The header that remembers a choice; anything but a theme forgets it. */
export async function rememberTheme(value: unknown): Promise<string> {
  const theme = names.safeParse(value)
  return theme.success ? cookie.serialize(theme.data) : cookie.serialize('', { maxAge: 0 })
}

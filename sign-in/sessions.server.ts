import { parseSigned, serialize } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import type { Role } from '#db/tables.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { authOptions, cookiePrefix } from './auth.server.ts'
import { portraitOf } from '#domain/pictures/own-pictures.server.ts'

const isSecure = () => authOptions().publicUrl.startsWith('https:')
export const sessionCookie = () => `${cookiePrefix(isSecure())}.session_token`

/** The header that makes the browser forget its session. */
export function forgetSession(): string {
  const attributes = { maxAge: 0, path: '/', httpOnly: true, secure: isSecure(), sameSite: 'Lax' } as const
  return serialize(sessionCookie(), '', attributes)
}

/** The session token in the request's cookie, if its signature is the club's own. */
export async function sessionTokenOf(headers: Headers): Promise<string | null> {
  const name = sessionCookie()
  const header = headers.get('cookie')
  if (!header?.includes(name)) return null
  // Better Auth signs cookies as Hono reads them
  const cookies = await parseSigned(header, authOptions().secret, name)
  return cookies[name] || null
}

export type Session = {
  id: string
  token: string
  userId: string
  name: string
  email: string
  portrait: Portrait | null
  /** Null until the member record is made. */
  role: Role | null
  /** Counts the changes of the role. */
  roleVersion: number
}

/** The live sessions that have this token or this id; one query. */
export async function findSessions(token: string | null, id: string | null): Promise<Session[]> {
  if (token === null && id === null) return []
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('members', 'members.userId', 'users.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .select(['sessions.id', 'sessions.token', 'sessions.userId', 'users.name', 'users.email'])
    .select(['members.role', 'members.roleVersion', portraitOf('images', 'users').as('portrait')])
    .where('sessions.expiresAt', '>', clubNow)
    .where((eb) =>
      eb.or([eb('sessions.token', '=', token ?? ''), eb('sessions.id', '=', sql<string>`${id}::uuid`)]),
    )
    .execute()
  return rows.map((row) => ({ ...row, roleVersion: row.roleVersion ?? 0 }))
}

/** Ends the session at once; the bearer tokens that name it die with it. */
export async function endSession(token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

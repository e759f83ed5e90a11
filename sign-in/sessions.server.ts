import { createHmac, timingSafeEqual } from 'node:crypto'
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
  return `${sessionCookie()}=; Max-Age=0; Path=/; HttpOnly${isSecure() ? '; Secure' : ''}; SameSite=Lax`
}

/** The session token in the request's cookie, if its signature is the club's own. */
export function sessionTokenOf(headers: Headers): string | null {
  const value = readCookie(headers.get('cookie') ?? '', sessionCookie())
  const dot = value?.lastIndexOf('.') ?? -1
  if (value === null || dot < 1) return null
  const token = value.slice(0, dot)
  const expected = createHmac('sha256', authOptions().secret).update(token).digest()
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals === -1 || part.slice(0, equals).trim() !== name) continue
    try {
      return decodeURIComponent(part.slice(equals + 1).trim())
    } catch {
      return null
    }
  }
  return null
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

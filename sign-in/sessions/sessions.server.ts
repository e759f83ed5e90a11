import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { sql, type SqlBool } from 'kysely'
import { compiledQuery } from '#db/compiled-query.ts'
import { clubNow, db } from '#db/client.ts'
import type { Role } from '#db/tables.ts'
import { isRecentPurchase } from '#domain/bookings/bookings.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { authOptions, cookiePrefix, usesHttps } from '#sign-in/better-auth/instance.server.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'

export const sessionCookie = () => `${cookiePrefix(usesHttps())}.session_token`
/** What a browser holds between the password and the code of a second factor. */
export const challengeCookie = () => `${cookiePrefix(usesHttps())}.two_factor`

/** The header that makes the browser forget its session. */
export function clearSessionCookie(): string {
  const attributes = { maxAge: 0, path: '/', httpOnly: true, secure: usesHttps(), sameSite: 'Lax' } as const
  return serialize(sessionCookie(), '', attributes)
}

/** The session token in the request's cookie, if its signature is the club's own. */
export const readSessionToken = (headers: Headers) => readSignedCookie(headers, sessionCookie())

/** What a cookie of the sign-in library says, if its signature is the club's own. */
export function readSignedCookie(headers: Headers, name: string): string | null {
  const cookie = parse(headers.get('cookie') ?? '', name)[name] ?? ''
  const [, value, signature = ''] = /^(.+)\.([^.]*)$/s.exec(cookie) ?? []
  if (value === undefined) return null
  // as Better Auth signs; every request of somebody signed in asks this, and WebCrypto takes ten times as long
  const own = Buffer.from(createHmac('sha256', authOptions().secret).update(value).digest('base64'))
  const given = Buffer.from(signature)
  return given.length === own.length && timingSafeEqual(given, own) ? value : null
}

/** Staff share desks: their sessions end when nobody has used them for so many hours. */
const idleHoursOfStaff = 12
const isIdle = sql<SqlBool>`(coalesce(members.role in ('admin', 'trainer'), false)
  and sessions.updated_at < ${clubNow} - make_interval(hours => ${idleHoursOfStaff}))`

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
  /** Whether a booking of theirs is news. */
  hasJustPaid: boolean
  /** Nobody noted for half an hour that it is in use. */
  isDueToBeNoted: boolean
}

/** The live sessions that have this token or this id; one query. */
export async function findSessions(token: string | null, id: string | null): Promise<Session[]> {
  if (token === null && id === null) return []
  const rows = await selectSessions(db, token ?? '', id)
  return rows.map((row) => ({ ...row, roleVersion: row.roleVersion ?? 0 }))
}

const selectSessions = compiledQuery((token: string, id: string | null) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('members', 'members.userId', 'users.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .select(['sessions.id', 'sessions.token', 'sessions.userId', 'users.name', 'users.email'])
    .select(['members.role', 'members.roleVersion', portraitJson('images', 'users').as('portrait')])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('bookings')
            .select('bookings.id')
            .whereRef('buyerId', '=', 'users.id')
            .where(isRecentPurchase),
        )
        .$castTo<boolean>()
        .as('hasJustPaid'),
    )
    .select(sql<boolean>`sessions.updated_at < ${clubNow} - interval '30 minutes'`.as('isDueToBeNoted'))
    .where('sessions.expiresAt', '>', clubNow)
    .where((eb) => eb.not(isIdle))
    .where((eb) =>
      eb.or([eb('sessions.token', '=', token), eb('sessions.id', '=', sql<string>`${id}::uuid`)]),
    ),
)

/** Notes that a session is in use; one that could not be noted is only idle sooner. */
export async function touchSession(sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updatedAt: clubNow })
    .where('id', '=', sessionId)
    .execute()
    .catch(() => {})
}

/** Ends the session at once; the bearer tokens that name it die with it. */
export async function endSession(token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

/** Ends every session of the account with this address, for the operator; answers how many. */
export async function endAllSessions(email: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .using('users')
    .whereRef('users.id', '=', 'sessions.userId')
    .where('users.email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

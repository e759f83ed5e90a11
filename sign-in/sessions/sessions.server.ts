import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import { compiledQuery } from '#db/compiled-query.ts'
import { settleAll } from '#db/settle-all.ts'
import type { Day } from '#db/tables.ts'
import { accessColumns, accessOf, can, type StoredAccess } from '#domain/permissions.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { authOptions, cookiePrefix, usesHttps } from '#sign-in/better-auth/instance.server.ts'

export const sessionCookie = () => `${cookiePrefix(usesHttps())}.session_token`
/** Name of the cookie between the password and the code of a second factor. */
export const challengeCookie = () => `${cookiePrefix(usesHttps())}.two_factor`

/** Returns the `Set-Cookie` header that deletes the session cookie. */
export function clearSessionCookie(): string {
  const attributes = { maxAge: 0, path: '/', httpOnly: true, secure: usesHttps(), sameSite: 'Lax' } as const
  return serialize(sessionCookie(), '', attributes)
}

/** Returns the session token of the cookie, if its signature is valid. */
export const readSessionToken = (headers: Headers) => readSignedCookie(headers, sessionCookie())

/** Returns the value of one of Better Auth's signed cookies, if its signature is valid. */
export function readSignedCookie(headers: Headers, name: string): string | null {
  const cookie = parse(headers.get('cookie') ?? '', name)[name] ?? ''
  const [, value, signature = ''] = /^(.+)\.([^.]*)$/s.exec(cookie) ?? []
  if (value === undefined) return null
  // Better Auth's signature; node:crypto is ten times faster than WebCrypto here, and every signed-in
  // request verifies one
  const expected = Buffer.from(createHmac('sha256', authOptions().secret).update(value).digest('base64'))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? value : null
}

/** Hours after which an unused session of staff ends, because staff share computers. */
const idleHoursOfStaff = 12

export type Session = StoredAccess & {
  id: string
  token: string
  userId: string
  name: string
  email: string
  portrait: Portrait | null
  /** Number of changes of the role. */
  roleVersion: number
  /** Whether its last use was recorded more than half an hour ago, or the person's last day before today. */
  isDueToBeNoted: boolean
  /** Member for whom the person may act as a guardian, and does. */
  actsFor: { id: string; name: string; portrait: Portrait | null } | null
}

/** Returns the live sessions with this token or this id, in one query. */
export async function findSessions(token: string | null, id: string | null): Promise<Session[]> {
  if (token === null && id === null) return []
  const rows = await selectSessions(db, token ?? '', id)
  return rows
    .filter((row) => !row.isIdle || !can(accessOf(row), 'account.protected'))
    .map(({ isIdle: _, ...row }) => ({ ...row, roleVersion: row.roleVersion ?? 0 }))
}

/** SQL expression: the member for whom the session acts, while the person is their guardian; otherwise null. */
const memberActedFor = sql<Session['actsFor']>`case when sessions.acts_for is not null then (
  select json_build_object('id', child.id, 'name', child.name, 'portrait', ${portraitJson('photo', 'child')})
  from acting_guardians join users child on child.id = member_id
    join members record on record.user_id = member_id left join images photo on photo.id = record.photo_id
  where member_id = sessions.acts_for and guardian_id = sessions.user_id) end`

const selectSessions = compiledQuery((token: string, id: string | null) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('members', 'members.userId', 'users.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .select(['sessions.id', 'sessions.token', 'sessions.userId', 'users.name'])
    .select((eb) => eb.ref('users.email').$notNull().as('email'))
    .select(memberActedFor.as('actsFor'))
    .select([...accessColumns, 'members.roleVersion', portraitJson('images', 'users').as('portrait')])
    .select(
      sql<boolean>`sessions.updated_at < ${clubNow} - interval '30 minutes' or coalesce(members.last_seen_on < club_today(), false)`.as(
        'isDueToBeNoted',
      ),
    )
    .select(
      sql<boolean>`sessions.updated_at < ${clubNow} - make_interval(hours => ${idleHoursOfStaff})`.as(
        'isIdle',
      ),
    )
    .where('sessions.expiresAt', '>', clubNow)
    .where((eb) =>
      eb.or([eb('sessions.token', '=', token), eb('sessions.id', '=', sql<string>`${id}::uuid`)]),
    ),
)

/** Records the use of a session, and the day for its person. A failure only makes the session expire earlier. */
export async function touchSession({ id, userId }: Pick<Session, 'id' | 'userId'>): Promise<void> {
  const today = sql<Day>`club_today()`
  await settleAll([
    db.updateTable('sessions').set({ updatedAt: clubNow }).where('id', '=', id).execute(),
    db
      .updateTable('members')
      .set({ lastSeenOn: today })
      .where('userId', '=', userId)
      .where('lastSeenOn', '<', today)
      .execute(),
  ]).catch(() => {})
}

/** Ends the session and revokes its bearer tokens. */
export async function endSession(token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

/** Ends all sessions of the account with this address and returns their number. Run by the operator. */
export async function endAllSessions(email: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .using('users')
    .whereRef('users.id', '=', 'sessions.userId')
    .where('users.email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

import { createHmac } from 'node:crypto'
import { signJWT, verifyJWT } from 'better-auth/crypto'
import { z } from 'zod'
import { DomainError, notFound } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { requirePerson, visitor, type Actor, type Person } from '#domain/actor.ts'
import { ensureMember } from '#domain/members/join-club.server.ts'
import { accessOf } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { authOptions } from '#sign-in/better-auth/instance.server.ts'
import { findSessions, touchSession, readSessionToken, type Session } from './sessions.server.ts'

const bearerLifetimeSeconds = 600

/** Headers as Node's HTTP server parses them. */
type SentHeaders = { authorization?: string | undefined; cookie?: string | undefined }

type ResolveOptions = {
  /** Whether to accept an `Authorization: Bearer` token; default true. */
  bearer?: boolean
  /** Whether to create a missing member record; default true. */
  makeMember?: boolean
  /** Whether a guardian is the member for whom the session acts, or only for the member with this id; default false. */
  acting?: boolean | string
}

/**
 * Returns the actor of a request, from the session cookie or a bearer token; a visitor without a live
 * session. The role is read from the database. Throws `unauthenticated` for an invalid bearer token, or one
 * of another person than the cookie's.
 */
export async function resolveActor(headers: Headers, ways: ResolveOptions = {}): Promise<Actor> {
  const cookie = readSessionToken(headers)
  const bearer = ways.bearer === false ? null : await readBearer(headers)
  const sessions = await findSessions(cookie, bearer?.sessionId ?? null)
  const byCookie = sessions.find((session) => session.token === cookie)
  const byBearer = sessions.find((session) => session.id === bearer?.sessionId)
  if (bearer) {
    if (byBearer?.userId !== bearer.userId || byBearer.roleVersion !== bearer.roleVersion)
      throw invalidToken()
    if (byCookie && byCookie.userId !== byBearer.userId)
      throw new DomainError('unauthenticated', t('refusal.theCookieAndThe'))
  }
  const session = byBearer ?? byCookie
  if (session === undefined) return visitor
  if (session.isDueToBeNoted) await touchSession(session)
  if (session.role === null && ways.makeMember !== false) await ensureMember(session.userId)
  const person = toPerson(session)
  const isActing = ways.acting === true || ways.acting === session.actsFor?.id
  return isActing && session.actsFor ? actFor(session.actsFor, person) : person
}

function toPerson(session: Session): Person {
  const { id, userId, name, email, portrait } = session
  return { kind: 'person', id: userId, sessionId: id, name, email, portrait, ...accessOf(session) }
}

/** Returns the member, with the session of the guardian and never more than a member's access. */
const actFor = (member: NonNullable<Session['actsFor']>, { id, name, ...rest }: Person): Person => ({
  ...rest,
  ...member,
  role: 'member',
  duty: null,
  guardian: { id, name },
})

const invalidToken = () => new DomainError('unauthenticated', t('refusal.thisTokenIsNo'))

/** Expected claims of a bearer token, so that no other value signed with this key is accepted. */
const expectedClaims = () => {
  const { publicUrl } = authOptions()
  return { iss: publicUrl, aud: `${publicUrl}/api`, typ: 'bearer' }
}

const claimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  typ: z.string(),
  exp: z.int(),
  sub: z.uuid(),
  sid: z.uuid(),
  role: z.int().min(0),
})

async function readBearer(headers: Headers) {
  const header = headers.get('authorization')
  if (header === null || !/^bearer(\s|$)/i.test(header)) return null
  const parsed = claimsSchema.safeParse(await verifyJWT(header.slice(6).trim(), bearerKey()))
  const isOurs = Object.entries(expectedClaims()).every(
    ([name, value]) => parsed.data?.[name as 'iss'] === value,
  )
  if (!parsed.success || !isOurs) throw invalidToken()
  return { userId: parsed.data.sub, sessionId: parsed.data.sid, roleVersion: parsed.data.role }
}

// a derived key: the key of cookies signs nothing else
function bearerKey(): string {
  return createHmac('sha256', authOptions().secret).update('bearer tokens').digest('base64url')
}

/** Whether a session cookie or bearer token has a valid signature. Reads no database, so the session may have ended. */
export async function hasSignedCredentials(sent: SentHeaders): Promise<boolean> {
  const headers = new Headers()
  if (sent.cookie) headers.set('cookie', sent.cookie)
  if (sent.authorization) headers.set('authorization', sent.authorization)
  if (readSessionToken(headers) !== null) return true
  return readBearer(headers).then(
    (bearer) => bearer !== null,
    () => false,
  )
}

/**
 * Issues a bearer token for the person's own address, valid for ten minutes or until the session ends or
 * the role changes. Throws `unauthenticated` for a visitor, and `forbidden` for another address.
 */
export async function issueToken(actor: Actor, email: unknown): Promise<string> {
  const person = requirePerson(actor)
  if (!isSameEmail(email, person.email)) throw new DomainError('forbidden', t('refusal.youCanOnlyGet'))
  const member = await db
    .selectFrom('members')
    .select('roleVersion')
    .where('userId', '=', person.id)
    .executeTakeFirst()
  return signJWT(
    { ...expectedClaims(), sub: person.id, sid: person.sessionId, role: member?.roleVersion ?? 0 },
    bearerKey(),
    bearerLifetimeSeconds,
  )
}

const isSameEmail = (given: unknown, own: string) =>
  typeof given === 'string' && given.trim().toLowerCase() === own

/**
 * Returns the person if the address is theirs. Throws `unauthenticated`, and `not-found` for any other
 * address.
 */
export function requireOwnEmail(actor: Actor, email: unknown): Person {
  const person = requirePerson(actor)
  if (!isSameEmail(email, person.email)) throw notFound(t('refusal.thisAccount'))
  return person
}

import { conflict, notFound } from '#core/errors.ts'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, requirePermission, wrongRole, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import { limitLetter } from '#platform/rate-limits/rate-limits.ts'
import { signInAge } from './guardians.rules.ts'
import { isUnder, listInCare } from './guardians.server.ts'
import { claimAccountLetter } from './letters/claim-account.ts'
import { claimCodeMinutes, claimLetterMinutes } from './one-time-links.rules.ts'
import { createLink, findLink } from './one-time-links.server.ts'

/**
 * Returns a link by which a member without a sign-in chooses one, to be shown at the desk. It works once within 30
 * minutes. Audited. Throws `forbidden` without the permission `members.invite` for anybody but the guardian,
 * `not-found`, and `conflict` for a child under 16, a deleted account or one with a sign-in.
 */
export async function createClaimCode(
  actor: Actor,
  memberId: string,
): Promise<{ path: string; until: Date; name: string }> {
  const userId = requireId(memberId, t('refusal.thisPerson'))
  const person = await requireInviter(actor, userId)
  return transaction(async (trx) => {
    const { name } = await findWithoutSignIn(trx, userId)
    const { key, until } = await createLink(
      trx,
      'claim-account',
      { userId, email: '', byHand: true },
      claimCodeMinutes,
    )
    await recordAudit(trx, {
      actorId: person.id,
      action: 'show claim code',
      subjectKind: 'member',
      subjectId: userId,
    })
    return { path: `/claim?key=${key}`, until, name }
  })
}

/** Returns the person if they invite members or are the guardian of this one. Throws `forbidden` otherwise. */
export async function requireInviter(actor: Actor, memberId: string): Promise<Person> {
  const person = requireOwnAccount(actor)
  if (can(person, 'members.invite')) return person
  const inCare = await listInCare(actor)
  if (inCare.some(({ id }) => id === memberId)) return person
  throw wrongRole()
}

/**
 * Sends the same link to the contact address, for 14 days. Audited. Throws as `createClaimCode`, `limited`, and
 * `conflict` without an address or in a club that sends no mail.
 */
export async function sendClaimLetter(
  actor: Actor,
  memberId: string,
  network: string,
): Promise<{ email: string }> {
  const staff = requirePermission(actor, 'members.invite')
  const userId = requireId(memberId, t('refusal.thisPerson'))
  if (!sendsMail()) throw conflict(t('refusal.thisClubSendsNo'))
  const { name, contactEmail: email } = await findWithoutSignIn(db, userId)
  if (email === '') throw conflict(t('refusal.hasNoEmailAddress', { name }))
  await limitLetter(`at the desk ${email}`, network)
  await transaction(async (trx) => {
    await findWithoutSignIn(trx, userId)
    await queueClaimLetter(trx, { userId, name, email })
    await recordAudit(trx, {
      actorId: staff.id,
      action: 'send claim letter',
      subjectKind: 'member',
      subjectId: userId,
    })
  })
  return { email }
}

/** Queues a letter with the link to the contact address of a member without a sign-in. */
export async function queueClaimLetter(
  trx: Transaction,
  { userId, name, email }: { userId: string; name: string; email: string },
): Promise<void> {
  const { key, until } = await createLink(trx, 'claim-account', { userId, email }, claimLetterMinutes)
  await queueMail(trx, claimAccountLetter, {
    to: { userId },
    cause: `${userId} ${until.toISOString()}`,
    facts: { key, until, name },
    minutes: claimLetterMinutes,
  })
}

/** Returns the name and the contact address behind a link; null if it is used, expired or unknown. */
export async function findClaim(key: string): Promise<{ name: string; email: string } | null> {
  const link = await findLink('claim-account', key)
  if (link === null) return null
  const member = await db
    .selectFrom('users')
    .where('id', '=', link.userId)
    .where('email', 'is', null)
    .where('erasedAt', 'is', null)
    .select('name')
    .executeTakeFirst()
  return member ? { name: member.name, email: link.email } : null
}

async function findWithoutSignIn(from: Queryable, userId: string) {
  const member = await from
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.id', '=', userId)
    .select(['users.name', 'users.email', 'users.erasedAt', 'members.contactEmail'])
    .select(isUnder(signInAge).as('isTooYoung'))
    .executeTakeFirst()
  if (!member) throw notFound(t('refusal.thisPerson'))
  if (member.erasedAt !== null) throw conflict(t('refusal.thisAccountHasBeen'))
  if (member.email !== null) throw conflict(t('refusal.hasASignIn', { name: member.name }))
  if (member.isTooYoung) throw conflict(t('refusal.isUnderUntilThen', { name: member.name, signInAge }))
  return member
}

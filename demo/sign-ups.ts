import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { clubNow, db, transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Person } from '#domain/actor.ts'
import { joinClub } from '#domain/members/join-club.server.ts'
import { savePicture } from '#domain/pictures/pictures.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { approveApplication } from '#domain/trainers/approval.server.ts'
import { grantRole } from '#domain/trainers/roles.server.ts'
import { registerAccount } from '#sign-in/accounts.server.ts'
import { demoPassword } from '#sign-in/demo/demo-accounts.rules.ts'
import { daysBefore, minutesAfter, setClock } from './clock.ts'
import {
  admin,
  application,
  members,
  trainers,
  type DemoPerson,
  type DemoTrainer,
  type MemberName,
} from './people.ts'
import type { DemoPictures } from './read-pictures.ts'

export type DemoPeople = {
  admin: Person
  /** By key of the person. */
  staff: Map<string, Person>
  /** Trainer ids by key of the person. */
  trainerIds: Map<string, string>
  members: Record<MemberName, Person>
}

const demoRequest = { headers: new Headers(), address: 'demo' }

/** Signs all people up, promotes the admin and approves the trainers, each at their time. */
export async function signUpPeople(now: Date, pictures: DemoPictures): Promise<DemoPeople> {
  const adminPerson = await signUpPerson(now, admin, pictures)
  await grantRole(admin.email, 'admin')
  const company: DemoPeople = {
    admin: { ...adminPerson, role: 'admin' },
    staff: new Map([[admin.key, { ...adminPerson, role: 'admin' }]]),
    trainerIds: new Map(),
    members: {} as Record<MemberName, Person>,
  }
  for (const trainer of trainers) await signUpTrainer(now, trainer, company, pictures)
  for (const [name, member] of Object.entries(members))
    company.members[name as MemberName] = await signUpPerson(now, member, pictures)
  return company
}

async function signUpPerson(
  now: Date,
  { key, name, email, joinedDaysAgo }: DemoPerson,
  pictures: DemoPictures,
): Promise<Person> {
  await setClock(daysBefore(now, joinedDaysAgo))
  const photo = await savePicture(null, await pictures(key))
  const { userId } = await registerAccount(demoRequest, { name, email, password: demoPassword }, photo)
  // Better Auth uses the machine's time
  await sql`update users set email_verified = true, created_at = club_now() where id = ${userId}`.execute(db)
  return { kind: 'person', id: userId, sessionId: '', name, email, role: 'member', portrait: null }
}

async function signUpTrainer(
  now: Date,
  trainer: DemoTrainer,
  company: DemoPeople,
  pictures: DemoPictures,
): Promise<void> {
  const person = await signUpPerson(now, trainer, pictures)
  const { name, yearsOfExperience, hoursADay, weekdays, skills } = trainer
  await setClock(minutesAfter(daysBefore(now, trainer.joinedDaysAgo), 60))
  await applyToBeTrainer(person, { name, yearsOfExperience, hoursADay, weekdays, skills })
  const { trainerId } = await approveApplication(company.admin, person.email)
  company.staff.set(trainer.key, { ...person, role: 'trainer' })
  company.trainerIds.set(trainer.key, trainerId)
}

/** Submits the pending application. */
export async function submitApplication(now: Date, company: DemoPeople): Promise<void> {
  const { by, daysAgo, ...input } = application
  await setClock(daysBefore(now, daysAgo))
  await applyToBeTrainer(company.members[by], { name: members[by].name, ...input })
}

/** Sign-up created sessions and confirmation letters. Deletes the sessions and confirms all addresses. */
export async function clearSessions(): Promise<void> {
  await db.deleteFrom('sessions').execute()
  await db.deleteFrom('letters').where('letter', '=', 'confirm-address').execute()
}

/**
 * Creates a person as if they had come by Google before, and returns their id. `subject` is the provider's id of
 * the person. Throws `conflict` for a taken address.
 */
export async function signUpByGoogle(identity: {
  subject: string
  name: string
  email: string
}): Promise<string> {
  const { subject, name, email } = identity
  try {
    return await transaction(async (trx) => {
      const user = await trx
        .insertInto('users')
        .values({ name, email, emailVerified: true, image: null, createdAt: clubNow })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('accounts')
        .values({ accountId: subject, providerId: 'google', userId: user.id, updatedAt: clubNow })
        .execute()
      await joinClub(trx, user.id, null)
      return user.id
    })
  } catch (error) {
    if (violates(error, 'users_email_key')) throw conflict('That email already has an account.')
    throw error
  }
}

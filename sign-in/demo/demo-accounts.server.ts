import { db } from '#db/client.ts'
import type { Role } from '#db/tables.ts'
import { isDemoClub } from '#domain/club/club.server.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { demoPassword, demoEmails } from './demo-accounts.rules.ts'

export type DemoPerson = {
  name: string
  email: string
  password: string
  role: Role
  portrait: Portrait | null
}

const orderOf = (email: string) => demoEmails.findIndex((each) => each === email)

/** Lists the people of the demo club with one-click sign-in; empty in a real club. */
export async function listDemoPeople(): Promise<DemoPerson[]> {
  if (!isDemoClub()) return []
  const rows = await db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .select((eb) => eb.ref('users.email').$notNull().as('email'))
    .select(['users.name', 'members.role', portraitJson('images', 'users').as('portrait')])
    .where('users.email', 'in', demoEmails)
    .execute()
  return rows
    .sort((one, other) => orderOf(one.email) - orderOf(other.email))
    .map((person) => ({ ...person, password: demoPassword }))
}

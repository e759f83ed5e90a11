import { clubNow, db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { saveLetterPreferences } from '#domain/members/letter-preferences.server.ts'

/** States of a person's address that decide on their letters, each with the act that brings it about. */
export const addressStates = {
  confirmed: (_: Person): Promise<unknown> => Promise.resolve(),
  unconfirmed: ({ id }: Person): Promise<unknown> =>
    db.updateTable('users').set({ emailVerified: false }).where('id', '=', id).execute(),
  'switched off': (person: Person): Promise<unknown> => saveLetterPreferences(person, []),
  bounced: ({ email }: Person): Promise<unknown> => {
    const letter = { letter: 'any', name: '', email, subject: 'Any', html: '', text: '' }
    const fate = { nextTryAt: null, failedAt: clubNow, failure: '550 5.1.1', addressRefused: true }
    const cause = crypto.randomUUID()
    return db
      .insertInto('letters')
      .values({ cause, ...letter, ...fate })
      .execute()
  },
}

export type AddressState = keyof typeof addressStates
export const addressStateNames = Object.keys(addressStates) as AddressState[]

import { beforeAll, expect } from 'vitest'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createTrainerWithSlots } from '#tests/factories.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'
import { createClubSettingsForm } from './club-settings-form.ts'
import { createFixtures, fillPlaceholders, type Fixtures } from './fixtures.ts'
import { createPageReader } from './page-outline.ts'

/** Creates a club with all settings, and with more of everything than fits on one page. */
export function useFullClub() {
  const database = useDatabase()
  useAuth()
  const club = useBuiltSite(database)
  let cast: Fixtures
  const make = (name: string) => fillPlaceholders(`{${name}}`, cast, 'visitor', new Map())
  beforeAll(async () => {
    cast = await createFixtures()
    const body = createClubSettingsForm(
      { name: 'Palestra', openSince: '2005' },
      (list, place) => `${list} ${place}`,
    )
    body.append('otherLanguages', 'Deutsch')
    const headers = { cookie: cast.cookies.admin, origin: siteOrigin }
    expect((await club.send('/dashboard/club', { method: 'POST', headers, body })).status).toBe(302)
    await Promise.all([1, 2, 3].map(() => createTrainerWithSlots(1)))
    for (const [name, many] of Object.entries({ class: 11, post: 7, voice: 3, picture: 2 }))
      for (let made = 0; made < many; made += 1) await make(name)
  }, 60_000)
  return {
    ...club,
    look: createPageReader(club, () => cast),
    /** Creates one more value for a placeholder. */
    make,
    get cast() {
      return cast
    },
  }
}

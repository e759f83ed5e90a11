import './production.ts'
import { describe, expect, test } from 'vitest'
import { useAuth } from '#tests/accounts.ts'
import { useDatabase } from '#tests/database.ts'
import { createCast, fillIn, type Cast, type Names } from './cast.ts'
import { expectationOf, outcomeOf, useClubPages, ways } from './club-pages.ts'
import { reading } from './reading-table.ts'
import { secretsFrom } from './secrets.ts'
import { people } from './table.ts'

const database = useDatabase()
useAuth()
const club = useClubPages(database)

describe('what each of the seven sees', () => {
  let cast: Cast
  let names: Names

  for (const row of reading)
    test(`${row.address} (${row.route})`, async () => {
      cast ??= await createCast()
      names ??= new Map()
      const wrong: string[] = []
      const path = await fillIn(row.address, cast, 'visitor', names)
      for (const [column, who] of people.entries())
        for (const [way, toAddress] of Object.entries(ways)) {
          const headers: HeadersInit = { cookie: cast.cookies[who] }
          const response = await club.send(toAddress(path, row.route), { headers })
          const body = await response.text()
          const key = `${who}, ${way}`
          const cell = await fillIn(row.expected[column] ?? '', cast, who, names)
          const [wanted, seen] = [expectationOf(cell, path), outcomeOf(response, body)]
          if (seen !== wanted) wrong.push(`${key}: ${seen} instead of ${wanted}`)
          const found = secretsFrom(cast, who, path, names).filter((secret) => body.includes(secret))
          if (found.length > 0) wrong.push(`${key}: tells ${found.join(' ')}`)
          if (who !== 'visitor' && !row.route.startsWith('pages/seo/'))
            expect(response.headers.get('cache-control'), key).toBe('private, no-store')
        }
      expect(wrong, wrong.join('\n')).toEqual([])
    })
})

import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { addressStateNames, addressStates, type AddressState } from '#tests/email-address-states.ts'
import { createMember } from '#tests/factories.ts'
import { optionalLetterKinds, type Letter } from './letter.ts'
import { queueMail } from './outbox.server.ts'

useDatabase()

// Every letter to a person of the club, to each state that an address can be in.

const domain = join(import.meta.dirname, '..')
const files = globSync('*/letters/*.ts', { cwd: domain }).sort()
const letters = await Promise.all(
  files.map(async (file) => {
    const [letter] = Object.values((await import(join(domain, file))) as Record<string, Letter<unknown>>)
    return letter as Letter<unknown>
  }),
)

/** Letters that people can do without. All others are about money, the account, or a date that was paid for. */
const reminders = [
  'first-refusal-opened',
  'hours-ahead',
  'make-ups-end',
  'renewal-reminder',
  'renewal-unavailable',
]

/** Queues every letter to one member, and returns per letter what became of it and what `queueMail` returned. */
async function outcomesFor(state: AddressState): Promise<Record<string, string>> {
  const member = await createMember()
  await addressStates[state](member)
  const outcomes: Record<string, string> = {}
  for (const letter of letters.filter(({ kind }) => kind !== 'announcements')) {
    const cause = crypto.randomUUID()
    const isSent = await transaction((trx) =>
      queueMail(trx, letter, { to: { userId: member.id }, cause, facts: letter.example }),
    )
    const written = await db
      .selectFrom('letters')
      .select(['failedAt', 'addressRefused'])
      .where('cause', '=', `${letter.name} ${cause}`)
      .executeTakeFirst()
    const outboxState = written === undefined ? 'not written' : written.failedAt ? 'undelivered' : 'sent'
    outcomes[letter.name] = `${outboxState}, ${isSent ? 'sent' : 'not sent'}`
  }
  return outcomes
}

describe.each(addressStateNames)('letters to an address that is %s', (state) => {
  test('are all sent, but reminders without consent, and changes that would be refused', async () => {
    const expected = letters.flatMap(({ name, kind }) => {
      if (kind === 'announcements') return []
      if (state === 'bounced' && kind === 'changes') return [[name, 'undelivered, not sent']]
      const isUnwanted = reminders.includes(name) && ['unconfirmed', 'switched off'].includes(state)
      return [[name, isUnwanted ? 'not written, not sent' : 'sent, sent']]
    })
    expect(await outcomesFor(state)).toEqual(Object.fromEntries(expected))
  })
})

test('no letter can be switched off but reminders and announcements', () => {
  const optional = letters.filter(({ kind }) => optionalLetterKinds.some((each) => each === kind))
  expect(optional.map(({ name }) => name).toSorted()).toEqual(['announcement', ...reminders])
})

import './production-env.ts'
import { beforeAll, expect, test } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { addressStates } from '#tests/email-address-states.ts'
import { addTrainer, createAdmin, createBooking, createMember } from '#tests/factories.ts'
import { useBuiltSite } from './built-site.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database, { DEMO: 'off', CLUB_NAME: '' }, false)
let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
})

const read = async (path: string) =>
  outlineOf(await (await club.send(path, { headers: { cookie: await cookieFor(admin) } })).text())

test('admins read who gets no newsletter, and why', async () => {
  expect((await read('/dashboard/newsletter')).text).not.toContain('Left out')
  const { slotIds } = await addTrainer()
  const member = await createMember({ name: 'Ada Bounced' })
  await createBooking(slotIds[0] ?? '', member, 'paid')
  await addressStates.bounced(member)
  const gone = { id: '', email: 'gone@club.example' }
  await db
    .insertInto('subscribers')
    .values([
      { name: 'Nora Gone', email: gone.email, confirmedAt: clubNow },
      { name: '', email: 'undecided@club.example' },
    ])
    .execute()
  await addressStates.bounced({ ...member, email: gone.email })
  const { text, columns } = await read('/dashboard/newsletter')
  expect(columns.join(', ')).toContain('To, Group, Why, Since')
  expect(text).toContain('The mail server refused 2 addresses as unknown.')
  expect(text).toContain('Nora Gone, gone@club.example Subscriber 550 5.1.1')
  expect(text).toContain(`Ada Bounced, ${member.email} Member 550 5.1.1`)
  expect(text).toContain('1 subscriber has not confirmed the address yet.')
  expect((await read('/dashboard/allSubscribers')).text).toContain(
    'gone@club.example left out, because the mail server refused the address: 550 5.1.1',
  )
})

test('a newsletter that the mail server refuses is paused, and admins read the reason on its page and among their tasks', async () => {
  const { id } = await db
    .insertInto('newsletters')
    .values({
      subject: 'Rings',
      words: 'Come.',
      authorId: admin.id,
      state: 'paused',
      begunAt: clubNow,
      pauseReason: '550 relay not permitted',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const letter = await read(`/dashboard/newsletter/${id}`)
  expect(letter.text).toContain(
    'It said: “550 relay not permitted” Check the email settings and then resume.',
  )
  expect(letter.buttons).toContain('Resume')
  expect((await read('/dashboard/newsletter')).text).toContain('Paused, refused by the mail server')
  const { text, links } = await read('/dashboard')
  expect(text).toContain('“Rings” is paused The mail server refused it: 550 relay not permitted')
  expect(links).toContain(`See the letter /dashboard/newsletter/${id}`)
})

test('admins of a club without a mail server read that no emails go out', async () => {
  const page = await read('/dashboard/mail')
  expect(page.headings).toEqual(['Email settings', 'Mail server'])
  expect(page.text).toContain('No mail server is set up (SMTP_URL), so no emails go out.')
  expect(page.buttons.filter((button) => /test|sign in/.test(button))).toEqual([])
})

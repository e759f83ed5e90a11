import './production-env.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { noisyPicture, useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
useTemporaryPictureStorage()
const club = useBuiltSite(database)

let mira: Awaited<ReturnType<typeof createTrainerWithSlots>>
let yuki: Awaited<ReturnType<typeof createTrainerWithSlots>>
beforeAll(async () => {
  mira = await createTrainerWithSlots(3)
  yuki = await createTrainerWithSlots(2, { name: 'Yuki Tanabe' })
  const weekend = { weekdays: ['Saturday', 'Sunday'], skills: ['Boxing'] }
  await db.updateTable('trainers').set(weekend).where('id', '=', yuki.trainerId).execute()
  await createBooking(mira.slots[0]!.id, await createMember(), 'paid')
})

const read = async (query: string) => outlineOf(await (await club.send(`/hours${query}`)).text())
const answersOf = ({ headings }: Awaited<ReturnType<typeof read>>) =>
  headings.filter((heading) => heading.includes(' with '))

describe('/hours', () => {
  test('lists the free hours of all trainers, each with its month, its price and a button', async () => {
    const page = await read('')
    expect(page.headings.slice(0, 2)).toEqual(['Find an hour', 'First to start'])
    expect(page.text).toContain('4 hours are free')
    expect(answersOf(page)).toContain('07:00 with Mira, Mon, Wed and Fri')
    expect(answersOf(page)).not.toContain('06:00 with Mira, Mon, Wed and Fri')
    expect(page.text).toMatch(
      /starts \w{3} \d+ \w{3} \d+ hours a month \$50 \$\d\.\d\d an hour Book Book this hour/,
    )
  })

  test('leaves what was asked for, and says so', async () => {
    const weekend = await read('?days=sat,sun')
    expect(answersOf(weekend)).toEqual(['06:00 with Yuki, Sat and Sun', '07:00 with Yuki, Sat and Sun'])
    expect(answersOf(await read('?from=7&to=8&for=boxing'))).toEqual(['07:00 with Yuki, Sat and Sun'])
    expect((await read('?days=mon&from=7&to=8')).text).toContain('I can come 07:00 to 08:00')
  })

  test('offers a wish with one condition less when no hour fits', async () => {
    const page = await read('?days=mon&for=boxing')
    expect(page.headings).toEqual(['Find an hour', 'No hour fits'])
    expect(page.links.slice(-2)).toEqual([
      'On any day 2 hours fit /hours?for=boxing',
      'For anything 2 hours fit /hours?days=mon',
    ])
  })

  test('ignores what it does not know', async () => {
    const odd = '?days=someday,MON&from=99&to=-1&shown=1e9&hour=nonsense&trainer=nonsense&for=%00'
    expect((await club.send(`/hours${odd}`)).status).toBe(200)
    expect(answersOf(await read('?days=someday&from=9&to=3&shown=x'))).toHaveLength(4)
  })

  test('puts the chosen hour first, and says that it is gone once somebody has it', async () => {
    const chosen = mira.slots[2]!.id
    const page = await read(`?hour=${chosen}`)
    expect(answersOf(page)[0]).toBe('08:00 with Mira, Mon, Wed and Fri')
    expect(page.html).toContain('free-ring chosen')
    expect((await read(`?hour=${mira.slots[0]!.id}`)).text).toContain('Someone was faster')
  })
})

describe('/trainers', () => {
  const readTrainers = async (query: string) => outlineOf(await (await club.send(`/trainers${query}`)).text())

  test('says on each card how many hours are free, when, from which date and at what price', async () => {
    const page = await readTrainers('')
    expect(page.headings).toEqual(['All Trainers', 'Mira Okafor', 'Yuki Tanabe'])
    expect(page.text).toMatch(
      /2 of 3 free , Mon, Wed and Fri, 06:00 to 09:00 First: \w{3} \d+ \w{3} Know More .*? from \$50/,
    )
    expect(
      page.html.match(/aria-label="2 of 3 free">.*?<\/span><\/span>/)?.[0].match(/dot( ring)?"/g),
    ).toEqual(['dot"', 'dot ring"', 'dot ring"'])
    expect(page.text).not.toContain('Show everybody')
  })

  test('hides trainers without a free hour that was asked for, and says so', async () => {
    const weekend = await readTrainers('?days=sat,sun')
    expect(weekend.headings).toEqual(['All Trainers', 'Yuki Tanabe'])
    expect(weekend.text).toContain('1 of 2 trainers has a free hour then. Show everybody')
    expect((await readTrainers('?from=6&to=7')).headings).toEqual(['All Trainers', 'Yuki Tanabe'])
    expect((await readTrainers('?from=8&to=9')).headings).toEqual(['All Trainers', 'Mira Okafor'])
    const nobody = await readTrainers('?days=mon&for=boxing')
    expect(nobody.headings).toEqual(['All Trainers'])
    expect(nobody.text).toContain('0 of 2 trainers have a free hour then.')
  })
})

describe('the home page', () => {
  test('has the board as a picture, its sentence, and the hours that are free next', async () => {
    const home = outlineOf(await (await club.send('/')).text())
    expect(home.headings).toContain('Find an hour')
    expect(home.text).toContain('See all 4 hours')
    expect(home.text).toMatch(/Free (tomorrow|on \w+day) \d\d:00 (Mira|Yuki)/)
    expect(home.text).toContain('The week of all trainers: 4 of 5 hours are free')
    expect(
      home.links.some((link) => /^\d\d:00 (Mira|Yuki) \/hours\?hour=[0-9a-f-]+#answer-/.test(link)),
    ).toBe(true)
  })
})

describe('signing in for a chosen hour', () => {
  test('shows the hour, and holds it at once', async () => {
    const slotId = mira.slots[1]!.id
    const from = `/trainers/${mira.trainerId}?hour=${slotId}`
    const page = outlineOf(await (await club.send(`/signIn?${new URLSearchParams({ from })}`)).text())
    expect(page.text).toContain('07:00 with Mira Okafor, Mon, Wed and Fri Held for you for 15 minutes')
    const { person, password } = await signUpUser()
    const body = new URLSearchParams({ email: person.email, password, from })
    const sent = await club.send('/signIn', { method: 'POST', body, headers: { origin: siteOrigin } })
    expect(sent.headers.get('location')).toMatch(/^\/trainerBooked\/[0-9a-f-]{36}$/)
    expect(await db.selectFrom('bookings').where('slotId', '=', slotId).select('state').execute()).toEqual([
      { state: 'held' },
    ])
  })
})

describe('signing up for a chosen hour', () => {
  test('holds it at once and shows its plans; an hour that went meanwhile is said to be gone', async () => {
    const slotId = yuki.slots[0]!.id
    const signUp = async () => {
      const body = new URLSearchParams({ slotId, trainerId: yuki.trainerId, priceCents: '5000' })
      const sent = await club.send('/hours', { method: 'POST', body, headers: { origin: siteOrigin } })
      const from = new URL(sent.headers.get('location') ?? '', siteOrigin).searchParams.get('from') ?? ''
      const form = new FormData()
      const account = {
        name: 'Nora Lind',
        email: `${crypto.randomUUID()}@club.example`,
        password: 'Palestra1!',
        from,
      }
      for (const [name, value] of Object.entries(account)) form.set(name, value)
      form.set(
        'photo',
        new File([new Uint8Array(await noisyPicture().png().toBuffer())], 'nora.png', { type: 'image/png' }),
      )
      return club.send('/signUp', { method: 'POST', body: form, headers: { origin: siteOrigin } })
    }
    const first = await signUp()
    expect(first.headers.get('location')).toMatch(/^\/trainerBooked\/[0-9a-f-]{36}$/)
    const held = db.selectFrom('bookings').where('slotId', '=', slotId).select('state')
    expect(await held.execute()).toEqual([{ state: 'held' }])
    expect((await signUp()).headers.get('location')).toContain(`/trainers/${yuki.trainerId}?hour=${slotId}`)
    expect(await held.execute()).toHaveLength(1)
  })
})

describe('/hours without a free hour', () => {
  test('lists the hours whose months end next and are not renewed, without a button and without their members', async () => {
    const slots = await db.selectFrom('slots').select('id').execute()
    await db
      .updateTable('orders')
      .set({ state: 'expired', holdExpiresAt: null })
      .where('state', '=', 'held')
      .execute()
    const sold = new Set([mira.slots[0]!.id])
    const buyer = await createMember({ name: 'Secret Buyer' })
    for (const { id } of slots) if (!sold.has(id)) await createBooking(id, buyer, 'paid')
    const page = await read('')
    expect(page.headings.slice(0, 2)).toEqual(['Find an hour', 'Next to come free'])
    expect(page.text).toContain('All 5 hours are taken.')
    expect(page.text).toMatch(/maybe from \w{3} \d+ \w{3} \d+ hours a month/)
    expect(page.buttons).toEqual([])
    expect(page.text).not.toContain('Secret')
  })
})

import './production-env.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { createLink } from '#domain/members/one-time-links.server.ts'
import { signIn } from '#sign-in/accounts.server.ts'
import { startSecondFactorSetup, enableSecondFactor } from '#sign-in/second-factor/second-factor.server.ts'
import { cookieFor } from '#tests/api-server.ts'
import { confirmAddressOf, requestContext, cookieOf, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { createTotpDevice, freezeDate } from '#tests/totp.ts'
import { useBuiltSite } from './built-site.ts'
import { createClubSettingsForm } from './club-settings-form.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { linesMatching, maskIds, createPageReader, outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
useTemporaryPictureStorage()
const club = useBuiltSite(database, { DEMO: 'off', CLUB_NAME: '' }, false)
const look = createPageReader(club, () => cast)
const read = async (path: string, headers: HeadersInit) =>
  outlineOf(await (await club.send(path, { headers })).text())
let cast: Fixtures
beforeAll(async () => {
  cast = await createFixtures()
})

test('what its admin enters stands on the first page, in the foot of others and for search engines', async () => {
  const body = createClubSettingsForm(
    { name: 'Iron Works', openSince: '2019', address: '1 Mill Lane', acceptsHoursOutside: 'yes' },
    (list, place) => (place === 1 ? `The first of ${list}` : ''),
    { opens: '06:00', closes: '00:00' },
  )
  const headers = { cookie: cast.cookies.admin, origin: 'http://localhost:3000' }
  expect((await club.send('/dashboard/club', { method: 'POST', headers, body })).status).toBe(302)

  const home = await (await club.send('/')).text()
  for (const words of [
    'Iron Works, a fitness hub since 2019',
    '"foundingDate":"2019","openingHoursSpecification":[{"@type":"OpeningHoursSpecification","dayOfWeek":["Monday"],"opens":"06:00","closes":"00:00"}]',
    '"address":"1 Mill Lane"',
    'The first of serviceNames',
    'The first of points',
    'Open Monday, 06:00 to midnight',
  ])
    expect(home.includes(words), words).toBe(true)
  expect(home.includes('Community connection')).toBe(false)
  expect(await (await club.send('/contact')).text()).toContain('1 Mill Lane')
})

test('a club that takes money at the desk only says so wherever it tells how to pay', async () => {
  const body = createClubSettingsForm({ name: 'Iron Works', paysAtDesk: 'on' }, () => '')
  const headers = { cookie: cast.cookies.admin, origin: 'http://localhost:3000' }
  expect((await club.send('/dashboard/club', { method: 'POST', headers, body })).status).toBe(302)
  const plans = (await read('/membership-plans', {})).text
  expect(plans).toContain('Pay at the desk: say so, and the hour is held for 48 hours.')
  expect(plans).not.toContain('card')
  expect((await read('/terms', {})).text).toContain('if you pay at the desk, 48 hours.')
  const [buyer, { slots }] = await Promise.all([createMember(), createTrainerWithSlots(1)])
  const bookingId = await createBooking(slots[0]!.id, buyer, 'held')
  await choosePlan(buyer, bookingId, { plan: 'gold' })
  const payment = await read(`/dashboard/payment/${bookingId}`, { cookie: await cookieFor(buyer) })
  expect(payment.headings).toContain('Pay at the desk')
})

test('a notice of a card processor that the club does not have has no address, whoever sends it', async () => {
  const post = async (headers: Record<string, string>) =>
    (await club.send('/api/webhooks/stripe', { method: 'POST', headers, body: '{}' })).status
  expect(await post({})).toBe(404)
  expect(await post({ origin: 'https://cards.example', cookie: 'theme=dark' })).toBe(404)
})

test('the office finds everybody, and shows of each what they have, what they were sent and what they did', async () => {
  const names = new Map<string, string>()
  await look('/dashboard?with={held}{makeUp}', 'memberA', undefined, names)
  const members = await look('/dashboard/members', 'admin')
  expect(members.headings).toEqual(['Members'])
  expect(members.labels).toEqual(['Name or email', 'Role'])
  expect(members.text).toMatch(
    /With an hour \d+ Ending in 7 days \d+ Held \d+ Without an hour \d+ Everyone \d+/,
  )
  expect(members.columns.join(', ')).toBe('Who, Email, Role, Has, Since')
  expect(members.text).toMatch(
    /Ada \S+ \S+ Member Gold with Mira Okafor, until \d+ \w{3} \d{4} \d hours? held/,
  )
  expect(members.buttons).toEqual(['Search'])

  const member = await look('/dashboard/members/{personA}', 'admin')
  const { name, email } = cast.persons.memberA
  const parts = [
    'Waiting',
    'For Ada',
    'Hours',
    'Payments',
    'Dates ahead',
    'Contact',
    'Notes of the office',
    'Emails',
    'Their activity log',
    'What was done for them',
  ]
  expect(member.headings).toEqual([name, ...parts])
  expect(member.text).toContain(email)
  expect(member.text).toMatch(/Emails \d+ emails? Called off: .* Seen,/)
  expect(member.buttons[0]).toMatch(/^Let go \d\d:00 with/)
  for (const link of [
    /^Refund .* \/dashboard\/members\/{id}\?refund={id}$/,
    /\d{4}-\d{4} \/dashboard\/receipt\/{id}$/,
    /^Delete the account \/dashboard\/members\/{id}\?ask=close$/,
    /^Make-ups .* \/dashboard\/owed\/{id}$/,
    /^Open .* \/dashboard\/lesson\/{id}$/,
  ])
    expect(linesMatching(maskIds(member.links), link).length, String(link)).toBeGreaterThan(0)

  const given = await look(`/dashboard/members/${cast.persons.trainerA.id}`, 'admin')
  expect(given.text).toMatch(/Hours they give .*\w{3} \d+ \w{3}, \d\d:00 With Ada /)
  expect(linesMatching(maskIds(given.links), /^Open .* \/dashboard\/lesson\/{id}$/)).not.toEqual([])
  const { onDate } = await db
    .selectFrom('lessons')
    .select('onDate')
    .where('state', '=', 'planned')
    .orderBy('onDate', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const house = await look(`/dashboard/house?day=${onDate}`, 'admin')
  expect(house.headings).toEqual(['Who’s in'])
  expect(house.text).toMatch(/^Who’s in .* \d+ lessons?\. .* \d\d:00 Mira Okafor with Ada /)
  expect(linesMatching(maskIds(house.links), /^Open .* \/dashboard\/lesson\/{id}$/)).not.toEqual([])

  const makeUp = db.selectFrom('makeUps').select('bookingId').where('id', '=', names.get('makeUp')!)
  const { bookingId } = await makeUp.executeTakeFirstOrThrow()
  const owed = await look(`/dashboard/owed/${bookingId}?refund=${names.get('makeUp')}`, 'admin')
  expect(owed.headings).toEqual([
    'Make-ups',
    'Owed',
    'Give a make-up',
    expect.stringMatching(/^Give \$\d\.\d\d back instead\?$/),
  ])
  expect(owed.text).toMatch(
    /Ada gets one more hour, to be chosen until [^.]*\. This club sends no mail: tell them yourself\./,
  )
  expect(owed.text).toMatch(
    /The money goes back to the card\. The make-up is gone with it\. .* \d+ hours for \$70/,
  )
  expect(owed.labels).toEqual(['Reason Ada sees it', 'Reason the member sees it'])
  expect(owed.buttons).toEqual(['Give a make-up', expect.stringMatching(/^Refund \$\d\.\d\d$/)])

  const free = await look('/dashboard/bookFor/{personA}', 'admin')
  expect(free.headings).toEqual(['Book an hour'])
  expect(free.text).toContain('hours. This club sends no mail: tell them yourself. Take the')
  expect(free.labels[0]).toBe('Trainer')
  expect(free.labels[1]).toMatch(/^\d\d:00, \$50 First: \w{3} \d{1,2} \w{3}$/)
  expect(free.buttons).toEqual(['Search', 'Hold this hour'])

  const down = await look('/dashboard/takeDown/post/{post}', 'admin')
  expect(down.headings).toEqual(['Take down a post'])
  expect(down.labels).toEqual(['Why', 'In your own words Mira Okafor sees this'])
  expect([...down.buttons, ...down.links]).toEqual(['Take it down', 'Keep it /forums'])
  for (const reason of ['Someone in it did not agree', 'Not true', 'Advertising', 'Unkind', 'Something else'])
    expect(down.text).toContain(reason)
})

test('the office writes letters to many, says what the club is called, and reads what was done, sent and kept', async () => {
  const letters = await look('/dashboard/newsletter?with={newsletter}{post}', 'admin')
  expect(letters.columns.join(', ')).toBe('Letter, For, State, Date, Arrived, Refused, Unsubscribed')
  expect(letters.links[0]).toBe('Write a letter /dashboard/newsletter/new')
  const draft = await look('/dashboard/newsletter/{newsletter}', 'admin')
  expect(draft.headings[0]).toBe('Write a letter')
  expect(draft.labels.map((label) => label.replace(/ (up to|optional).*/, ''))).toEqual([
    'Who gets it',
    'Subject',
    'Photo',
    'What the photo shows',
    'Letter',
    'A class or a post',
  ])
  expect(linesMatching(draft.buttons, /./).slice(1, 4)).toEqual([
    'Save',
    'Send me a test',
    'Delete the draft',
  ])
  expect(draft.text).toContain('subscribers who confirmed')

  const settings = await look('/dashboard/club', 'admin')
  const headingsOf = async (tab: string) => (await look(`/dashboard/club?tab=${tab}`, 'admin')).headings
  expect(settings.headings).toEqual(expect.arrayContaining(['Club Settings', 'The club', 'Time zone']))
  expect(await headingsOf('money')).toContain('Money')
  expect(await headingsOf('firstPage')).toEqual(
    expect.arrayContaining(['First page', 'Three points', 'Services', 'Testimonials']),
  )
  expect(await headingsOf('otherPages')).toContain('Other pages')
  expect(settings.labels.slice(0, 6).join(', ')).toBe(
    'Name, Company as registered, Address, Telephone, Email, Open since a year',
  )
  const hours = await look('/dashboard/club?tab=hours', 'admin')
  expect(hours.columns.join(', ')).toBe('Day, Opens, Closes, Day, Opens again, Closes')
  expect(settings.buttons.at(-1)).toBe('Save')
  const voice = await look('/dashboard/club/voices/{voice}', 'admin')
  expect(voice.labels.map((label) => label.replace(/ like.*/, '')).join(', ')).toBe(
    'Name, Who they are, What they said, Photo, Said yes on',
  )

  expect((await look('/dashboard/auditLog', 'admin')).columns.join(', ')).toBe(
    'When, Who, What, Before and after',
  )
  const undelivered = await look('/dashboard/undelivered?with={undelivered}', 'admin')
  expect(undelivered.columns.join(', ')).toBe('When, To, Subject, Why, Action')
  expect(undelivered.buttons[0]).toMatch(/^Send again to Ada/)
  const backups = await look('/dashboard/backups', 'admin')
  expect(backups.text).toContain('Seven daily, five weekly and twelve monthly ones are kept. Backups are off')
  expect((await look('/dashboard/failedJobs', 'admin')).headings).toEqual([
    'Failed tasks',
    'Nothing has failed',
  ])
  const before = await look('/dashboard', 'admin')
  expect(before.text).toMatch(
    /Before you open \d of 8 done Address and opening hours .* First page .* Mail .* Backups .* First trainer Done.* Cards or cash Done.* Time zone Done/,
  )
})

test('an account has its password, its second factor, its devices, its address and its letters in one place', async () => {
  const { person, cookie, password } = await signUpUser()
  const account = await read('/dashboard/profileSettings/account', { cookie })
  expect(account.headings.slice(0, 6).join(', ')).toBe(
    'My Profile Setting, Password, Second factor, Devices, Email address, Postal address',
  )
  expect(account.labels.slice(0, 3).map((label) => label.replace(/ 6 to.*/, ''))).toEqual([
    'Current password',
    'New password',
    'Name and address optional',
  ])
  expect(account.text).toContain('This device')
  expect(account.text).toContain('A new address is confirmed by email, and this club sends no mail.')
  expect(account.buttons).toEqual(expect.arrayContaining(['Save password', 'Save choices']))
  const factor = await read('/dashboard/profileSettings/secondFactor', { cookie })
  expect(factor.headings).toEqual(['Second factor', 'Set it up'])
  expect([...factor.labels, ...factor.buttons]).toEqual(['Current password', 'Start'])

  const linkFor = async (purpose: 'confirm-address' | 'new-password') => {
    const holder = { userId: person.id, email: person.email }
    return (await transaction((trx) => createLink(trx, purpose, holder))).key
  }
  const confirm = await read(`/confirmAddress?key=${await linkFor('confirm-address')}`, {})
  expect(confirm.text).toBe(`Is this your address? ${person.email} Yes, it’s mine`)
  const renewed = await read(`/newPassword?key=${await linkFor('new-password')}`, {})
  expect(renewed.text).toContain(`For ${person.email}.`)
  expect([...renewed.labels, ...renewed.buttons]).toEqual([
    'New password 6 to 20 characters',
    'Save password',
  ])
  const over = await read('/newPassword?key=nonsense', {})
  expect([...over.headings, ...over.buttons]).toEqual(['This link has expired', 'Send a new link'])

  await confirmAddressOf(person)
  freezeDate()
  try {
    const app = createTotpDevice(
      await startSecondFactorSetup(requestContext({ cookie }), person, { currentPassword: password }),
    )
    await enableSecondFactor(requestContext({ cookie }), person, { code: app.code() })
    const half = cookieOf(await signIn(requestContext(), { email: person.email, password }))
    const code = await read('/signIn/code', { cookie: half })
    expect([...code.headings, ...code.labels, ...code.buttons]).toEqual(['Your code', 'Code', 'Sign In'])
    expect(code.text).toContain(
      `for ${person.email} from the app on your phone. Code No phone with you? Use one of your recovery codes.`,
    )
  } finally {
    vi.useRealTimers()
  }
})

test('a receipt becomes an invoice with its tax once the club has said its number, and a month’s are printed at once', async () => {
  const [buyer, { slots }] = await Promise.all([
    createMember(),
    createTrainerWithSlots(2, { name: 'Yuki Tanabe' }),
  ])
  const cookie = await cookieFor(buyer)
  const receiptOf = async (bookingId: string) =>
    (await read(`/dashboard/receipt/${bookingId}`, { cookie })).text
  const before = await createBooking(slots[0]!.id, buyer, 'paid')
  expect(await receiptOf(before)).toMatch(
    / Receipt \d{4}-\d{4} .* For Amount .* \$50\.00 .* \$20\.00 Paid \$70\.00 /,
  )
  await db.updateTable('club').set({ taxNumber: 'DE 1', taxPercent: 8.1, invoicePrefix: 'IW' }).execute()
  const after = await createBooking(slots[1]!.id, buyer, 'paid')
  expect(await receiptOf(after)).toMatch(
    /\w Tax number DE 1 Invoice IW-\d{4}-\d{4} .* For Tax Amount .* Without tax \$64\.75 Tax, 8\.1% of \$64\.75 \$5\.25 Paid \$70\.00 /,
  )
  expect(await receiptOf(before)).toContain(' Receipt ')
  expect((await look('/dashboard/invoices', 'admin')).text).toMatch(
    /Invoices of \w{3} \d{4} .* Receipt \d{4}-\d{4} .*Yuki Tanabe.* Invoice IW-\d{4}-\d{4} .*Yuki Tanabe/,
  )
})

import './production.ts'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { useAuth } from '#tests/accounts.ts'
import { useDatabase } from '#tests/database.ts'
import { createTrainerWithSlots } from '#tests/factories.ts'
import { createCast, fillIn, type Cast } from './cast.ts'
import { address, useClubPages } from './club-pages.ts'
import { among, ids, lookerAt, timesIn } from './outline.ts'
import type { Who } from './table.ts'

// What stands on each screen, read from its HTML: the agreed words, the headings of columns in their order.

const database = useDatabase()
useAuth()
const club = useClubPages(database)
let cast: Cast

beforeAll(async () => {
  cast = await createCast()
  await describeClub()
  await Promise.all([1, 2, 3].map(() => createTrainerWithSlots(1)))
  for (const [name, many] of Object.entries({ class: 11, post: 7, voice: 3, picture: 2 }))
    for (let made = 0; made < many; made += 1) await make(name)
}, 60_000)

const make = (name: string) => fillIn(`{${name}}`, cast, 'visitor', new Map())

/** What the club says of itself on its first page. */
async function describeClub() {
  const body = new URLSearchParams({
    name: 'Palestra',
    timeZone: 'UTC',
    currency: 'usd',
    language: 'en',
    trainerShare: '100',
    openSince: '2005',
  })
  const lists = { headlines: 3, taglines: 3, points: 3, serviceNames: 10, serviceLines: 10 }
  for (const [name, many] of Object.entries(lists))
    for (let each = 1; each <= many; each += 1) body.append(name, `${name} ${each}`)
  for (const name of ['opens', 'closes']) for (let day = 0; day < 7; day += 1) body.append(name, '')
  const headers = { cookie: cast.cookies.admin, origin: address }
  expect((await club.send('/dashboard/club', { method: 'POST', headers, body })).status).toBe(302)
}

const look = lookerAt(club, () => cast)

test('every page leads to the five, a visitor to signing in and up, a person to what is theirs', async () => {
  const five = ['Home /', 'Gallery /gallery', 'Trainers /trainers', 'Classes /classes', 'Forums /forums']
  const visitor = await look('/terms', 'visitor', 'header')
  expect(visitor.links.slice(1, 6)).toEqual(five)
  expect(among(visitor.links, /^Sign/)).toEqual(['Sign In /signIn', 'Sign Up /signUp'])
  expect(visitor.html).toContain('lucide-circle-user')
  expect(visitor.pictures).toEqual([])
  expect((await look('/terms', 'visitor', 'body')).html).toMatch(/<header .*<main .*<footer /s)

  const { id, name, email } = cast.persons.memberA
  await db
    .updateTable('users')
    .set({ image: 'https://lh3.googleusercontent.com/a' })
    .where('id', '=', id)
    .execute()
  const member = await look('/terms', 'memberA', 'header')
  expect(member.links.slice(1, 6)).toEqual(five)
  expect(member.links.slice(6).join(', ')).toBe(
    'Dashboard /dashboard, My Profile /myProfile, Profile Settings /dashboard/profileSettings',
  )
  expect(member.buttons).toContain('Logout')
  expect(member.text).toContain(`${name} ${email}`)
  expect(member.pictures[0]).toContain('src="https://lh3.googleusercontent.com/a"')
})

test('the home page shows what its eight sections promise', async () => {
  const { headings, text, links, pictures, buttons, labels } = await look('/')
  for (const each of [1, 2, 3]) {
    expect(headings).toContain(`headlines ${each}`)
    expect(text).toMatch(new RegExp(`headlines ${each} taglines ${each} (From \\$50\\. )?All Class`))
    expect(text).toContain(`points ${each}`)
  }
  expect(among(links, /^All Class \/class$/)).toHaveLength(3)
  for (let each = 1; each <= 10; each += 1)
    expect(text).toContain(`serviceNames ${each} serviceLines ${each}`)
  expect(among(pictures, /service-/)).toHaveLength(10)
  expect(headings).toEqual(
    expect.arrayContaining(['Fitness philosophy', 'Passionate trainers', 'Community connection']),
  )
  expect(ids(among(links, /^Show Detail/))).toEqual(Array(8).fill('Show Detail Core /classes/{id}'))
  expect(links).toContain('See All Class /classes')
  expect(timesIn(text, 'What members say It is the coffee. Sol Weaver')).toBe(3)
  expect(timesIn(text, 'Rings')).toBe(4)
  expect(links).toContain('See All Post /forums')
  expect(labels).toEqual(['Name', 'Email'])
  expect(buttons).toContain('Subscribe Now')
  expect(ids(among(links, /^View Profile/))).toHaveLength(4)
  expect(among(pictures, /trainer-fallback/)).toHaveLength(4)
  expect(timesIn(text, '7 years experience')).toBe(4)
  expect(links).toContain('See All Trainers /trainers')
})

test('signing in and up ask for what they need and lead to each other', async () => {
  const signIn = await look('/signIn')
  expect(signIn.headings[0]).toBe('Sign In')
  expect(signIn.labels).toEqual(['Email', 'Password'])
  expect(signIn.buttons.slice(0, 2)).toEqual(['Sign In', 'Continue With Google'])
  expect(among(signIn.links, /^Sign Up \/signUp/)).toHaveLength(1)
  const signUp = await look('/signUp')
  expect(signUp.headings[0]).toBe('Sign Up')
  expect(signUp.labels).toEqual(['Name', 'Email', 'Password 6 to 20 characters', 'Photo'])
  expect(signUp.buttons).toEqual(['Sign Up', 'Continue With Google'])
  expect(among(signUp.links, /^Sign In \/signIn/)).toHaveLength(1)
})

test('gallery, trainers, classes and forum show each of their things with its words and its link', async () => {
  const gallery = await look('/gallery')
  expect(gallery.headings).toEqual(['Gallery Page'])
  expect(gallery.pictures).toHaveLength(2)
  expect(gallery.links).toEqual([' /gallery?picture=1', ' /gallery?picture=2'])

  const trainers = await look('/trainers')
  expect(trainers.headings).toEqual(['All Trainers', ...Array<string>(5).fill('Mira Okafor')])
  expect(trainers.pictures).toHaveLength(5)
  expect(timesIn(trainers.text, '7 years experience')).toBe(5)
  expect(ids(among(trainers.links, /^Know More/))).toEqual(
    Array(5).fill('Know More Mira Okafor /trainers/{id}'),
  )

  const classes = await look('/classes')
  expect(classes.headings).toEqual(['All Classes', ...Array<string>(11).fill('Core')])
  expect(classes.pictures).toHaveLength(11)
  expect(ids(classes.links)).toEqual(Array(11).fill('Show Detail Core /classes/{id}'))

  const forum = await look('/forums')
  expect(forum.headings).toEqual(['Forums'])
  expect(timesIn(forum.text, 'Rings')).toBe(6)
  expect(forum.links.slice(-3)).toEqual(['1 /forums', '2 /forums?page=2', 'Next /forums?page=2'])
  const last = await look('/forums?page=2')
  expect(timesIn(last.text, 'Rings')).toBe(1)
  expect(among(last.links, /^Prev|^Next/)).toEqual(['Prev /forums'])
})

test('a trainer’s page has both its tabs, and a class its trainer', async () => {
  const slots = await look('/trainers/{trainer}')
  expect(slots.headings).toEqual(['Mira Okafor'])
  expect(slots.html).toContain('role="img" aria-label="Mira Okafor"')
  expect(slots.text).toContain('7 years experience')
  expect(slots.text).toContain('Every trainer at Palestra plans with you')
  expect(ids(among(slots.links, /^All Slot|^About|^Become/)).join(', ')).toBe(
    'All Slot /trainers/{id}, About /trainers/{id}?tab=about, Become A Trainer /beTrainer',
  )
  expect(slots.buttons).toEqual(['Book this hour Slot 1, 06:00 to 07:00'])
  const about = await look('/trainers/{trainer}?tab=about')
  expect(about.terms).toEqual(['name', 'email', 'available Time', 'available Day'])
  const { email } = cast.trainerA.person
  expect(about.text).toContain(`name Mira Okafor email ${email} available Time 1 hour a day`)
  expect(about.text).toContain('available Day 3 days a week, Monday, Wednesday and Friday')

  const { headings, text, links, pictures } = await look('/classes/{class}')
  expect(headings.slice(0, 3)).toEqual(['Core', 'Overview', 'Trainer Info'])
  expect(text).toMatch(/^Core Added \d{1,2} \w{3} \d{4} Overview Floor/)
  expect(pictures[0]).toContain('/images/')
  expect(among(links, /^View Profile/)).toEqual([`View Profile /trainers/${cast.trainerA.trainerId}`])
})

test('an application asks for everything, its e-mail is only read', async () => {
  const { headings, labels, buttons, fields, text } = await look('/beTrainer', 'memberB')
  expect(headings[0]).toBe('Become A Trainer')
  expect(labels.slice(0, 4)).toEqual(['Name', 'Email', 'Years of experience', 'Photo'])
  expect(labels[4]).toMatch(/^Hours a day/)
  expect(labels.slice(5, 12)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(labels.slice(12, 17).join(', ')).toBe(
    'Adaptability, Exercide Physiology, Injury Prevention Knowledge, Time Management, Patience',
  )
  expect(among(fields, /name="email"/)[0]).toContain('readOnly')
  expect(text).toContain('Your slots')
  expect(buttons.at(-1)).toBe('Submit Request')
})

test('three plans with prices and classes are offered, and what is paid for stands beside the card', async () => {
  const plans = await look('/trainerBooked/{held}', 'memberA')
  expect(plans.headings.slice(0, 4)).toEqual(['Trainer Booked Page', 'silver', 'gold', 'diamond'])
  for (const offer of ['$50 per month Classes 5', '$70 per month Classes 3', '$100 per month Classes 6'])
    expect(plans.text).toContain(offer)

  const { name, email } = cast.persons.memberA
  const payment = await look('/dashboard/payment/{paying}', 'memberA')
  expect(payment.headings[0]).toBe('Payment Page')
  expect(payment.text).toContain('Please payment activate your next steps')
  expect(payment.text).toMatch(
    new RegExp(`Mira Okafor Slot \\d+, .* Package gold, 3 classes Name ${name} Email ${email} Price \\$70`),
  )
  expect(payment.labels).toEqual(['Card number', 'Expires', 'Security code'])
  expect(payment.buttons).toContain('Confirm')
  const paid = await look('/dashboard/payment/{paid}', 'memberA')
  expect(paid.text).toContain('Class Booked Successfully')
  const ended = await look('/dashboard/payment/{ended}', 'memberA')
  expect(ended.text).toContain('Your month is over')
  for (const state of [paid, ended]) expect(state.html).toMatch(/class="with-whom"><\w+ class="picture/)
})

test('my profile shows cover, photo, name, e-mail and the agreed words', async () => {
  const { name, email } = cast.persons.memberB
  const { headings, text, links, pictures, html } = await look('/myProfile', 'memberB')
  expect(headings).toEqual([name])
  expect(text).toContain(`${name} ${email} An hour a week is enough to start.`)
  expect(pictures[0]).toContain('profile-cover')
  expect(html).toContain('nobody')
  expect(links).toContain('Go to Home Page /')
})

test('a page that is not there moves its ball and leads home', async () => {
  const { headings, links, html } = await look('/no-such-page')
  expect(headings).toEqual(['You are off the court'])
  expect(links).toEqual(['Back to Home Page /'])
  expect(html).toContain('class="ball"')
})

test('each role has the menu that was agreed', async () => {
  const menuOf = async (who: Who) =>
    (await look('/dashboard', who, 'nav class="menu"')).links
      .map((link) => link.replace(/ \/.*/, ''))
      .join(', ')
  const everybody = 'Activity Log, Profile Settings, Recommended Classes'
  expect(await menuOf('admin')).toBe(
    'Dashboard, All Subscribers, All Trainers, Applied Trainers, Balance, Add New Forum',
  )
  expect(await menuOf('trainerA')).toBe('Manage Slots, Manage Member, Add New Forum, Add New Class')
  expect(await menuOf('memberA')).toEqual(everybody)
  expect(await menuOf('applied')).toEqual(everybody)
})

test('a trainer’s hours, members, posts and classes stand under the agreed words', async () => {
  await make('soldSlot')
  const slots = await look('/dashboard/manageSlots', 'trainerA')
  expect(slots.headings.slice(0, 2)).toEqual(['Manage Slots', 'Slot 1'])
  expect(slots.text).toContain('Slot 1 06:00 to 07:00, $50 a month Purchaed By Available')
  expect(slots.text).toContain(`Purchaed By ${cast.persons.memberA.name}`)

  const members = await look('/dashboard/manageMember', 'trainerA')
  expect(members.headings[0]).toBe('Manage Member')
  expect(members.columns.slice(0, 8).join(', ')).toBe(
    'Member, Email, Slot, Time, Package, Classes, Since, Paid until',
  )
  expect(members.text).toContain(`${cast.persons.memberA.name} ${cast.persons.memberA.email} Slot`)

  const post = await look('/dashboard/addNewForum', 'trainerA')
  expect(post.headings[0]).toBe('Add New Forum')
  expect(post.labels).toEqual(['Caption 0 of 5,000', 'Photo'])
  expect(post.buttons.slice(0, 2)).toEqual(['Create Post', 'Preview'])
  expect(post.columns).toEqual(['Date', 'Caption', 'Likes', 'Dislikes', 'Action'])

  const added = await look('/dashboard/addNewClass', 'trainerA')
  expect(added.headings[0]).toBe('Add New Class')
  expect(added.labels).toEqual(['Title', 'Description 0 of 5,000', 'Photo'])
  expect(added.buttons.slice(0, 2)).toEqual(['Create Class', 'Preview'])
  expect(added.columns).toEqual(['Date', 'Title', 'Description', 'Action'])
})

test('log, settings and recommended classes stand under the agreed words', async () => {
  const log = await look('/dashboard/activityLog', 'applied')
  expect(log.headings[0]).toBe('Activity Log')
  expect(log.text).toMatch(/Today, \d{1,2} \w{3} \d{4} .*\d\d:\d\d/)

  const settings = await look('/dashboard/profileSettings', 'memberB')
  expect(settings.headings[0]).toBe('My Profile Setting')
  expect(settings.text).toContain('Edit to show your best')
  expect(settings.labels.slice(0, 10).join(', ')).toBe(
    'Full name, Height cm, Age years, Blood group, Adaptability, Exercide Physiology, Injury Prevention Knowledge, Time Management, Patience, Description 0 of 2,000',
  )
  expect(settings.buttons[0]).toBe('Update')

  const recommended = await look('/dashboard/recommendedClasses', 'memberB')
  expect(recommended.headings).toEqual(['Recommended Classes', ...Array<string>(10).fill('Core')])
  expect(recommended.text).toContain('You can read that class')
})

test('the balance has both totals with the sign of the money, and its tables their columns', async () => {
  const balance = await look('/dashboard/balance', 'admin')
  expect(balance.headings.slice(0, 3)).toEqual(['Balance', 'Total Remaining Balance', 'Total Payment'])
  expect(balance.text).toMatch(/Total Remaining Balance \$\d.*Total Payment \$\d/)
  expect(balance.html.match(/lucide-circle-dollar-sign/g)).toHaveLength(2)
  expect(balance.columns.slice(0, 8).join(', ')).toBe(
    'Date, Member, For, Package, Status, Amount, Balance, Action',
  )
})

test('the office’s tables have their columns in the agreed order', async () => {
  await make('subscriber')
  expect((await look('/dashboard/allSubscribers', 'admin')).columns.join(', ')).toBe(
    '#, Id, Name, Email, Action',
  )
  expect((await look('/dashboard/allTrainers', 'admin')).columns.join(', ')).toBe(
    '#, Name, Email, Role, Joining Date, Payment Status',
  )
  const applied = await look('/dashboard/appliedTrainers', 'admin')
  expect(applied.columns.join(', ')).toBe(
    '#, Image, Name, Email, Age, Available Time, Available Day, Detail/Action',
  )
  expect(applied.html).toContain('lucide-eye')
})

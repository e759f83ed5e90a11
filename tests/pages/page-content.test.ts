import './production-env.ts'
import { randomUUID } from 'node:crypto'
import { CircleDollarSign, CircleUserRound, Eye } from 'lucide'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { changeOrders } from '#tests/factories.ts'
import { siteOrigin } from './built-site.ts'
import { fillPlaceholders } from './fixtures.ts'
import { useFullClub } from './full-club-fixture.ts'
import { linesMatching, countIcons, maskIds, countOccurrences } from './page-outline.ts'
import type { TestUser } from './role-matrix.ts'

// The content of each screen, from its HTML: agreed texts, and the headings of columns in order.

const club = useFullClub()
const { look, make } = club
const ownPhoto = 'https://lh3.googleusercontent.com/a'

test('every page leads to the five, a visitor to signing in and up, a person to what is theirs', async () => {
  const five = ['Home /', 'Gallery /gallery', 'Trainers /trainers', 'Classes /classes', 'Forums /forums']
  const visitor = await look('/terms', 'visitor', 'header')
  expect(visitor.links.slice(1, 6)).toEqual(five)
  expect(linesMatching(visitor.links, /^Sign/)).toEqual(['Sign In /signIn', 'Sign Up /signUp'])
  expect(countIcons(visitor.html, CircleUserRound)).toBe(1)
  expect(visitor.pictures).toEqual([])
  for (const path of ['/', '/trainers/{trainer}', '/no-such-page', '/dashboard']) {
    const { html, links } = await look(path, 'memberA', 'body')
    expect(html, path).toMatch(path === '/dashboard' ? /<header .*<main /s : /<header .*<main .*<footer /s)
    for (const link of five) expect(links, path).toContain(link)
  }
  // sign-in pages link home by the club's name only
  for (const door of ['/signIn', '/signUp'])
    expect((await look(door, 'visitor', 'header')).links).toEqual(['Palestra /'])

  const { id, name, email } = club.cast.persons.memberA
  await db.updateTable('users').set({ image: ownPhoto }).where('id', '=', id).execute()
  const member = await look('/terms', 'memberA', 'header')
  expect(member.links.slice(1, 6)).toEqual(five)
  expect(member.links.slice(6).join(', ')).toBe(
    'Dashboard /dashboard, My Profile /myProfile, Profile Settings /dashboard/profileSettings',
  )
  expect(member.buttons).toContain('Logout')
  expect(member.text).toContain(`${name} ${email}`)
  expect(member.pictures[0]).toContain(`src="${ownPhoto}"`)
})

test('the home page shows what its eight sections promise', async () => {
  const { headings, text, links, pictures, buttons, labels } = await look('/')
  const sections = /^(headlines 1|Featured|About us|Testimonials|Forum|One letter|Trainers)/
  expect(linesMatching(headings, sections).join(', ')).toBe(
    'headlines 1, Featured services, About us, Featured classes, Testimonials, Forum posts, One letter a week, Trainers',
  )
  for (const each of [1, 2, 3]) {
    expect(headings).toContain(`headlines ${each}`)
    expect(text).toMatch(new RegExp(`headlines ${each} taglines ${each} (From \\$50\\. )?All Class`))
    expect(text).toContain(`points ${each}`)
  }
  expect(linesMatching(links, /^All Class \/class$/)).toHaveLength(3)
  for (let each = 1; each <= 10; each += 1)
    expect(text).toContain(`serviceNames ${each} serviceLines ${each}`)
  expect(linesMatching(pictures, /service-/)).toHaveLength(10)
  expect(headings).toEqual(
    expect.arrayContaining(['Fitness philosophy', 'Passionate trainers', 'Community connection']),
  )
  expect(maskIds(linesMatching(links, /^Show Detail/))).toEqual(
    Array(8).fill('Show Detail Core /classes/{id}'),
  )
  expect(links).toContain('See All Class /classes')
  expect(countOccurrences(text, 'What members say It is the coffee. Sol Weaver')).toBe(3)
  expect(countOccurrences(text, 'Rings')).toBe(4)
  expect(links).toContain('See All Post /forums')
  expect(labels).toEqual(['Name', 'Email'])
  expect(buttons).toContain('Subscribe Now')
  expect(maskIds(linesMatching(links, /^View Profile/))).toHaveLength(4)
  expect(linesMatching(pictures, /trainer-fallback/)).toHaveLength(4)
  expect(countOccurrences(text, '7 years experience')).toBe(4)
  expect(links).toContain('See All Trainers /trainers')
})

test('signing in and up ask for what they need and lead to each other', async () => {
  const signIn = await look('/signIn')
  expect(signIn.headings[0]).toBe('Sign In')
  expect(signIn.labels).toEqual(['Email', 'Password'])
  expect(signIn.buttons.slice(0, 2)).toEqual(['Sign In', 'Continue With Google'])
  expect(linesMatching(signIn.links, /^Sign Up \/signUp/)).toHaveLength(1)
  const signUp = await look('/signUp')
  expect(signUp.headings[0]).toBe('Sign Up')
  expect(signUp.labels).toEqual(['Name', 'Email', 'Password 6 to 20 characters', 'Photo'])
  expect(signUp.buttons).toEqual(['Sign Up', 'Continue With Google'])
  expect(linesMatching(signUp.links, /^Sign In \/signIn/)).toHaveLength(1)
})

test('gallery, trainers, classes and forum show each of their things with its words and its link', async () => {
  const gallery = await look('/gallery')
  expect(gallery.headings).toEqual(['Gallery Page'])
  expect(gallery.pictures).toHaveLength(2)
  expect(gallery.links).toEqual([' /gallery?picture=1', ' /gallery?picture=2'])

  const trainers = await look('/trainers')
  expect(trainers.headings).toEqual(['All Trainers', ...Array<string>(5).fill('Mira Okafor')])
  expect(trainers.pictures).toHaveLength(5)
  expect(countOccurrences(trainers.text, '7 years experience')).toBe(5)
  expect(maskIds(linesMatching(trainers.links, /^Know More/))).toEqual(
    Array(5).fill('Know More Mira Okafor /trainers/{id}'),
  )

  const classes = await look('/classes')
  expect(classes.headings).toEqual(['All Classes', ...Array<string>(11).fill('Core')])
  expect(classes.pictures).toHaveLength(11)
  expect(maskIds(classes.links)).toEqual([
    'Timetable /timetable',
    ...Array<string>(11).fill('Show Detail Core /classes/{id}'),
  ])

  const forum = await look('/forums')
  expect(forum.headings).toEqual(['Forums'])
  expect(countOccurrences(forum.text, 'Rings')).toBe(6)
  expect(forum.links.slice(-3)).toEqual(['1 /forums', '2 /forums?page=2', 'Next /forums?page=2'])
  const last = await look('/forums?page=2')
  expect(countOccurrences(last.text, 'Rings')).toBe(1)
  expect(linesMatching(last.links, /^Prev|^Next/)).toEqual(['Prev /forums'])
})

test('a trainer’s page has both its tabs, and a class its trainer', async () => {
  await db.updateTable('trainers').set('skills', ['Patience', 'Olympic lifting']).execute()
  const slots = await look('/trainers/{trainer}')
  expect(slots.headings).toEqual(['Mira Okafor'])
  expect(slots.html).toContain('role="img" aria-label="Mira Okafor"')
  expect(slots.text).toContain('7 years experience')
  expect(slots.text).toContain('Every trainer at Palestra plans with you')
  expect(slots.html).toMatch(/<ul[^>]* aria-label="Skills"[^>]*><li>Patience<.*<li>Olympic lifting</)
  expect(maskIds(linesMatching(slots.links, /^All Slot|^About|^Become/)).join(', ')).toBe(
    'All Slot /trainers/{id}, About /trainers/{id}?tab=about, Become A Trainer /beTrainer',
  )
  expect(slots.buttons).toEqual(['Book this hour Slot 1, 06:00 to 07:00'])
  const about = await look('/trainers/{trainer}?tab=about')
  expect(about.terms).toEqual(['name', 'email', 'available Time', 'available Day', 'Skills'])
  const { email } = club.cast.trainerA.person
  expect(about.text).toContain(`name Mira Okafor email ${email} available Time 1 hour a day`)
  expect(about.text).toContain('available Day 3 days a week, Monday, Wednesday and Friday')

  const { headings, text, links, pictures } = await look('/classes/{class}')
  expect(headings.slice(0, 3)).toEqual(['Core', 'Overview', 'Trainer Info'])
  expect(text).toMatch(/^Core Overview Floor Added \d{1,2} \w{3} \d{4} Trainer Info/)
  expect(pictures[0]).toContain('/images/')
  expect(text).toMatch(/ Trainer Info Mira Okafor View Profile /)
  expect(linesMatching(links, /^View Profile/)).toEqual([
    `View Profile /trainers/${club.cast.trainerA.trainerId}`,
  ])
})

test('an application asks for everything, its email is only read', async () => {
  const { headings, labels, buttons, fields, text } = await look('/beTrainer', 'memberB')
  expect(headings[0]).toBe('Become A Trainer')
  expect(labels.slice(0, 4)).toEqual(['Name', 'Email', 'Years of experience', 'Photo'])
  expect(labels[4]).toMatch(/^Hours a day/)
  expect(labels.slice(5, 12)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(labels.slice(12, 17).join(', ')).toBe(
    'Adaptability, Exercide Physiology, Injury Prevention Knowledge, Time Management, Patience',
  )
  expect(linesMatching(fields, /name="email"/)[0]).toContain('readOnly')
  expect(text).toContain('Your slots')
  expect(buttons.at(-1)).toBe('Submit Request')
})

test('three plans with prices and classes are offered, and what is paid for stands beside the card', async () => {
  const plans = await look('/trainerBooked/{held}', 'memberA')
  expect(plans.headings.slice(0, 4)).toEqual(['Trainer Booked Page', 'silver', 'gold', 'diamond'])
  for (const offer of [
    '$50 per month 5 classes , $10.00 each',
    '$70 per month 3 classes , $23.33 each',
    '$100 per month 6 classes , $16.67 each',
  ])
    expect(plans.text).toContain(offer)

  const { name, email } = club.cast.persons.memberA
  const payment = await look('/dashboard/payment/{paying}', 'memberA')
  expect(payment.headings[0]).toBe('Payment Page')
  expect(payment.text).toContain('Please payment activate your next steps')
  expect(payment.text).toMatch(
    new RegExp(`Mira Okafor Slot \\d+, .* Package gold, 3 classes Name ${name} Email ${email} Price \\$70`),
  )
  expect(payment.labels).toEqual(['Card number', 'Expires', 'Security code'])
  expect(payment.buttons).toContain('Confirm')
})

test('each end of a booking has a state of its own', async () => {
  const ends = [
    ['{paid}', 'paid', 'Class Booked Successfully'],
    ['{ended}', 'ended', 'Your month is over'],
    ['{paying}', 'cancelled', 'You let this hour go'],
    ['{paying}', 'expired', 'Your time ran out'],
    ['{paid}', 'refund_due', 'Your $70 is on its way back'],
    ['{paid}', 'refunded', 'Your $70 was refunded'],
  ] as const
  for (const [booking, state, heading] of ends) {
    const id = await fillPlaceholders(booking, club.cast, 'memberA', new Map())
    await changeOrders([id], { state, holdExpiresAt: null })
    const { headings, html } = await look(`/dashboard/payment/${id}`, 'memberA')
    expect(headings.slice(0, 2)).toEqual(['Payment Page', heading])
    expect(html, state).toMatch(/class="with-whom"><\w+ class="picture/)
  }
})

test('my profile shows cover, photo, name, email and the agreed words', async () => {
  const { name, email } = club.cast.persons.memberB
  const { headings, text, links, pictures, html } = await look('/myProfile', 'memberB')
  expect(headings).toEqual([name])
  expect(text).toContain(`${name} ${email} An hour a week is enough to start.`)
  expect(pictures[0]).toContain('profile-cover')
  expect(html).toContain('nobody')
  expect(links).toContain('Go to Home Page /')
  expect((await look('/myProfile', 'memberA')).html).toContain(`src="${ownPhoto}"`)
})

test('a page that is not there moves its ball and leads home', async () => {
  const { headings, links, html } = await look('/no-such-page')
  expect(headings).toEqual(['You are off the court'])
  expect(links).toEqual(['Back to Home Page /'])
  expect(html).toContain('class="ball"')
})

test('each role has the menu that was agreed', async () => {
  const menuOf = async (who: TestUser) =>
    (await look('/dashboard', who, 'nav class="menu"')).links
      .map((link) => link.replace(/ \/.*/, ''))
      .join(', ')
  expect(await menuOf('admin')).toBe(
    'Find, Today, Dashboard, Schedule, People 1 waiting, All Trainers, Applied Trainers, All Subscribers, Money, Balance, ' +
      'Content, Add New Forum, Club, You',
  )
  expect(await menuOf('trainerA')).toBe(
    'Find, Today, Dates, Manage Slots, Members, Manage Member, Content, Add New Forum, Add New Class, You',
  )
  const ofBuyers = 'Find, Today, Dates, Classes, Recommended Classes, You, Activity Log, Profile Settings'
  expect(await menuOf('memberA')).toEqual(ofBuyers)
  expect(await menuOf('applied')).toEqual(ofBuyers)
})

test('a page says which section it is in, and leads to the other pages of the section', async () => {
  const links = async (address: string, who: TestUser) =>
    (await look(address, who, 'nav class="tabs section-tabs')).links.join(', ')
  expect(await links('/dashboard/auditLog', 'admin')).toContain('Backups /dashboard/backups, Audit log')
  expect(await links('/dashboard/week', 'memberA')).toBe(
    'Your dates /dashboard/week, In your calendar /dashboard/calendar',
  )
})

test('a trainer’s hours, members, posts and classes stand under the agreed words', async () => {
  await make('soldSlot')
  await make('datedMonth')
  const slots = await look('/dashboard/manageSlots', 'trainerA')
  expect(slots.headings.slice(0, 2)).toEqual(['Manage Slots', 'Slot 1'])
  expect(slots.text).toContain('Slot 1 06:00 to 07:00, $50 a month Purchaed By Available')
  expect(slots.text).toContain(`Purchaed By ${club.cast.persons.memberA.name}`)
  expect(slots.text).toMatch(/ Next: \w{3} \d+ \w{3} ends \d+ \w{3} \d{4} unless kept Give up /)
  const closing = await look('/dashboard/closeHour/{datedMonth}', 'trainerA')
  expect(closing.headings[0]).toMatch(/^Give up \d\d:00$/)
  expect(closing.text).toMatch(
    /keeps this month\. No one gets the month after, .* You can do this until [^.]*\. .* gets an email\./,
  )
  expect(closing.buttons).toEqual(['Give up this hour'])

  const members = await look('/dashboard/manageMember', 'trainerA')
  expect(members.headings[0]).toBe('Manage Member')
  expect(members.columns.slice(0, 8).join(', ')).toBe(
    'Member, Email, Slot, Time, Package, Classes, Since, Paid until',
  )
  expect(members.text).toContain(`${club.cast.persons.memberA.name} ${club.cast.persons.memberA.email} Slot`)

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
  expect(settings.labels.slice(0, 12).join(', ')).toBe(
    'Full name, What shall we call you? optional, Height cm, Age years, Blood group, I agree explicitly that the club’s admins and my trainers read this detail of my health. I can take this back at any time., Adaptability, Exercide Physiology, Injury Prevention Knowledge, Time Management, Patience, Description 0 of 2,000',
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
  expect(countIcons(balance.html, CircleDollarSign)).toBe(2)
  expect(balance.columns.slice(0, 8).join(', ')).toBe(
    'Date, Member, For, Package, Status, Amount, Balance, Action',
  )
})

test('the office’s tables have their columns in the agreed order', async () => {
  await make('subscriber')
  const subscribers = await look('/dashboard/allSubscribers', 'admin')
  expect(subscribers.columns.join(', ')).toBe('#, Id, Name, Email, Action')
  expect(subscribers.text).toMatch(/ 1 \S+ Sol Weaver sol\S+@club\.example .* Delete Are you sure/)
  const trainers = await look('/dashboard/allTrainers', 'admin')
  expect(trainers.columns.join(', ')).toBe('#, Name, Email, Role, Joining Date, Payment Status')
  expect(trainers.text).toMatch(/ Mira Okafor \S+@\S+ Trainer \d+ \w{3} \d{4} Owed \$\d+ /)
  const applied = await look('/dashboard/appliedTrainers', 'admin')
  expect(applied.columns.join(', ')).toBe(
    '#, Image, Name, Email, Age, Available Time, Available Day, Detail/Action',
  )
  const { name, email } = club.cast.persons.applied
  expect(applied.text).toContain(` 1 ${name} ${email} 4 years’ experience 1 hour`)
  expect(countIcons(applied.html, Eye)).toBe(1)
})

test('a guardian who acts for a child is offered only what works for the child', async () => {
  const headers = { cookie: club.cast.cookies.memberB, origin: siteOrigin }
  const family = (body: Record<string, string>) =>
    club.send('/dashboard/family', { method: 'POST', headers, body: new URLSearchParams(body) })
  const childId = randomUUID()
  const today = new Date().toISOString().slice(0, 10)
  expect((await family({ intent: 'add', id: childId, name: 'Ama Mensah', birthDate: today })).status).toBe(
    302,
  )

  // the link of a letter about the child asks first, and opens the page then
  const link = `/dashboard/family?${new URLSearchParams({ member: childId, to: '/dashboard/week?from=letter' })}`
  expect((await look(link, 'memberB')).buttons[0]).toBe('Act for Ama Mensah')
  const acts = await family({ intent: 'act', memberId: childId, to: '/dashboard/week?from=letter' })
  expect(acts.headers.get('location')).toBe('/dashboard/week?from=letter')
  expect((await club.send(link, { headers })).headers.get('location')).toBe('/dashboard/week?from=letter')

  const adultsOwn = /\/(beTrainer|myProfile|reportPost|dashboard\/profileSettings)/
  for (const path of [
    '/',
    '/forums',
    '/trainers/{trainer}',
    '/about',
    '/contact',
    '/privacy',
    '/dashboard',
  ]) {
    const { links, text } = await look(path, 'memberB', 'body')
    expect(linesMatching(links, adultsOwn), path).toEqual([])
    expect(text, path).toContain('You act for Ama Mensah.')
  }
  const forum = await look('/forums', 'memberB')
  expect(forum.buttons).toEqual([])
  expect(forum.text).toContain('Like: 0')

  // an address of the adult's own names the reason and the way out
  for (const path of ['/beTrainer', '/dashboard/profileSettings']) {
    const { text, buttons } = await look(path, 'memberB')
    expect(text).toContain('You act for Ama Mensah. This works in your own name only.')
    expect(buttons).toEqual(['Act for yourself'])
  }
  const ended = await family({ intent: 'self', to: '/beTrainer' })
  expect(ended.headers.get('location')).toBe('/beTrainer')
  expect((await look('/beTrainer', 'memberB')).buttons).toContain('Submit Request')
})

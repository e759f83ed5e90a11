import './production-env.ts'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { listTrainerLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { formatDay, formatDayOfMonth, formatFullDay, weekdayName } from '#format/days.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { findBrokenInvariants } from '#tests/invariants.ts'
import { reportMeasurement, randomSeed, repetitions } from '#tests/proof/test-scale.ts'
import { useBuiltSite } from './built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures } from './fixtures.ts'
import { runRandomActions } from './form-api-parity.ts'
import { linesMatching, maskIds, createPageReader, countOccurrences } from './page-outline.ts'

// The dates of a month, on the pages of its buyer and its trainer.

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

/** Returns the visible text of a page. */
async function read(path: string, person: Person): Promise<string> {
  const response = await club.send(path, { headers: { cookie: await cookieFor(person) } })
  expect(response.status, path).toBe(200)
  const html = (await response.text()).replace(/<script.*?<\/script>|<!-- -->/gs, '')
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

describe('lesson times in checkout', () => {
  let buyer: Person
  let trainer: Person
  let profile: string
  let freeSlot: string
  let heldSlot: string
  let held: string
  let paid: string
  beforeAll(async () => {
    const { person, slots, trainerId } = await createTrainerWithSlots(3)
    trainer = person
    profile = `/trainers/${trainerId}`
    freeSlot = slots[2]!.id
    buyer = await createMember({ name: 'Ada Moss' })
    heldSlot = slots[1]!.id
    held = await createBooking(heldSlot, buyer, 'held')
    paid = await createBooking(slots[0]!.id, buyer, 'paid')
  })
  const days = async () => {
    const lessons = await db
      .selectFrom('lessons')
      .where('bookingId', '=', paid)
      .select('onDate')
      .orderBy('onDate')
      .execute()
    return lessons.map(({ onDate }) => onDate)
  }

  test('is told before an hour is booked, of it and of the first of all', async () => {
    const [first] = await previewDates(freeSlot)
    const page = await read(profile, buyer)
    expect(page).toContain(`1 of 3 hours is free. First: ${formatDay(first!.day)}, 08:00`)
    expect(page).toContain(`08:00 to 09:00, $50 a month First: ${formatDay(first!.day)} Book this hour`)
  })

  test('is told before an hour is paid, with every date and the number of hours', async () => {
    const dates = await previewDates(heldSlot)
    const page = await read(`/trainerBooked/${held}`, buyer)
    expect(page).toContain(`Come on ${formatFullDay(dates[0]!.day)} at 07:00`)
    expect(page).toContain(`All ${dates.length} hours with Mira`)
    for (const { day } of dates) expect(page).toContain(`${formatFullDay(day)}, held for you`)
  })

  test('is told after paying, on the payment’s page, the receipt and the dashboards', async () => {
    const dates = await days()
    const [first, last] = [dates[0]!, dates.at(-1)!]
    const payment = await read(`/dashboard/payment/${paid}`, buyer)
    expect(payment).toContain(`Come on ${formatFullDay(first)} at 06:00`)
    for (const day of dates) expect(payment).toContain(`${formatFullDay(day)}, yours`)
    expect(await read(`/dashboard/receipt/${paid}`, buyer)).toContain(
      `${dates.length} hours, from ${formatDay(first)} to ${formatDay(last)}`,
    )
    expect(await read('/dashboard', buyer)).toContain(`${formatFullDay(first)}, 06:00 to 07:00`)
    expect(await read('/dashboard', trainer)).toContain(`Ada Moss Gold, hour 1 of ${dates.length}`)
  })

  test('is told to a trainer by weeks, with who gave an hour back and who stands in', async () => {
    const lessons = db.selectFrom('lessons').select(['id', 'onDate as day']).where('bookingId', '=', paid)
    // a week ahead at least, so that it can be given back and covered on any day
    const [given, wanted, open] = await lessons.orderBy('onDate').offset(4).limit(3).execute()
    const { today } = await listTrainerLessons(trainer)
    const weeksTo = (day: string) => Math.floor((Date.parse(day) - Date.parse(today)) / 604_800_000)
    const weekWith = (day: string) => read(`/dashboard/week?week=${weeksTo(day)}`, trainer)
    const at = (day: string) => `${weekdayName(day)} ${formatDay(day)} 06:00 Ada Moss`

    await cancelLesson(buyer, given!.id)
    const coverUntil = sql<Date>`club_now() + interval '1 hour'`
    await db.updateTable('lessons').set({ coverUntil }).where('id', '=', wanted!.id).execute()
    expect(await weekWith(wanted!.day)).toContain(`${at(wanted!.day)} You’re away. No one has taken it yet.`)
    await takeCover((await createTrainerWithSlots(1, { name: 'Theo Marchetti' })).person, wanted!.id)
    expect(await weekWith(given!.day)).toContain(`${at(given!.day)} Gave it back.`)
    expect(await weekWith(wanted!.day)).toContain(`${at(wanted!.day)} Theo Marchetti stands in for you.`)
    expect(await weekWith(open!.day)).toMatch(new RegExp(`${at(open!.day)} Gold, hour \\d of \\d+ Open`))
  })

  test('is nobody else’s to read', async () => {
    const stranger = await createMember()
    expect(
      (await club.send(`/dashboard/payment/${paid}`, { headers: { cookie: await cookieFor(stranger) } }))
        .status,
    ).toBe(404)
    expect(await read('/dashboard', stranger)).toContain('Your first hour')
  })
})

describe('a month with few dates, or none', () => {
  test('is named before it is chosen and paid for, and an hour without dates has no button', async () => {
    const yuki = await createTrainerWithSlots(2, { name: 'Yuki Tanaka' })
    const buyer = await createMember()
    const admin = await createAdmin()
    const held = await createBooking(yuki.slots[0]!.id, buyer, 'held')
    const dates = await previewDates(yuki.slots[0]!.id)
    const profile = `/trainers/${yuki.trainerId}`
    expect(await read(`/trainerBooked/${held}`, buyer)).not.toContain(`of ${dates.length} hours`)

    // all days but the first three
    const absence = (day: string) =>
      db
        .insertInto('absences')
        .values({
          trainerId: yuki.trainerId,
          fromDay: day,
          fromHour: 0,
          untilDay: day,
          untilHour: 24,
          setBy: admin.id,
        })
        .execute()
    for (const { day } of dates.slice(3)) await absence(day)
    const few = `3 of ${dates.length} hours: Yuki is away until ${formatDayOfMonth(dates.at(-1)!.day)}.`
    const choosing = await read(`/trainerBooked/${held}`, buyer)
    expect(choosing).toContain(few)
    expect(choosing).toContain('Choose Silver')
    await choosePlan(buyer, held, { plan: 'silver' })
    expect(await read(`/dashboard/payment/${held}`, buyer)).toContain(few)
    expect(await read(`/dashboard/takePayment/${held}`, admin)).toContain(few)

    for (const { day } of dates.slice(0, 3)) await absence(day)
    const none = await read(`/trainerBooked/${held}`, buyer)
    expect(none).toContain(`0 of ${dates.length} hours: Yuki is away until`)
    expect(none).toContain('It can’t be bought now.')
    expect(none).not.toMatch(/Choose Silver|All 0 hours|0 hours at/)
    const page = await read(profile, await createMember())
    expect(page).toContain('No hours are free right now.')
    expect(page).toMatch(/07:00 to 08:00, \$50 a month Free again from \w{3} \d+ \w{3}/)
    expect(page).not.toContain('Book this hour')

    await releaseHold(buyer, held)
    const over = await read(`/dashboard/payment/${held}`, buyer)
    expect(over).toMatch(
      /You weren’t charged\. This hour can’t be given in the coming month\. Free again from/,
    )
    expect(over).not.toContain('Hold it again')
    const atDesk = await read(`/dashboard/takePayment/${held}`, admin)
    expect(atDesk).toContain('This hour can’t be given in the coming month. Free again from')
    expect(atDesk).not.toContain('Hold it again')
    expect(await read(`/dashboard/members/${buyer.id}`, admin)).not.toContain('Hold it again')
    expect(await read('/dashboard/manageSlots', yuki.person)).toMatch(
      /Available Change Slot 2 from \w{3} \d+ \w{3}/,
    )
  })
})

describe('lesson screens', () => {
  let cast: Fixtures
  beforeAll(async () => {
    cast = await createFixtures()
  })
  const look = createPageReader(club, () => cast)

  /** A lesson of member A at least a week ahead, so that it can be given back on any day. */
  async function addDistantLesson(): Promise<string> {
    const { bookingId } = await bookingOf(await fillPlaceholders('{lesson}', cast, 'memberA', new Map()))
    const lessons = db.selectFrom('lessons').select('id').where('bookingId', '=', bookingId)
    return (await lessons.orderBy('onDate').offset(4).limit(1).executeTakeFirstOrThrow()).id
  }
  const bookingOf = (lessonId: string) =>
    db.selectFrom('lessons').select('bookingId').where('id', '=', lessonId).executeTakeFirstOrThrow()

  test('an hour says what becomes of it before its buttons, and what moves it names the free ones', async () => {
    const names = new Map([['lesson', await addDistantLesson()]])
    const lesson = await look('/dashboard/lesson/{lesson}', 'memberA', undefined, names)
    expect(lesson.headings[0]).toMatch(/^\w+day \d+ \w{3}, 08:00$/)
    expect(lesson.text).toMatch(
      /with Mira Okafor\. Free to give back until .*\. After that it counts as used\. Another hour instead .* Move this hour Give it back You get a make-up to use until .*\. It would be your first of two this month\. Can’t come/,
    )
    expect(lesson.buttons).toEqual(['Can’t come', 'Yes, give it back', 'Keep it'])
    expect(maskIds(lesson.links)).toEqual([
      'Your dates /dashboard/week',
      'Move this hour /dashboard/lesson/{id}/move',
      expect.stringMatching(/^until \d+ \w{3} \/dashboard\/hour\/{id}$/),
      'Add to calendar /dashboard/calendar',
    ])
    expect(lesson.text).toMatch(/Make-ups owed .* Given back this month 0 of 2 Month until/)

    const move = await look('/dashboard/lesson/{lesson}/move', 'memberA', undefined, names)
    // on top of the lesson's page, which has the same text
    expect(move.headings).toEqual([...lesson.headings, 'Move this hour'])
    expect(move.labels.length).toBeGreaterThan(0)
    expect(linesMatching(move.labels, /^06:00 , \w{3} \d+ \w{3}$/)).toEqual(move.labels)
    expect(move.buttons).toEqual([...lesson.buttons, 'Move to the chosen hour'])
    expect(maskIds(move.links).at(-1)).toBe('Cancel /dashboard/lesson/{id}')

    const ofStaff = await look('/dashboard/lesson/{lesson}', 'trainerA', undefined, names)
    expect(ofStaff.text).toMatch(
      /Ada comes\. .*This hour can’t take place Ada \S+ gets a make-up to use until [^.]*\. We email them\./,
    )
    expect(ofStaff.buttons).toContain('Call it off')

    const makeUp = await look('/dashboard/makeUp/{makeUp}', 'memberA')
    expect(makeUp.text).toMatch(/^Choose another hour For .*, with Mira Okafor\. Use it until /)
    expect(makeUp.buttons).toEqual(['Take the chosen hour'])

    const week = await look('/dashboard/week', 'memberA')
    expect(week.headings.slice(0, 4)).toEqual(['Your dates', 'Your classes', 'You have one make-up', 'Ahead'])
    expect(week.text).toContain('Mira couldn’t make it. You have a make-up.')
    expect(maskIds(week.links.slice(0, 3)).join(', ')).toMatch(
      /^In your calendar \/dashboard\/calendar, Timetable \/timetable, Choose an hour for .* \/dashboard\/makeUp\/{id}$/,
    )
    const acts = maskIds(week.links).map((link) => link.replace(/ , .*?(?= \/)/, ''))
    expect(acts).toEqual(
      expect.arrayContaining([
        'Can’t come /dashboard/lesson/{id}',
        'Move /dashboard/lesson/{id}/move',
        'Choose a make-up /dashboard/makeUp/{id}',
      ]),
    )
    expect(week.text).toMatch(/Free to give back until \w{3}/)
  })

  test('an hour that waits for cover says that giving it back or moving it costs nothing', async () => {
    const id = await addDistantLesson()
    const waitFor = (coverUntil: RawBuilder<Date> | null) =>
      db.updateTable('lessons').set({ coverUntil }).where('id', '=', id).execute()
    await waitFor(sql<Date>`club_now() + interval '1 hour'`)
    const names = new Map([['lesson', id]])
    const lesson = await look('/dashboard/lesson/{lesson}', 'memberA', undefined, names)
    const costs =
      /this costs you nothing: you get a make-up to use until [^.]*, and it isn’t one of your own/g
    // on the page and in the question before it is given back
    expect(lesson.html.match(costs)).toHaveLength(2)
    expect(lesson.text).toContain('Mira is away. Another trainer may take the hour.')
    expect(lesson.text).toContain('it doesn’t count towards the hours you can move')
    expect((await look('/dashboard/week?all', 'memberA')).text).toContain(
      'Mira is away. Giving it back costs you nothing.',
    )
    await waitFor(null)
  })

  test('a member’s dashboard begins with what runs out first, a trainer’s with who comes, an admin’s with who waits', async () => {
    await look('/dashboard?with={held}{makeUp}', 'memberA')
    const dayHeading = /^(Tomorrow|\w+day \d+ \w+)$/
    const member = await look('/dashboard', 'memberA')
    expect(
      member.headings
        .map((heading) => heading.replace(/\d\d:\d\d/, 'An hour').replace(dayHeading, 'A day'))
        // the days after today have a heading each
        .filter((heading, index) => index === 0 || heading !== 'A day'),
    ).toEqual([
      'A day',
      'An hour with Mira is held',
      'Mira Okafor',
      'Waiting for you',
      'Your hours',
      'Your bookings',
    ])
    expect(member.text).toMatch(
      /are yours, one is on hold\. .* held 1\d:\d\d left\. Choose a plan, or someone else/,
    )
    expect(maskIds(member.links)[0]).toBe('Choose a plan /trainerBooked/{id}')
    expect(linesMatching(maskIds(member.links), /^Can’t come \/dashboard\/lesson\/{id}$/)).toHaveLength(1)
    expect(member.text).toMatch(
      /Free to give back until .* counts as used\.|Too late to move\. Mira is expecting you\./,
    )
    expect(member.text).toMatch(/You have \w+ make-ups? For .*\. Use (it|the first) until /)
    expect(member.text).toMatch(/Your hours .* \d+ hours? ahead\. .* Your bookings/)
    expect(member.columns.join(', ')).toBe('Date, For, Package, Status, Amount, Detail')

    const trainer = await look('/dashboard', 'trainerA')
    expect(trainer.headings[0]).toMatch(dayHeading)
    expect(trainer.text).toMatch(/Now .* Your hours Hours sold .* Members .* This month/)
    const admin = await look('/dashboard', 'admin')
    const agreed = /^(Waiting|This month|Hours|Latest)/
    expect(linesMatching(admin.headings, agreed).join(', ')).toBe(
      'Waiting for you, This month, Hours by trainer, Latest',
    )
    expect(admin.columns.join(', ')).toBe('When, Who, What, Amount, Action')
  })

  test('a month shows its days from Monday on, and what its holder can do with it', async () => {
    const { bookingId } = await bookingOf(await addDistantLesson())
    const month = await look(`/dashboard/hour/${bookingId}`, 'memberA')
    expect(month.columns).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    expect(month.text).toMatch(/ with Mira Slot \d+, Monday, Wednesday and Friday, Gold\. Yours until /)
    expect(maskIds(month.links).join()).toMatch(/\w+day \d+ \w+, yours \/dashboard\/lesson\/{id}/)
    const firstLetters = linesMatching(month.headings, /Changed|Away|After/).map((heading) =>
      heading.slice(0, 5),
    )
    expect(firstLetters.join()).toBe('Chang,Away ,After')
    expect(month.labels).toEqual(['First day', 'Last day'])
    expect(month.buttons).toEqual(expect.arrayContaining(['Get my $70 back', 'See what changes']))

    await sql`insert into make_ups (booking_id, member_id, from_date, because, until)
      select id, buyer_id, club_today() - day, 'closed', club_today() + 9
      from bookings, generate_series(1, 11) day where id = ${bookingId}`.execute(db)
    const past = (await look('/dashboard/week?all', 'memberA')).html.split('id="past"')[1] ?? ''
    expect([countOccurrences(past, 'class="acts"'), past.includes('?past=2')]).toEqual([10, true])
  })

  test('absences, covers and closed days ask from when until when, and show whom it concerns before anybody is told', async () => {
    const away = await look('/dashboard/absences?with={absence}', 'trainerA')
    expect(away.headings).toEqual(['I can’t come', 'Away'])
    expect(away.labels).toEqual(['From', 'Until and including', 'First hour away', 'Back at'])
    expect(away.buttons.map((button) => button.replace(/ ,.*/, ''))).toEqual([
      'See who’s affected',
      'Cancel this absence',
    ])
    const ofAdmin = await look('/dashboard/absences?fromDay=2032-12-24&trainerId={trainer}', 'admin')
    expect([ofAdmin.headings[0], ofAdmin.labels[0]]).toEqual(['A trainer is away', 'Trainer'])
    expect(ofAdmin.text).toContain('No hour needs cover Save the absence Cancel')
    // by name; with several matches the page offers a choice
    const named = await look('/dashboard/absences?fromDay=2032-12-24&trainer=nobody', 'admin')
    expect(named.text).toContain('No trainer has that name.')
    const several = await look('/dashboard/absences?fromDay=2032-12-24&trainer=mira', 'admin')
    expect(several.text).toContain('More than one trainer has that name.')
    expect(several.labels.slice(0, 2)).toEqual(['Trainer', 'Which of them?'])
    expect(several.buttons).not.toContain('Save the absence')

    const covers = await look('/dashboard/covers?with={wantedHour}', 'trainerB')
    expect(covers.headings).toEqual(['Cover wanted'])
    expect(covers.text).toMatch(
      / with Ada \S+ Mira Okafor is away\. The first to take it gives it; on .* it is called off/,
    )
    expect(covers.buttons[0]).toMatch(/^Take this hour , /)
    const ofOffice = await look('/dashboard/covers?with={wantedHour}', 'admin')
    expect(ofOffice.text).toMatch(
      /Cover wanted: .* Ada .*’s hour; Mira Okafor is away\. No one has taken it yet\. Called off at \d\d:\d\d /,
    )
    expect(ofOffice.links.filter((link) => link.startsWith('See who’s free on '))).not.toEqual([])
    const { text: free } = await look('/dashboard/lesson/{wantedHour}?page=9', 'admin')
    expect(free).toMatch(/Who’s free \d+ trainers? There is no page 9\. Go to the last page/)
    const closed = await look('/dashboard/closures?with={closure}&fromDay=2032-12-24&reason=Snow', 'admin')
    expect(closed.headings).toEqual(['Closed days', 'Close Fri 24 Dec 2032?', 'Ahead'])
    expect(closed.labels).toEqual(['From', 'Until and including', 'Reason public'])
    expect(closed.text).toContain('Everyone can read the reason')
    const again = expect.stringMatching(/^Reopen : /)
    expect(closed.buttons.slice(0, 3)).toEqual(['See who’s affected', 'Close the day', again])
    expect(closed.links).toContain('Cancel /dashboard/closures')
  })

  test('a calendar’s secret address is to copy, to open and to renew', async () => {
    const { headings, labels, fields, buttons, links, text } = await look('/dashboard/calendar', 'memberB')
    expect(headings[0]).toBe('In your calendar')
    expect(labels).toEqual(['Your link'])
    expect(fields[0]).toMatch(/readOnly.*http:\/\/localhost:3000\/calendar\//)
    expect(links[1]).toMatch(/^Add to calendar webcal:\/\/localhost:3000\/calendar\//)
    expect(buttons).toEqual(['Get a new link', 'Yes, get a new link', 'Cancel'])
    expect(text).toContain('Anyone with this link can see your hours. A new link turns the old one off.')
  })
})

test('the same by forms and by calls comes to the same, and is refused for the same reason', async (context) => {
  const brokenByCast = await findBrokenInvariants()
  const total = { done: 0, refused: 0 }
  for (let run = 0; run < repetitions(1, 100); run += 1) {
    const { done, refused } = await runRandomActions(club, randomSeed * 1_000 + run)
    total.done += done
    total.refused += refused
  }
  expect(await findBrokenInvariants()).toEqual(brokenByCast)
  reportMeasurement(context, 'Months go the same way by forms and by calls', total)
})

import './production-env.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { readFlash } from '#app/frame/toast-cookie.server.ts'
import { db } from '#db/client.ts'
import { deliverLetters } from '#domain/mail/outbox.server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { addressStateNames, addressStates } from '#tests/email-address-states.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'
import { siteOrigin as origin, useBuiltSite } from './built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures, type PlaceholderValues } from './fixtures.ts'
import { outlineOf } from './page-outline.ts'

// Every form that changes a date of member A, for each state of the member's address: the toast, the outbox and the
// first pages of the office and of the trainer agree.

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

const telephone = '+49 30 555'

type Scenario = {
  who: 'trainerA' | 'admin'
  path: string
  body: string
  /** The letter to the member. */
  letter: string
}
const scenarios: Scenario[] = [
  { who: 'trainerA', path: '/dashboard/lesson/{lesson}', body: 'intent=callOff', letter: 'hour-called-off' },
  { who: 'admin', path: '/dashboard/lesson/{lesson}', body: 'intent=callOff', letter: 'hour-called-off' },
  {
    who: 'admin',
    path: '/dashboard/lesson/{wantedHour}',
    body: 'intent=cover&trainerId={otherTrainer}',
    letter: 'hour-covered',
  },
  {
    who: 'admin',
    path: '/dashboard/closures?fromDay={lessonDay}&reason=Snow',
    body: 'intent=close&fromDay={lessonDay}&reason=Snow',
    letter: 'days-closed',
  },
  {
    who: 'admin',
    path: '/dashboard/moveMonth/{datedMonth}',
    body: 'slotId={slot}&reason=Asked',
    letter: 'month-moved',
  },
  {
    who: 'admin',
    path: '/dashboard/extendMonth/{datedMonth}',
    body: 'days=3&reason=Ill&seenDays=0',
    letter: 'month-extended',
  },
  { who: 'trainerA', path: '/dashboard/closeHour/{datedMonth}', body: 'intent=close', letter: 'hour-closed' },
  {
    who: 'admin',
    path: '/dashboard/owed/{datedMonth}',
    body: 'intent=give&reason=Cold&requestKey=5b0f2f0e-7a41-4c5a-9a57-0f3f3f1f8a11',
    letter: 'make-up-given',
  },
]

/** Looks at the page of the form, sends it, and returns the text of the page and the toast. */
async function send(cast: Fixtures, { who, path, body }: Scenario): Promise<{ page: string; toast: string }> {
  const names: PlaceholderValues = new Map()
  let day = ''
  if (body.includes('{lessonDay}')) {
    const id = await fillPlaceholders('{lesson}', cast, who, names)
    const lesson = db.selectFrom('lessons').select('onDate').where('id', '=', id)
    day = (await lesson.executeTakeFirstOrThrow()).onDate
  }
  const fill = (text: string) => fillPlaceholders(text.replace('{lessonDay}', day), cast, who, names)
  const [address, form] = [await fill(path), await fill(body)]
  // the fixture writes the dates of a month later than its sale
  await db.deleteFrom('letters').where('letter', '=', 'dates-written').execute()
  const headers = { origin, cookie: cast.cookies[who] }
  const page = outlineOf(await (await club.send(address, { headers })).text()).text
  const response = await club.send(address, { method: 'POST', headers, body: new URLSearchParams(form) })
  const cookie = response.headers.getSetCookie().join('; ')
  const { flashes } = await readFlash(new Request(origin, { headers: { cookie } }))
  return { page, toast: flashes.map(({ text }) => text).join(' ') }
}

async function firstPageOf(cast: Fixtures, who: 'trainerA' | 'admin'): Promise<string> {
  const response = await club.send('/dashboard', { headers: { cookie: cast.cookies[who] } })
  return outlineOf(await response.text()).text
}

beforeEach(async () => {
  await db.deleteFrom('closures').execute()
  await db.deleteFrom('letters').execute()
})

/** In the short form a refused address meets every form, and each other state a part of them. */
const scenariosOf = (state: (typeof addressStateNames)[number]) =>
  scenarios.filter(
    (_, place) =>
      isFullScale ||
      state === 'bounced' ||
      place % addressStateNames.length === addressStateNames.indexOf(state),
  )

describe.each(addressStateNames)('the address of the member is %s', (state) => {
  test.each(scenariosOf(state))('$who, $path $body', async (scenario) => {
    const cast = await createFixtures()
    const { memberA } = cast.persons
    await db.updateTable('members').set({ telephone }).where('userId', '=', memberA.id).execute()
    await addressStates[state](memberA)
    const { page, toast } = await send(cast, scenario)
    expect(toast).not.toBe('')
    await deliverLetters()
    const { handedOverAt, subject } = await db
      .selectFrom('letters')
      .where('userId', '=', memberA.id)
      .where('letter', '=', scenario.letter)
      .select(['handedOverAt', 'subject'])
      .executeTakeFirstOrThrow()
    const isReached = state !== 'bounced'
    expect(handedOverAt !== null).toBe(isReached)
    const promise = /\bemail/i
    const refusal = `The mail server refuses the address of ${memberA.name}: tell`
    if (isReached) expect(toast).toMatch(promise)
    for (const text of [page, toast]) expect(text.includes(refusal)).toBe(!isReached)
    // the office and the trainer see whom to call, until they were called
    const listed = `${memberA.name} ${telephone} Not told: ${subject}`
    for (const who of ['admin', 'trainerA'] as const) {
      const isTrainersCase = who === 'admin' || scenario.letter !== 'make-up-given'
      expect((await firstPageOf(cast, who)).includes(listed), who).toBe(!isReached && isTrainersCase)
    }
  })
})

test('whom the office told is on no list any more, and their page says who told them and when', async () => {
  const cast = await createFixtures()
  const { memberA, trainerA, admin } = cast.persons
  await addressStates.bounced(memberA)
  await send(cast, scenarios[0]!)
  const letters = db.selectFrom('letters').select('id').where('userId', '=', memberA.id)
  const { id } = await letters.where('letter', '=', 'hour-called-off').executeTakeFirstOrThrow()
  const personPage = async () => {
    const headers = { cookie: cast.cookies.admin }
    return outlineOf(await (await club.send(`/dashboard/members/${memberA.id}`, { headers })).text()).text
  }
  expect(await personPage()).toContain('Not told')
  const told = { path: '/dashboard/notTold', body: `letterId=${id}`, letter: '' }
  expect((await send(cast, { who: 'trainerA', ...told })).toast).toBe(`Noted: you told ${memberA.name}.`)
  expect(await firstPageOf(cast, 'admin')).not.toContain(memberA.name + ' no telephone given')
  expect(await personPage()).toMatch(new RegExp(`Told by ${trainerA.name}, \\d+ \\w+ \\d+, \\d\\d:\\d\\d`))
  const entries = db
    .selectFrom('auditEntries')
    .where('action', '=', 'tell change')
    .select(['actorId', 'subjectId'])
  expect(await entries.execute()).toEqual([{ actorId: trainerA.id, subjectId: memberA.id }])
  // again, and by another person: nothing new
  await send(cast, { who: 'admin', ...told })
  expect(await entries.execute()).toHaveLength(1)
  expect(admin.id).not.toBe(trainerA.id)
})

test('a member whom no email reaches knows of a change from the first page on that shows it', async () => {
  const cast = await createFixtures()
  const { memberA } = cast.persons
  await addressStates.bounced(memberA)
  await send(cast, scenarios[0]!)
  expect(await firstPageOf(cast, 'trainerA')).toContain('Not told')
  await club.send('/dashboard/week', { headers: { cookie: cast.cookies.memberA } })
  expect(await firstPageOf(cast, 'trainerA')).not.toContain('Not told')
})

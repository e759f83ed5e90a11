import { randomInt, randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { sql } from 'kysely'
import { clubNow, db, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent } from '#domain/checkout/intents.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { callOffLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { saveNewsletter } from '#domain/newsletter/drafts.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import type { Access } from '#domain/permissions.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { applicationDeclined } from '#domain/trainers/letters/application-declined.ts'
import { addDays } from '#format/days.ts'
import { cookiesFor } from '#tests/api-server.ts'
import { createMember, createPeople } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { addFreeSlot, createBookingInState, ensureLessonDates } from './booking-fixtures.ts'
import { accessOfTestUser, type SignedInUser, type TestUser } from './role-matrix.ts'

/** The test users with their sessions, and the values of placeholders. */
export type Fixtures = Awaited<ReturnType<typeof createFixtures>>

export async function createFixtures() {
  const { visitor: _, ...access } = accessOfTestUser
  const specs = Object.entries(access).map(([who, has]) => [who, { name: `${who} ${randomUUID()}`, ...has }])
  const people = await createPeople({
    ...(Object.fromEntries(specs) as Record<SignedInUser, { name: string } & Access>),
    memberA: { name: `Ada ${randomUUID()}`, ...access.memberA },
    memberB: { name: `Bela ${randomUUID()}`, ...access.memberB },
    trainerA: { name: 'Mira Okafor', role: 'trainer' },
    trainerB: { name: 'Mira Okafor', role: 'trainer' },
    admin: { name: 'Ines Duarte', role: 'admin' },
    applied: { name: `Petra ${randomUUID()}`, role: 'member' },
  })
  const { trainerA, trainerB, applied } = people
  const application = await applyToBeTrainer(applied.person, {
    name: applied.person.name,
    yearsOfExperience: 4,
    hoursADay: 1,
    weekdays: ['Tuesday'],
  })
  const persons = {
    ...(Object.fromEntries(Object.entries(people).map(([who, { person }]) => [who, person])) as Record<
      SignedInUser,
      Person
    >),
    applied: { ...applied.person, ...accessOfTestUser.applied },
  }
  const sessions = await cookiesFor(Object.values(persons))
  const signedIn = Object.keys(persons).map((who, place) => [who, sessions[place]])
  const cookies = { visitor: '', ...Object.fromEntries(signedIn) } as Record<TestUser, string>
  return { persons, cookies, trainerA, trainerB, applicationId: application.id, nextHour: 8 }
}

/** The first lesson of the month that the request names, or of a new one of member A. */
async function addLesson(cast: Fixtures, _who?: TestUser, names?: PlaceholderValues): Promise<string> {
  const bookingId = names?.get('datedMonth') ?? (await createBookingInState('paid', ensureLessonDates)(cast))
  const lessons = db.selectFrom('lessons').select('id').where('bookingId', '=', bookingId).orderBy('onDate')
  return (await lessons.executeTakeFirstOrThrow()).id
}

/** A day without a closure before the year 3000, the end of the club's calendar. */
const randomOpenDay = () => addDays('2031-01-01', randomInt(350_000))

async function addClosure(cast: Fixtures): Promise<string> {
  const fromDay = randomOpenDay()
  const values = { fromDay, untilDay: fromDay, reason: 'Snow', setBy: cast.persons.admin.id }
  return (await db.insertInto('closures').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** An absence of trainer A, on a day without another absence. */
async function addAbsence({ persons }: Fixtures): Promise<string> {
  const fromDay = randomOpenDay()
  await declareAbsence(persons.trainerA, { fromDay, untilDay: fromDay })
  const absences = await db.selectFrom('absences').select('id').where('fromDay', '=', fromDay).execute()
  return absences[0]!.id
}

/** A lesson of member A with trainer A that needs cover. */
async function addOpenCover(cast: Fixtures): Promise<string> {
  const id = await addLesson(cast)
  const coverUntil = sql<Date>`club_now() + interval '1 hour'`
  await db.updateTable('lessons').set({ coverUntil }).where('id', '=', id).execute()
  return id
}

/** A make-up of member A. */
async function addMakeUp(cast: Fixtures, who?: TestUser, names?: PlaceholderValues): Promise<string> {
  const lessonId = await addLesson(cast, who, names)
  await callOffLesson(cast.persons.admin, lessonId)
  const made = db.selectFrom('makeUps').select('id').where('fromLessonId', '=', lessonId)
  return (await made.executeTakeFirstOrThrow()).id
}

/** A letter to member A about a change of a lesson with trainer A. */
async function addChangeLetter(cast: Fixtures): Promise<string> {
  const lessonId = await addLesson(cast)
  await callOffLesson(cast.persons.trainerA, lessonId)
  const letters = db.selectFrom('letters').select('id').where('cause', '=', `hour-called-off ${lessonId}`)
  return (await letters.executeTakeFirstOrThrow()).id
}

/** A payment of member A and its trainer. */
async function addPayment(cast: Fixtures): Promise<string> {
  const bookingId = await createBookingInState('paid')(cast)
  const payment = db.selectFrom('payments').select('id').where('bookingId', '=', bookingId)
  return (await payment.executeTakeFirstOrThrow()).id
}

/** A payment attempt of member A. */
async function createPendingPayment(cast: Fixtures) {
  return requestIntent(cast.persons.memberA, { bookingId: await createBookingInState('paying')(cast) })
}

/** A cash payment of member A that is to be refunded. */
async function addRefundDueAtDesk(cast: Fixtures): Promise<string> {
  const { admin } = cast.persons
  const sale = await takePayment(admin, await createBookingInState('held')(cast), {
    plan: 'gold',
    method: 'cash',
  })
  const whole = { amountCents: sale.amountCents, reason: 'Ill', requestKey: randomUUID() }
  return (await refundPayment(admin, { ...whole, paymentId: sale.paymentId! })).refundId
}

async function addFailedRefund(cast: Fixtures): Promise<string> {
  const values = {
    paymentId: await addPayment(cast),
    amountCents: 100,
    reason: 'Ill',
    requestKey: randomUUID(),
    state: 'failed' as const,
    settledAt: clubNow,
  }
  return (await db.insertInto('refunds').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addDeclinedApplication(cast: Fixtures): Promise<string> {
  const values = {
    userId: cast.persons.memberB.id,
    name: 'Bela',
    yearsOfExperience: 1,
    hoursADay: 1,
    weekdays: ['Monday'],
    state: 'declined' as const,
    reason: 'Not yet',
    decidedBy: cast.persons.admin.id,
    decidedAt: clubNow,
  }
  return (await db.insertInto('trainerApplications').values(values).returning('id').executeTakeFirstOrThrow())
    .id
}

async function addClass({ trainerA }: Fixtures): Promise<string> {
  const imageId = await insertPicture(trainerA.person.id)
  const values = { title: 'Core', description: 'Floor', imageId, trainerId: trainerA.trainerId }
  return (await db.insertInto('classes').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addPost({ trainerA: { person } }: Fixtures): Promise<string> {
  const values = { caption: 'Rings', imageId: await insertPicture(person.id), authorId: person.id }
  return (await db.insertInto('posts').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addPicture({ persons }: Fixtures): Promise<string> {
  const values = { imageId: await insertPicture(persons.admin.id), caption: 'Rings', position: 1 }
  return (await db.insertInto('galleryItems').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addSubscriptionLink({ persons }: Fixtures): Promise<string> {
  await transaction((trx) =>
    queueMail(trx, applicationDeclined, {
      to: { userId: persons.memberA.id },
      cause: randomUUID(),
      facts: applicationDeclined.example,
    }),
  )
  const { id } = await db
    .selectFrom('letters')
    .orderBy('queuedAt', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addUndeliveredLetter(cast: Fixtures): Promise<string> {
  const id = await addSubscriptionLink(cast)
  await db.updateTable('letters').set({ failedAt: clubNow, nextTryAt: null }).where('id', '=', id).execute()
  return id
}

async function addTestimonial({ persons }: Fixtures): Promise<string> {
  const imageId = await insertPicture(persons.admin.id)
  const values = { name: 'Sol Weaver', words: 'It is the coffee.', imageId, agreedOn: '2026-10-04' }
  return (await db.insertInto('testimonials').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addSubscriber(): Promise<string> {
  const values = { name: 'Sol Weaver', email: `sol.${randomUUID()}@club.example` }
  return (await db.insertInto('subscribers').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Creates a new value for a placeholder. */
const placeholderFactories: Record<
  string,
  (cast: Fixtures, who: TestUser, names: PlaceholderValues) => string | Promise<string>
> = {
  closure: addClosure,
  freeDay: randomOpenDay,
  lesson: addLesson,
  datedMonth: createBookingInState('paid', ensureLessonDates),
  makeUp: addMakeUp,
  absence: addAbsence,
  wantedHour: addOpenCover,
  none: () => randomUUID(),
  newEmail: () => `nora.${randomUUID()}@club.example`,
  appliedEmail: ({ persons }) => persons.applied.email,
  emailA: ({ persons }) => persons.memberA.email,
  icon: () => `/assets/${globSync('drawings-*/icon-32.png', { cwd: 'build/client/assets' })[0]}`,
  otherTrainer: ({ trainerB }) => trainerB.trainerId,
  trainer: ({ trainerA }) => trainerA.trainerId,
  owedTrainer: async (cast) => {
    await addPayment(cast)
    return cast.trainerA.trainerId
  },
  slot: (cast) => addFreeSlot(cast, cast.trainerA),
  soldSlot: async (cast) => {
    const slotId = await addFreeSlot(cast, cast.trainerA)
    await createBookingInState('paid')(cast, 'memberA', new Map(), slotId)
    return slotId
  },
  held: createBookingInState('held'),
  paying: createBookingInState('paying'),
  paid: createBookingInState('paid'),
  ended: createBookingInState('ended'),
  payment: addPayment,
  intent: async (cast) => (await createPendingPayment(cast)).intentId,
  secret: async (cast) => (await createPendingPayment(cast)).clientSecret,
  failedRefund: addFailedRefund,
  dueRefund: addRefundDueAtDesk,
  application: ({ applicationId }) => applicationId,
  declined: addDeclinedApplication,
  voice: addTestimonial,
  newMember: async () => (await createMember()).id,
  personA: ({ persons }) => persons.memberA.id,
  class: addClass,
  post: addPost,
  reportedPost: async (cast) => {
    const id = await addPost(cast)
    await db
      .insertInto('reports')
      .values({ postId: id, reporterId: cast.persons.memberB.id, reason: 'Unkind' })
      .execute()
    return id
  },
  picture: addPicture,
  subscriber: addSubscriber,
  letter: addSubscriptionLink,
  newsletter: async ({ persons }) =>
    (await saveNewsletter(persons.admin, null, { subject: 'Rings', words: 'Come.' })).id,
  undelivered: addUndeliveredLetter,
  untoldLetter: addChangeLetter,
  photo: ({ persons }, who) => insertPicture(who === 'visitor' ? null : persons[who].id),
  pictureOfA: ({ persons }) => insertPicture(persons.memberA.id),
}

export type PlaceholderValues = Map<string, string>

/** Replaces all placeholders in a text. A placeholder has one value for all texts of a request. */
export async function fillPlaceholders(
  text: string,
  cast: Fixtures,
  who: TestUser,
  names: PlaceholderValues,
): Promise<string> {
  for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g)) {
    const make = placeholderFactories[name]
    if (!make) throw new Error(`Nothing is called {${name}}.`)
    if (!names.has(name)) names.set(name, await make(cast, who, names))
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => names.get(name) ?? '')
}

import { randomInt, randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { sql } from 'kysely'
import { clubNow, db, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences.server.ts'
import { callOffLesson } from '#domain/lessons/giving-back.server.ts'
import { addDays } from '#words/days.ts'
import { requestIntent } from '#domain/checkout/intents.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { applicationDeclined } from '#domain/mail/letters/application-declined.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { saveNewsletter } from '#domain/newsletter/writing.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { cookiesFor } from '#tests/api-server.ts'
import { createPeople } from '#tests/factories.ts'
import { insertPicture } from '#tests/pictures.ts'
import { addSlot, bookingOf, untilDated } from './cast-bookings.ts'
import type { Who } from './table.ts'

/** The seven with a session each, and what the names in braces stand for. */
export type Cast = Awaited<ReturnType<typeof createCast>>
type SignedIn = Exclude<Who, 'visitor'>

export async function createCast() {
  const named = (name: string) => ({ name: `${name} ${randomUUID()}`, role: 'member' as const })
  const { trainerA, trainerB, admin, memberA, memberB, applied } = await createPeople({
    trainerA: { name: 'Mira Okafor', role: 'trainer' },
    trainerB: { name: 'Mira Okafor', role: 'trainer' },
    admin: { name: 'Ines Duarte', role: 'admin' },
    memberA: named('Ada'),
    memberB: named('Bela'),
    applied: named('Petra'),
  })
  const application = await applyToBeTrainer(applied.person, {
    name: applied.person.name,
    yearsOfExperience: 4,
    hoursADay: 1,
    weekdays: ['Tuesday'],
  })
  const persons: Record<SignedIn, Person> = {
    memberA: memberA.person,
    memberB: memberB.person,
    trainerA: trainerA.person,
    trainerB: trainerB.person,
    applied: { ...applied.person, role: 'applied' },
    admin: admin.person,
  }
  const sessions = await cookiesFor(Object.values(persons))
  const signedIn = Object.keys(persons).map((who, place) => [who, sessions[place]])
  const cookies = { visitor: '', ...Object.fromEntries(signedIn) } as Record<Who, string>
  return { persons, cookies, trainerA, trainerB, applicationId: application.id, nextHour: 8 }
}

/** The first hour of a month of member A: of the one that this request names, where it names one. */
async function addLesson(cast: Cast, _who?: Who, names?: Names): Promise<string> {
  const bookingId = names?.get('datedMonth') ?? (await bookingOf('paid', untilDated)(cast))
  const lessons = db.selectFrom('lessons').select('id').where('bookingId', '=', bookingId).orderBy('onDate')
  return (await lessons.executeTakeFirstOrThrow()).id
}

/** A day that nobody has closed yet, before the year 3000, where the club's calendar ends. */
const freeDay = () => addDays('2031-01-01', randomInt(350_000))

async function addClosure(cast: Cast): Promise<string> {
  const fromDay = freeDay()
  const values = { fromDay, untilDay: fromDay, reason: 'Snow', setBy: cast.persons.admin.id }
  return (await db.insertInto('closures').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** A stretch for which trainer A is away, on a day that nobody else is. */
async function addAbsence({ persons }: Cast): Promise<string> {
  const fromDay = freeDay()
  await declareAbsence(persons.trainerA, { fromDay, untilDay: fromDay })
  const absences = await db.selectFrom('absences').select('id').where('fromDay', '=', fromDay).execute()
  return absences[0]!.id
}

/** An hour of member A for which another trainer than trainer A is wanted. */
async function addWantedHour(cast: Cast): Promise<string> {
  const id = await addLesson(cast)
  const coverUntil = sql<Date>`club_now() + interval '1 hour'`
  await db.updateTable('lessons').set({ coverUntil }).where('id', '=', id).execute()
  return id
}

/** An hour that the club owes member A. */
async function addMakeUp(cast: Cast, who?: Who, names?: Names): Promise<string> {
  const lessonId = await addLesson(cast, who, names)
  await callOffLesson(cast.persons.admin, lessonId)
  const made = db.selectFrom('makeUps').select('id').where('fromLessonId', '=', lessonId)
  return (await made.executeTakeFirstOrThrow()).id
}

/** A payment of member A, and the trainer who earned it. */
async function addPayment(cast: Cast): Promise<string> {
  const bookingId = await bookingOf('paid')(cast)
  const payment = db.selectFrom('payments').select('id').where('bookingId', '=', bookingId)
  return (await payment.executeTakeFirstOrThrow()).id
}

/** A payment that member A has begun. */
async function beginPayment(cast: Cast) {
  return requestIntent(cast.persons.memberA, { bookingId: await bookingOf('paying')(cast) })
}

/** Money of member A that was paid in cash and is to be handed back. */
async function addDueRefund(cast: Cast): Promise<string> {
  const { admin } = cast.persons
  const sale = await takePayment(admin, await bookingOf('held')(cast), { plan: 'gold', method: 'cash' })
  const whole = { amountCents: sale.amountCents, reason: 'Ill', requestKey: randomUUID() }
  return (await refundPayment(admin, { ...whole, paymentId: sale.paymentId! })).refundId
}

async function addFailedRefund(cast: Cast): Promise<string> {
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

async function addDeclined(cast: Cast): Promise<string> {
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

async function addClass({ trainerA }: Cast): Promise<string> {
  const imageId = await insertPicture(trainerA.person.id)
  const values = { title: 'Core', description: 'Floor', imageId, trainerId: trainerA.trainerId }
  return (await db.insertInto('classes').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addPost({ trainerA: { person } }: Cast): Promise<string> {
  const values = { caption: 'Rings', imageId: await insertPicture(person.id), authorId: person.id }
  return (await db.insertInto('posts').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addPicture({ persons }: Cast): Promise<string> {
  const values = { imageId: await insertPicture(persons.admin.id), caption: 'Rings', position: 1 }
  return (await db.insertInto('galleryItems').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addLetter({ persons }: Cast): Promise<string> {
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

async function addUndeliveredLetter(cast: Cast): Promise<string> {
  const id = await addLetter(cast)
  await db.updateTable('letters').set({ failedAt: clubNow, nextTryAt: null }).where('id', '=', id).execute()
  return id
}

async function addVoice({ persons }: Cast): Promise<string> {
  const imageId = await insertPicture(persons.admin.id)
  const values = { name: 'Sol Weaver', words: 'It is the coffee.', imageId, agreedOn: '2026-10-04' }
  return (await db.insertInto('testimonials').values(values).returning('id').executeTakeFirstOrThrow()).id
}

async function addSubscriber(): Promise<string> {
  const values = { name: 'Sol Weaver', email: `sol.${randomUUID()}@club.example` }
  return (await db.insertInto('subscribers').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Makes what a name stands for, new each time. */
const makers: Record<string, (cast: Cast, who: Who, names: Names) => string | Promise<string>> = {
  closure: addClosure,
  freeDay,
  lesson: addLesson,
  datedMonth: bookingOf('paid', untilDated),
  makeUp: addMakeUp,
  absence: addAbsence,
  wantedHour: addWantedHour,
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
  slot: (cast) => addSlot(cast, cast.trainerA),
  soldSlot: async (cast) => {
    const slotId = await addSlot(cast, cast.trainerA)
    await bookingOf('paid')(cast, 'memberA', new Map(), slotId)
    return slotId
  },
  held: bookingOf('held'),
  paying: bookingOf('paying'),
  paid: bookingOf('paid'),
  ended: bookingOf('ended'),
  payment: addPayment,
  intent: async (cast) => (await beginPayment(cast)).intentId,
  secret: async (cast) => (await beginPayment(cast)).clientSecret,
  failedRefund: addFailedRefund,
  dueRefund: addDueRefund,
  application: ({ applicationId }) => applicationId,
  declined: addDeclined,
  voice: addVoice,
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
  letter: addLetter,
  newsletter: async ({ persons }) =>
    (await saveNewsletter(persons.admin, null, { subject: 'Rings', words: 'Come.' })).id,
  undelivered: addUndeliveredLetter,
  photo: ({ persons }, who) => insertPicture(who === 'visitor' ? null : persons[who].id),
  pictureOfA: ({ persons }) => insertPicture(persons.memberA.id),
}

export type Names = Map<string, string>

/** The text with every name in braces replaced; a name stands for one thing in all texts of one request. */
export async function fillIn(text: string, cast: Cast, who: Who, names: Names): Promise<string> {
  for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g)) {
    const make = makers[name]
    if (!make) throw new Error(`Nothing is called {${name}}.`)
    if (!names.has(name)) names.set(name, await make(cast, who, names))
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => names.get(name) ?? '')
}

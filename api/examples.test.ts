import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { createClass } from '#domain/classes/classes.server.ts'
import { createPost } from '#domain/forum/posts.server.ts'
import { addGalleryItem } from '#domain/gallery/gallery.server.ts'
import { createImport } from '#domain/imports/checked-import.server.ts'
import { continueImport, startImport } from '#domain/imports/run-import.server.ts'
import { updateProfile } from '#domain/members/profile.server.ts'
import { subscribe } from '#domain/newsletter/subscription.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { addCode, listCodes } from '#domain/vouchers/codes.server.ts'
import { cookieFor, useApi, type ApiResponse } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createMember,
  createHoldWithIntent,
  createTrainerWithSlots,
  goodCard,
  useSandbox,
} from '#tests/factories.ts'
import { lessonScenarios, type ExampleScenario } from '#tests/lesson-api-scenarios.ts'
import { membershipScenarios } from '#tests/membership-fixtures.ts'
import { orderScenarios } from '#tests/order-api-scenarios.ts'
import { insertPicture, noisyPicture, useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import type { CallDefinition } from './contract.ts'
import { allCalls } from './index.ts'
import {
  exampleApplicantEmail,
  exampleBookingId,
  exampleClass,
  exampleIntent,
  exampleMemberEmail,
  examplePicture,
  examplePost,
  exampleSlot,
  exampleSubscriber,
  exampleTrainer,
} from './v0/examples.ts'
import { exampleCodeId, exampleDay, exampleImportId } from './v1/examples.ts'

useDatabase()
useTemporaryPictureStorage()
const club = useApi()

type Cast = Awaited<ReturnType<typeof createCast>>
let cast: Cast

/** People of the examples and their records. */
async function createCast() {
  const {
    person: trainer,
    trainerId,
    slots,
  } = await createTrainerWithSlots(2, { email: exampleTrainer.email })
  const admin = await createAdmin()
  const photo = await insertPicture(trainer.id)
  const { id: clubClass } = await createClass(trainer, { title: 'T', description: 'D', photo })
  const { id: post } = await createPost(trainer, { caption: 'C', photo })
  await addGalleryItem(admin, { photo: await insertPicture(admin.id), caption: '', altText: '' })
  const { id: subscriber } = await subscribe({ name: 'Bo', email: 'bo@club.example' })
  return { trainer, trainerId, slot: slots[0]?.id ?? '', admin, photo, clubClass, post, subscriber }
}
beforeAll(async () => {
  cast = await createCast()
})

const ownAddress = (person: { id: string; email: string }): ExampleScenario => ({
  as: person,
  stands: { [exampleMemberEmail]: person.email, [exampleApplicantEmail]: person.email },
})

async function asBuyer(): Promise<ExampleScenario> {
  const { buyer, bookingId } = await createHold()
  return { as: buyer, stands: { [exampleBookingId]: bookingId, [exampleMemberEmail]: buyer.email } }
}

async function whilePaying(card?: string): Promise<ExampleScenario> {
  const { buyer, bookingId, clientSecret, intentId } = await createHoldWithIntent()
  if (card) await useSandbox().confirmIntent({ clientSecret, card: { ...goodCard, number: card } })
  return {
    as: buyer,
    stands: {
      [exampleBookingId]: bookingId,
      [exampleMemberEmail]: buyer.email,
      [exampleIntent.secret]: clientSecret,
      [exampleIntent.id]: intentId,
    },
  }
}

async function asNewcomer(): Promise<ExampleScenario> {
  const person = await db
    .insertInto('users')
    .values({ name: 'Ada Moss', email: `${crypto.randomUUID()}@club.example`, emailVerified: true })
    .returning((eb) => ['id', eb.ref('email').$notNull().as('email')])
    .executeTakeFirstOrThrow()
  return ownAddress(person)
}

async function asApplicant(): Promise<ExampleScenario> {
  const person = await createMember()
  return {
    as: person,
    stands: { [exampleApplicantEmail]: person.email, [examplePicture]: await insertPicture(person.id) },
  }
}

async function withApplicant(): Promise<ExampleScenario> {
  const person = await createMember()
  await applyToBeTrainer(person, {
    name: 'Nora Lind',
    yearsOfExperience: 4,
    hoursADay: 1,
    weekdays: ['Tuesday'],
    skills: ['Patience'],
  })
  return { as: cast.admin, stands: { [exampleApplicantEmail]: person.email } }
}

const asTrainer = async (): Promise<ExampleScenario> => ({
  as: cast.trainer,
  stands: { [examplePicture]: cast.photo },
})
const asAdmin = async (): Promise<ExampleScenario> => ({
  as: cast.admin,
  stands: { [exampleSubscriber._id]: cast.subscriber },
})
async function withCode(): Promise<ExampleScenario> {
  const { periods, percent, untilOn } = { periods: 3, percent: 10, untilOn: exampleDay }
  const code = `WELCOME${await countCodes()}`
  const { id } = await addCode(cast.admin, {
    code,
    takesOff: 'percent',
    percent,
    periods,
    untilOn,
    mostUsesEach: 1,
  })
  return { as: cast.admin, stands: { [exampleCodeId]: id } }
}
const countCodes = async () => (await listCodes(cast.admin)).length

/** Bytes of the table of members in the examples: a new person and a wrong row. */
const exampleTable = () => {
  const person = crypto.randomUUID()
  return `Name,Born,Membership\nAda ${person},24.12.1990,Gold\nBo Lind,31.02.1990,Gold\n`
}

async function withImport(): Promise<ExampleScenario> {
  const file = { bytes: new TextEncoder().encode(exampleTable()), filename: 'members.csv' }
  const id = await createImport(cast.admin, file, 'Old program', { dayOrder: null, decimalSign: null })
  return { as: cast.admin, stands: { [exampleImportId]: id } }
}

const asMember = async () => ownAddress(await createMember())

/** The actor of each call's example, and the values of its ids. A visitor plays all others. */
const scenes: Record<string, () => Promise<ExampleScenario>> = {
  issueToken: asMember,
  joinClub: asNewcomer,
  getAccount: async () => {
    const person = await createMember()
    await updateProfile(person, { name: 'Ada Moss', heightCm: 172, age: 34 })
    return ownAddress(person)
  },
  updateProfile: asMember,
  getTrainer: async () => ({ as: null, stands: { [exampleTrainer._id]: cast.trainerId } }),
  applyToBeTrainer: asApplicant,
  listApplications: withApplicant,
  approveApplication: withApplicant,
  getClass: async () => ({ as: null, stands: { [exampleClass._id]: cast.clubClass } }),
  createClass: asTrainer,
  holdSlot: async () => {
    const { as, stands } = await asMember()
    return { as, stands: { ...stands, [exampleSlot._id]: cast.slot, [exampleTrainer._id]: cast.trainerId } }
  },
  getBooking: asBuyer,
  choosePlan: asBuyer,
  letGo: asBuyer,
  requestIntent: asBuyer,
  savePayment: () => whilePaying('4242424242424242'),
  confirmSandboxIntent: () => whilePaying(),
  answerSandboxChallenge: () => whilePaying('4000002500003155'),
  createPost: asTrainer,
  clickPost: async () => ({ as: await createMember(), stands: { [examplePost._id]: cast.post } }),
  listSubscribers: asAdmin,
  deleteSubscriber: asAdmin,
  storeImage: asMember,
  listOffers: async () => {
    await addOffer(cast.admin, {
      kind: 'pack',
      title: 'Ten classes',
      price: 120,
      classes: 10,
      validDays: 180,
      soldTo: 'everybody',
    })
    return { as: null }
  },
  createImport: asAdmin,
  readImport: withImport,
  listImportValues: withImport,
  matchImportValues: withImport,
  listImportRows: withImport,
  startImport: withImport,
  undoImport: async () => {
    const scene = await withImport()
    const importId = scene.stands![exampleImportId]!
    await startImport(cast.admin, importId)
    await continueImport({ importId })
    return scene
  },
  deleteImport: withImport,
  listCodes: withCode,
  addCode: asAdmin,
  endCode: withCode,
  ...lessonScenarios,
  ...membershipScenarios,
  ...orderScenarios,
}

async function play(call: CallDefinition): Promise<ApiResponse> {
  const scene = (await scenes[call.name]?.()) ?? { as: null }
  const real = (text: string) =>
    Object.entries(scene.stands ?? {}).reduce(
      (now, [example, actual]) => now.replaceAll(example, actual),
      text,
    )
  const { parameter = '', query, body } = call.example
  const path = call.path.replace(/\{\w+\}/, real(parameter)) + (query ? `?${real(query)}` : '')
  const sent = call.upload
    ? await uploadForm(call.upload)
    : body === undefined
      ? undefined
      : real(JSON.stringify(body))
  const as = scene.as ? { as: await cookieFor(scene.as) } : {}
  return club.send(call.method, path, { ...as, ...(sent === undefined ? {} : { body: sent }) })
}

async function uploadForm(field: 'image' | 'file'): Promise<FormData> {
  const form = new FormData()
  if (field === 'file') {
    form.set('source', 'Old program')
    form.set('file', new File([exampleTable()], 'members.csv'))
    return form
  }
  const bytes = await noisyPicture(960, 640).png().toBuffer()
  form.set('image', new File([new Uint8Array(bytes)], 'photo.png'))
  return form
}

/** The shape of a value: keys and types, with the first element of a list for all. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? 'nothing' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}

for (const call of allCalls)
  test(`the example of ${call.method} ${call.path} works as it is documented`, async () => {
    expect(() => call.answer.parse(call.example.answer)).not.toThrow()
    const received = await play(call)
    expect(received.body).toEqual(expect.anything())
    expect([received.status, received.body.message]).toEqual([200, undefined])
    const checked = call.answer.safeParse(received.body)
    expect(checked.error?.issues ?? []).toEqual([])
    if (Array.isArray(received.body)) expect(received.body.length).toBeGreaterThan(0)
    expect(Boolean(received.headers.get('x-total-count'))).toBe(call.counted ?? false)
    expect(withoutLists(shapeOf(received.body))).toEqual(withoutLists(shapeOf(call.example.answer)))
  })

// an example may show a slot or skill that the test's person does not have
function withoutLists(shape: unknown): unknown {
  if (Array.isArray(shape)) return 'list'
  if (typeof shape !== 'object' || shape === null) return shape
  return Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, withoutLists(part)]))
}

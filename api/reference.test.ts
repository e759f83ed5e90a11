import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '../db/client.ts'
import { updateProfile } from '../domain/accounts/profile.server.ts'
import { createClass } from '../domain/classes/classes.server.ts'
import { createPost } from '../domain/forum/posts.server.ts'
import { addGalleryItem } from '../domain/gallery/gallery.server.ts'
import { subscribe } from '../domain/newsletter/newsletter.server.ts'
import { applyToBeTrainer } from '../domain/trainers/applications.server.ts'
import { cookieFor, useApi, type Received } from '../tests/api-server.ts'
import { useDatabase } from '../tests/database.ts'
import {
  createAdmin,
  createHold,
  createMember,
  createPaying,
  createTrainerWithSlots,
  goodCard,
  useSandbox,
} from '../tests/factories.ts'
import { insertImage, noisyPicture, useImageFolder } from '../tests/images.ts'
import type { CallDefinition } from './contract.ts'
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
} from './examples.ts'
import { contract } from './index.ts'
import { describeContract, refusalsOf } from './openapi.ts'
import { problemAnswer } from './problem.ts'

useDatabase()
useImageFolder()
const club = useApi()

type Cast = Awaited<ReturnType<typeof createCast>>
let cast: Cast

/** The people of the examples, and what belongs to them. */
async function createCast() {
  const {
    person: trainer,
    trainerId,
    slots,
  } = await createTrainerWithSlots(2, { email: exampleTrainer.email })
  const admin = await createAdmin()
  const photo = await insertImage(trainer.id)
  const { id: clubClass } = await createClass(trainer, { title: 'T', description: 'D', photo })
  const { id: post } = await createPost(trainer, { caption: 'C', photo })
  await addGalleryItem(admin, { photo: await insertImage(admin.id), caption: '', altText: '' })
  const { id: subscriber } = await subscribe({ name: 'Bo', email: 'bo@club.example' })
  return { trainer, trainerId, slot: slots[0]?.id ?? '', admin, photo, clubClass, post, subscriber }
}
beforeAll(async () => {
  cast = await createCast()
})

type Scene = { as: { id: string } | null; stands?: Record<string, string> }

const ownAddress = (person: { id: string; email: string }): Scene => ({
  as: person,
  stands: { [exampleMemberEmail]: person.email, [exampleApplicantEmail]: person.email },
})

async function asBuyer(): Promise<Scene> {
  const { buyer, bookingId } = await createHold()
  return { as: buyer, stands: { [exampleBookingId]: bookingId, [exampleMemberEmail]: buyer.email } }
}

async function whilePaying(card?: string): Promise<Scene> {
  const { buyer, bookingId, clientSecret, intentId } = await createPaying()
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

async function asNewcomer(): Promise<Scene> {
  const person = await db
    .insertInto('users')
    .values({ name: 'Ada Moss', email: `${crypto.randomUUID()}@club.example`, emailVerified: true })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  return ownAddress(person)
}

async function asApplicant(): Promise<Scene> {
  const person = await createMember()
  return {
    as: person,
    stands: { [exampleApplicantEmail]: person.email, [examplePicture]: await insertImage(person.id) },
  }
}

async function withApplicant(): Promise<Scene> {
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

const asTrainer = async (): Promise<Scene> => ({ as: cast.trainer, stands: { [examplePicture]: cast.photo } })
const asAdmin = async (): Promise<Scene> => ({
  as: cast.admin,
  stands: { [exampleSubscriber._id]: cast.subscriber },
})
const asMember = async () => ownAddress(await createMember())

/** Who plays the example of each call, and what its ids stand for; everything else is played by a visitor. */
const scenes: Record<string, () => Promise<Scene>> = {
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
}

async function play(call: CallDefinition): Promise<Received> {
  const scene = (await scenes[call.name]?.()) ?? { as: null }
  const real = (text: string) =>
    Object.entries(scene.stands ?? {}).reduce(
      (now, [example, actual]) => now.replaceAll(example, actual),
      text,
    )
  const { parameter = '', query, body } = call.example
  const path = call.path.replace(/\{\w+\}/, real(parameter)) + (query ? `?${query}` : '')
  const sent = call.upload ? await pictureForm() : body === undefined ? undefined : real(JSON.stringify(body))
  const as = scene.as ? { as: await cookieFor(scene.as) } : {}
  return club.send(call.method, path, { ...as, ...(sent === undefined ? {} : { body: sent }) })
}

async function pictureForm(): Promise<FormData> {
  const form = new FormData()
  const bytes = await noisyPicture(960, 640).png().toBuffer()
  form.set('image', new File([new Uint8Array(bytes)], 'photo.png'))
  return form
}

/** What a value is made of: keys and kinds, the first of a list standing for all. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? 'nothing' : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}

for (const call of contract)
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

// an example may show one slot or skill where the person of the test has none
function withoutLists(shape: unknown): unknown {
  if (Array.isArray(shape)) return 'list'
  if (typeof shape !== 'object' || shape === null) return shape
  return Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, withoutLists(part)]))
}

test('the OpenAPI document names every call once, with the schemas that check it', async () => {
  const { status, body, headers } = await club.send('GET', '/openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(body).toEqual(JSON.parse(JSON.stringify(describeContract(contract))))
  expect(body.openapi).toBe('3.1.0')
  const documented = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
  )
  expect(documented.sort()).toEqual(contract.map((call) => `${call.method} ${call.path} ${call.name}`).sort())
  expect(new Set(contract.map((call) => call.name)).size).toBe(contract.length)
  const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(references.length).toBeGreaterThan(100)
  for (const path of new Set(references)) {
    const found = path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], body)
    expect(found, path).toBeDefined()
  }
  expect(Object.keys(body.components.schemas).sort()).toEqual(
    [
      'Account',
      'Applicant',
      'Booking',
      'Class',
      'GalleryItem',
      'Post',
      'Problem',
      'Slot',
      'Subscriber',
      'Trainer',
    ].sort(),
  )
})

test('the bounds of a body that the document tells are those that are kept', async () => {
  type Field = {
    minimum?: number
    maximum?: number
    minLength?: number
    maxLength?: number
    type?: unknown
    format?: string
  }
  let tried = 0
  for (const call of contract) {
    if (!call.body) continue
    const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' })
    const example = call.example.body as Record<string, unknown>
    const tells = (name: string, value: unknown) => {
      const { error } = call.body?.safeParse({ ...example, [name]: value }) ?? {}
      return Boolean(error?.issues.some((issue) => issue.path[0] === name))
    }
    for (const name of schema.required ?? [])
      expect(tells(name, undefined), `${call.name} needs ${name}`).toBe(true)
    for (const [name, field] of Object.entries(schema.properties ?? {}) as [string, Field][]) {
      const { minimum, maximum, minLength, maxLength } = field
      const text = (length: number) => 'x'.repeat(length)
      const tries: [number | undefined, (bound: number) => unknown, number][] = [
        [minimum, (bound) => bound, -1],
        [maximum, (bound) => bound, 1],
        [minLength, text, -1],
        [field.type === 'string' && field.format !== 'email' ? maxLength : undefined, text, 1],
      ]
      for (const [bound, make, step] of tries) {
        if (bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER) continue
        tried += 1
        expect(tells(name, make(bound)), `${call.name}: ${name} of ${bound}`).toBe(false)
        expect(tells(name, make(bound + step)), `${call.name}: ${name} of ${bound + step}`).toBe(true)
      }
    }
  }
  expect(tried).toBeGreaterThan(20)
})

test('every refusal that is documented has the documented shape', async () => {
  const refused = await club.send('GET', '/newsletters')
  expect(problemAnswer.parse(refused.body)).toEqual(refused.body)
  for (const call of contract) expect(refusalsOf(call)).toContain(429)
})

test('the reference is a page without scripts that tells every call', async () => {
  const { status, body, headers } = await club.send('GET', '/docs')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/)
  expect(body).not.toMatch(/<script|\sstyle=|undefined|\[object/)
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  for (const { name, path } of contract) {
    expect(ids).toContain(name)
    expect(body).toContain(path)
  }
})

test('the table of the README tells who may make each call, and which operation is behind it', async () => {
  const text = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (\w+ \/\S*) +\| ([^|]+)\| ([^|]*)\|[^|]+\| `(\w+)` +\|$/gm)]
  const told = rows.map(([, call = '', who = '', body = '', operation = '']) =>
    [call, who.trim(), body.trim(), operation].join(' | '),
  )
  const words = { everyone: 'all', 'signed in': 'signed in' }
  const bodyOf = ({ body, upload }: CallDefinition) => {
    if (upload) return 'the form field image'
    return body
      ? Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {}).join(', ')
      : ''
  }
  const expected = contract.map((call) => {
    const who = typeof call.access === 'string' ? words[call.access] : call.access.join(', ')
    return [`${call.method} ${call.path}`, who, bodyOf(call), call.operation].join(' | ')
  })
  expect(told).toEqual(expected)
})

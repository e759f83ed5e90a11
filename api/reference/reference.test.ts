import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isRestricted, type CallDefinition } from '#api/contract.ts'
import { contracts, allCalls } from '#api/index.ts'
import { problemSchema } from '#api/problem-details.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { holdersOf } from '#domain/permissions.ts'
import { useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { describeContract, refusalsOf } from './openapi.ts'

useDatabase()
const club = useApi()

const shapes = [
  'Account Applicant Booking Class GalleryItem Post Problem Slot Subscriber Trainer',
  'Absence AffectedClass AffectedLesson BookedLesson Booking ClassDate ClosedLesson Closure ContactProfile DiscountCode FreeDate FreeTrainer Import ImportRow ImportValue Lesson ListedLesson MakeUp Membership Month MonthDate Offer OfferedSlot OpenCover Order OwedMonth Problem SlotClosing TrainerLesson WeekLesson',
]

test('the OpenAPI document names every call once, with the schemas that check it', async () => {
  for (const [index, contract] of contracts.entries()) {
    const { status, body, headers } = await club.send('GET', `${contract.referencePath}/openapi.json`)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(body).toEqual(JSON.parse(JSON.stringify(describeContract(contract, await clubFacts()))))
    expect(body.openapi).toBe('3.1.0')
    const documented = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(
          ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
        ),
    )
    expect(documented.sort()).toEqual(
      contract.calls.map((call) => `${call.method} ${call.path} ${call.name}`).sort(),
    )
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    )
    expect(references.length).toBeGreaterThan(100)
    for (const path of new Set(references)) {
      const found = path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], body)
      expect(found, path).toBeDefined()
    }
    expect(Object.keys(body.components.schemas).sort().join(' ')).toBe(shapes[index])
  }
  expect(new Set(allCalls.map((call) => call.name)).size).toBe(allCalls.length)
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
  for (const call of allCalls) {
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
      const text = (length: number) => '5'.repeat(length)
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
  expect(problemSchema.parse(refused.body)).toEqual(refused.body)
  for (const call of allCalls) expect(refusalsOf(call)).toContain(429)
})

test('the reference is a page without scripts that tells every call', async () => {
  for (const { referencePath, calls } of contracts) {
    const { status, body, headers } = await club.send('GET', `${referencePath}/docs`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/)
    expect(body).not.toMatch(/<script|\sstyle=|undefined|\[object/)
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.join()).not.toContain(' ')
    for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
    for (const { name, path } of calls) {
      expect(ids).toContain(name)
      expect(body).toContain(path)
    }
    for (const other of contracts) expect(body).toContain(`/api${other.referencePath}/`)
  }
})

test('the table of the README tells who may make each call, and which operation is behind it', async () => {
  const text = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (\w+ \/\S*) +\| ([^|]+)\| ([^|]*)\|[^|]+\| `(\w+)` +\|$/gm)]
  const told = rows.map(([, call = '', who = '', body = '', operation = '']) =>
    [call, who.trim(), body.trim(), operation].join(' | '),
  )
  const words = { everyone: 'all', 'signed in': 'signed in' }
  const bodyOf = ({ body, upload, form }: CallDefinition) => {
    if (upload) return `the form field ${[upload, ...Object.keys(form?.shape ?? {})].join(', ')}`
    return body
      ? Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {}).join(', ')
      : ''
  }
  const expected = allCalls.map((call) => {
    const who = isRestricted(call.access) ? holdersOf(call.access).join(', ') : words[call.access]
    return [`${call.method} ${call.path}`, who, bodyOf(call), call.operation].join(' | ')
  })
  expect(told).toEqual(expected)
})

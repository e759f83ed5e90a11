import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { contracts } from '#api/index.ts'
import { useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { describeContract } from './openapi.ts'

useDatabase()
useApi()

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
type Content = Record<string, { schema: Schema }>
type Call = {
  parameters: { name: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

const file = join(import.meta.dirname, 'promises.txt')
const promised = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
let current: string[]

beforeAll(() => {
  current = promisesOfV1()
})

test('a call of version 1 keeps every field, type and accepted value that a program may rely on', () => {
  expect(promised.filter((line) => !current.includes(line))).toEqual([])
})

test('new calls and fields are promised in the file, which -u updates', async () => {
  const lines = [...new Set([...promised, ...current])].sort()
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file)
})

/** Lists what programs may rely on, a line each. Further fields and values in answers, and accepted ones, may come. */
function promisesOfV1(): string[] {
  const contract = contracts.find(({ referencePath }) => referencePath.includes('v1'))!
  const document = describeContract(contract, { name: 'Palestra', publicUrl: 'http://127.0.0.1' })
  const { schemas } = document.components as { schemas: Record<string, Schema> }
  const paths = document.paths as Record<string, Record<string, Call>>
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, call]) => {
      const name = `${method.toUpperCase()} ${path}`
      const body = Object.values(call.requestBody?.content ?? {})[0]?.schema ?? {}
      const answer = Object.values(call.responses['200']?.content ?? {})[0]?.schema ?? {}
      return [
        ...call.parameters.flatMap((parameter) => taken(parameter.schema, parameter.name)),
        ...taken(body, 'body'),
        `requires ${requiredIn(body, 'body').join(', ') || 'no field'}`,
        ...answered(answer, 'answer'),
      ].map((promise) => `${name} ${promise}`)
    }),
  )

  function resolve(schema: Schema): Schema {
    return schema.$ref ? resolve(schemas[schema.$ref.split('/').at(-1)!]!) : schema
  }

  /** The alternatives of a schema, itself if it has none. */
  function variants(schema: Schema): Schema[] {
    const { anyOf, oneOf, allOf } = resolve(schema)
    const parts = anyOf ?? oneOf ?? allOf
    return parts ? parts.flatMap(variants) : [resolve(schema)]
  }

  function children(schema: Schema, at: string): [Schema, string][] {
    return variants(schema).flatMap(({ items, properties = {} }): [Schema, string][] => [
      ...(items ? [[items, `${at}[]`] as [Schema, string]] : []),
      ...Object.entries(properties).map(([key, value]): [Schema, string] => [value, `${at}.${key}`]),
    ])
  }

  function taken(schema: Schema, at: string): string[] {
    const types = variants(schema).flatMap(({ type = [], enum: values, const: value }) =>
      (values ?? (value === undefined ? [type].flat() : [value])).map(
        (item) => `takes ${at}: ${item === '' ? 'nothing' : String(item)}`,
      ),
    )
    return [...types, ...children(schema, at).flatMap(([child, path]) => taken(child, path))]
  }

  function requiredIn(schema: Schema, at: string): string[] {
    const own = variants(schema).flatMap(({ required = [] }) => required.map((key) => `${at}.${key}`))
    return [...own, ...children(schema, at).flatMap(([child, path]) => requiredIn(child, path))]
  }

  function answered(schema: Schema, at: string): string[] {
    const types = variants(schema).flatMap(({ type, enum: values, const: value }) =>
      type ? [type].flat() : (values ?? [value]).map((item) => (item === null ? 'null' : typeof item)),
    )
    return [
      `answers ${at}: ${[...new Set(types)].sort().join(' or ')}`,
      ...children(schema, at).flatMap(([child, path]) => answered(child, path)),
    ]
  }
}

import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { CountedItems, defineCall } from '#api/contract.ts'
import { BodyError } from '#api/json-body.ts'
import { identifier } from '#api/wire.ts'
import { DomainError } from '#core/errors.ts'
import type { Actor } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { checkImport } from '#domain/imports/check-import.server.ts'
import { createImport } from '#domain/imports/checked-import.server.ts'
import { listRows } from '#domain/imports/checked-rows.server.ts'
import { dayOrders } from '#domain/imports/day-order.rules.ts'
import { decimalSigns } from '#domain/imports/decimal-sign.rules.ts'
import { matchedFields } from '#domain/imports/import-fields.rules.ts'
import { valuesInput } from '#domain/imports/imports.input.ts'
import { countRows, deleteImport, readImport } from '#domain/imports/imports.server.ts'
import { readValues, saveValues } from '#domain/imports/matched-values.server.ts'
import { readProgress, startImport } from '#domain/imports/run-import.server.ts'
import { undoImport } from '#domain/imports/undo-import.server.ts'
import { parseInput } from '#domain/input.ts'
import { readMultipart, type Multipart } from '#platform/request-body/multipart.ts'
import { exampleImport, exampleImportId } from './examples.ts'
import { count, moment, paging, toPageRange } from './schemas.ts'

const states = ['draft', 'checked', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
const rowStates = ['new', 'known', 'changed', 'wrong', 'twice'] as const

const importSchema = z
  .strictObject({
    id: identifier,
    fileName: z.string(),
    source: z.string(),
    state: z.enum(states),
    columns: z.array(
      z.strictObject({
        heading: z.string(),
        field: z.string().nullable().meta({ description: 'What it is; null: it is left out.' }),
      }),
    ),
    rows: z
      .strictObject({ new: count, known: count, changed: count, wrong: count, twice: count })
      .meta({ description: 'How many rows are in each state. New and changed ones come in.' }),
    progress: z.strictObject({ done: count, total: count }),
    added: count,
    changed: count,
    undoUntil: moment.nullable().meta({ description: 'Null before its end.' }),
  })
  .meta({ id: 'Import' })

async function presentImport(actor: Actor, id: string): Promise<z.input<typeof importSchema>> {
  const found = await readImport(actor, id)
  const [rows, { done, total }] = [await countRows(actor, id), await readProgress(actor, id)]
  return {
    id: found.id,
    fileName: found.fileName,
    source: found.source,
    state: found.state,
    columns: found.headings.map((heading, index) => ({
      heading,
      field: found.columns[index]?.field ?? null,
    })),
    rows,
    progress: { done, total },
    added: found.addedCount,
    changed: found.changedCount,
    undoUntil: found.undoUntil?.toISOString() ?? null,
  }
}

const form = z.object({
  source: z.string({ error: 'Name the program in the field source.' }).meta({
    minLength: bounds.importSource.least,
    maxLength: bounds.importSource.most,
    description: 'The program of the table. With the number of a person there it tells who is known.',
  }),
  dayOrder: z
    .enum(dayOrders, { error: `The day order is ${dayOrders.join(' or ')}.` })
    .optional()
    .meta({ description: 'Of dates such as 03/04/2026, in columns that do not tell.' }),
  decimalSign: z
    .enum(decimalSigns, { error: `The decimal sign is ${decimalSigns.join(' or ')}.` })
    .optional()
    .meta({ description: 'Of amounts such as 1.234, in columns that do not tell.' }),
})

/** Reads a multipart body. Throws 415 for any other media type. */
async function readTableForm({ req, var: { address } }: ApiContext): Promise<Multipart> {
  try {
    return await readMultipart(req.raw, address, {
      fileField: 'file',
      maxFileBytes: bounds.importedBytes.most,
      maxFields: 10,
      maxFieldBytes: 1024,
    })
  } catch (error) {
    if (error instanceof DomainError && error.facts.notMultipart) throw new BodyError(415, error.message)
    throw error
  }
}

const shared = { group: 'Imports', access: 'members.import', answer: importSchema } as const
const example = { parameter: exampleImportId, answer: exampleImport }

export const importCalls = [
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/imports',
    name: 'createImport',
    summary: 'Upload and check a table of members',
    notes:
      'Multipart: `file` is a CSV, TSV or .xlsx table, up to 5 MB and 5,000 rows. Its columns are recognised by their headings, and trainers by their names. Nothing is brought in before the start. A column whose dates or amounts can be read in two ways: 422.',
    upload: 'file',
    form,
    refusals: [408, 413, 415, 422, 429, 503],
    example: { answer: exampleImport },
    operation: 'createImport',
    handle: async ({ c, actor }) => {
      const { fields, file } = await readTableForm(c)
      const { source, dayOrder = null, decimalSign = null } = parseInput(form, Object.fromEntries(fields))
      return presentImport(actor, await createImport(actor, file, source, { dayOrder, decimalSign }))
    },
  }),
  defineCall({
    ...shared,
    method: 'GET',
    path: '/v1/imports/{id}',
    name: 'readImport',
    summary: 'Get an import and its progress',
    refusals: [404],
    example,
    operation: 'readImport',
    handle: ({ actor, parameter }) => presentImport(actor, parameter),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/imports/{id}/rows',
    name: 'listImportRows',
    group: 'Imports',
    summary: 'List the rows of an import in a state, paginated',
    notes: 'Wrong rows unless `state` says otherwise. They are deleted after some days.',
    access: 'members.import',
    query: paging.extend({
      state: z
        .enum(rowStates, { error: `A state is ${rowStates.join(', ')}.` })
        .default('wrong')
        .meta({ description: 'Defaults to wrong.' }),
    }),
    answer: z.array(
      z
        .strictObject({
          line: count,
          name: z.string(),
          state: z.enum(rowStates),
          sentence: z.string().meta({ description: 'What is wrong, or would be changed.' }),
          memberId: identifier.nullable(),
        })
        .meta({ id: 'ImportRow' }),
    ),
    counted: true,
    refusals: [404],
    example: {
      parameter: exampleImportId,
      query: 'state=wrong',
      answer: [
        {
          line: 3,
          name: 'Bo Lind',
          state: 'wrong',
          sentence: 'Born “31.02.1990”: There is no such day.',
          memberId: null,
        },
      ],
    },
    operation: 'listRows',
    handle: async ({ actor, parameter, query: { state, ...page } }) => {
      const { id } = await readImport(actor, parameter)
      const { limit, offset } = toPageRange(page)
      const rows = await listRows(actor, id, state, offset / limit + 1, limit)
      return new CountedItems(rows, (await countRows(actor, id))[state])
    },
  }),
  defineCall({
    method: 'GET',
    path: '/v1/imports/{id}/values',
    name: 'listImportValues',
    group: 'Imports',
    summary: 'List the distinct values of an import, and what each becomes',
    access: 'members.import',
    answer: z.array(
      z
        .strictObject({
          field: z.enum(matchedFields),
          value: z.string(),
          people: count,
          becomes: z.string().meta({
            description:
              'Of a membership the id of an offer, or `kept`: it comes in as what is left of it. Of a trainer an id, and of a form of address its words. Empty: it is left out.',
          }),
        })
        .meta({ id: 'ImportValue' }),
    ),
    refusals: [404],
    example: {
      parameter: exampleImportId,
      answer: [{ field: 'membership', value: 'Gold', people: 2, becomes: 'kept' }],
    },
    operation: 'readValues',
    handle: async ({ actor, parameter }) => {
      const values = await readValues(actor, parameter)
      return matchedFields.flatMap((field) => values[field].map((value) => ({ field, ...value })))
    },
  }),
  defineCall({
    ...shared,
    method: 'PUT',
    path: '/v1/imports/{id}/values',
    name: 'matchImportValues',
    summary: 'Say what the distinct values of an import become, and check its rows again',
    notes:
      'Each field has its values as keys, and as their values what the list of them calls `becomes`. A membership that is missing is kept, and any other value is left out.',
    body: valuesInput,
    refusals: [404, 409, 422],
    example: { ...example, body: { membership: { Gold: '' } } },
    operation: 'saveValues',
    handle: async ({ actor, parameter, body }) => {
      await saveValues(actor, parameter, body)
      await checkImport(actor, parameter)
      return presentImport(actor, parameter)
    },
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/imports/{id}/start',
    name: 'startImport',
    summary: 'Bring the new and changed rows in',
    notes: 'A job does it; read the import for its progress. Started again, it changes nothing.',
    refusals: [404, 409],
    example: { ...example, answer: { ...exampleImport, state: 'running' } },
    operation: 'startImport',
    handle: async ({ actor, parameter }) => {
      await startImport(actor, parameter)
      return presentImport(actor, parameter)
    },
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/imports/{id}/undo',
    name: 'undoImport',
    summary: 'Take out again everyone whom an import added',
    notes:
      'For 30 days. People who signed in, booked or paid since stay. A job does it; undone again, it changes nothing.',
    refusals: [404, 409],
    example: {
      ...example,
      answer: {
        ...exampleImport,
        state: 'undoing',
        progress: { done: 1, total: 1 },
        added: 1,
        undoUntil: '2026-12-25T09:30:00.000Z',
      },
    },
    operation: 'undoImport',
    handle: async ({ actor, parameter }) => {
      await undoImport(actor, parameter)
      return presentImport(actor, parameter)
    },
  }),
  defineCall({
    method: 'DELETE',
    path: '/v1/imports/{id}',
    name: 'deleteImport',
    group: 'Imports',
    summary: 'Delete an import that was not started',
    access: 'members.import',
    answer: z.strictObject({}),
    refusals: [404, 409],
    example: { parameter: exampleImportId, answer: {} },
    operation: 'deleteImport',
    handle: async ({ actor, parameter }) => {
      await deleteImport(actor, parameter)
      return {}
    },
  }),
]

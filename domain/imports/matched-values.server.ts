import { notFound } from '#core/errors.ts'
import { anyOf, clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { foldName } from './classify.rules.ts'
import type { ImportColumn } from './import-columns.rules.ts'
import type { MatchedField } from './import-fields.rules.ts'
import { valuesInput, type ValuesInput } from './imports.input.ts'
import { lockDraft, readCells, readImport } from './imports.server.ts'
import { countMatchedValues, remainingMembership, type MatchedValues } from './read-person.rules.ts'

type Matches = { trainers: { id: string; name: string }[]; offers: { id: string; title: string }[] }

/**
 * Returns the trainers and offers that values of an import can become. Throws `forbidden` without the permission
 * `members.import`.
 */
export async function listMatches(actor: Actor): Promise<Matches> {
  requirePermission(actor, 'members.import')
  return { trainers: await listTrainers(db), offers: await listOffers() }
}

const listTrainers = (from: Queryable) =>
  from.selectFrom('trainers').where('retiredAt', 'is', null).orderBy('name').select(['id', 'name']).execute()

const listOffers = () =>
  db
    .selectFrom('offers')
    .where('withdrawnAt', 'is', null)
    .where('kind', 'in', ['membership', 'pack'])
    .orderBy('title')
    .select(['id', 'title'])
    .execute()

export type ValueOfImport = { value: string; people: number; becomes: string }

/**
 * Returns the distinct values to match, with what each becomes: as it was saved, and until then a trainer of the same
 * name. Throws `forbidden` and `not-found`.
 */
export async function readValues(actor: Actor, id: string): Promise<Record<MatchedField, ValueOfImport[]>> {
  const { id: importId, columns, matchedValues } = await readImport(actor, id)
  const counted = await countValues(db, importId, columns)
  const recognised = { ...(await recogniseTrainers(db, counted)), ...matchedValues.trainer }
  const becomes: Record<MatchedField, (value: string) => string> = {
    membership: (value) => matchedValues.membership[value] ?? remainingMembership,
    trainer: (value) => recognised[value] ?? '',
    salutation: (value) => matchedValues.salutation[value] ?? '',
  }
  const withChoice = (field: MatchedField) =>
    counted[field].map((each) => ({ ...each, becomes: becomes[field](each.value) }))
  return {
    membership: withChoice('membership'),
    trainer: withChoice('trainer'),
    salutation: withChoice('salutation'),
  }
}

type CountedValues = ReturnType<typeof countMatchedValues>

const countValues = async (from: Queryable, importId: string, columns: readonly ImportColumn[]) =>
  countMatchedValues(
    columns,
    (await readCells(from, importId)).map(({ cells }) => cells),
  )

/** Returns the trainer of each value that is the name of only one. */
async function recogniseTrainers(
  from: Queryable,
  { trainer }: CountedValues,
): Promise<Record<string, string>> {
  const trainers = Map.groupBy(await listTrainers(from), ({ name }) => foldName(name))
  return Object.fromEntries(
    trainer.flatMap(({ value }) => {
      const [found, ...others] = trainers.get(foldName(value)) ?? []
      return found && others.length === 0 ? [[value, found.id] as const] : []
    }),
  )
}

/** Matches the values that are recognised, in a new import before its check. */
export async function matchRecognised(trx: Transaction, id: string): Promise<void> {
  const { id: importId, columns, matchedValues } = await lockDraft(trx, id)
  const trainer = await recogniseTrainers(trx, await countValues(trx, importId, columns))
  await writeValues(trx, importId, { ...matchedValues, trainer })
}

/**
 * Saves what the distinct values become. Throws `forbidden` without the permission `members.import`, `invalid`,
 * `conflict` and `not-found`.
 */
export async function saveValues(actor: Actor, id: string, input: ValuesInput): Promise<void> {
  requirePermission(actor, 'members.import')
  const values: MatchedValues = parseInput(valuesInput, input)
  await transaction(async (trx) => {
    const { id: importId } = await lockDraft(trx, id)
    await requireRows(trx, 'trainers', Object.values(values.trainer), t('refusal.thisTrainer'))
    const offers = Object.values(values.membership).filter((each) => each !== remainingMembership)
    await requireRows(trx, 'offers', offers, t('refusal.thisOffer'))
    await writeValues(trx, importId, values)
  })
}

const writeValues = (trx: Transaction, importId: string, values: MatchedValues) =>
  trx
    .updateTable('imports')
    .set({ matchedValues: JSON.stringify(values), state: 'draft', changedAt: clubNow })
    .where('id', '=', importId)
    .execute()

/** Throws `not-found` unless every id that is not empty is in the table. */
async function requireRows(
  trx: Transaction,
  table: 'trainers' | 'offers',
  ids: string[],
  what: string,
): Promise<void> {
  const wanted = [...new Set(ids.filter(Boolean).map((id) => requireId(id, what)))]
  const found = await trx.selectFrom(table).where('id', '=', anyOf(wanted)).select('id').execute()
  if (found.length < wanted.length) throw notFound(what)
}

// Storing a card at the demo club's processor without paying, as Stripe's SetupIntents do.
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { db, readNow, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import { CardProcessorRefused, type CardSetup } from './card-processor.ts'
import {
  challengeFailed,
  equalInConstantTime,
  evaluateCard,
  expiryDay,
  laterOutcomeOf,
  paidCardOf,
  refuseDecline,
  type CardOutcome,
  type SandboxCard,
} from './sandbox-cards.ts'
import { readAccount } from './sandbox-debits.ts'
import { findMethod } from './sandbox-mapping.ts'

type SetupRow = Selectable<Tables['sandboxSetups']>

/** A typed card or account, or the answer to the 3-D Secure challenge. */
export type SetupConfirmation = { clientSecret: string } & (
  | { card: SandboxCard }
  | { iban: string }
  | { pass: boolean }
)

/** Stores a card of a customer. Returns its id. */
export async function insertMethod(trx: Transaction, customerId: string, card: SandboxCard): Promise<string> {
  const { id } = await trx
    .insertInto('sandboxMethods')
    .values({
      id: makeId('pm'),
      customerId,
      ...paidCardOf(card),
      expiresOn: expiryDay(card.exp_month, card.exp_year),
      later: laterOutcomeOf(card),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores an account of a customer, with a mandate. Returns its id. */
export async function insertAccount(
  trx: Transaction,
  customerId: string,
  account: ReturnType<typeof readAccount>,
): Promise<string> {
  const { id } = await trx
    .insertInto('sandboxMethods')
    .values({
      id: makeId('pm'),
      customerId,
      ...account,
      expiresOn: null,
      later: 'succeeds',
      mandateRef: randomBytes(8).toString('hex').toUpperCase(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function createSetup({ customerId }: { customerId: string }): Promise<CardSetup> {
  const id = makeId('seti')
  const row = await db
    .insertInto('sandboxSetups')
    .values({ id, customerId, clientSecret: `${id}_secret_${randomBytes(18).toString('base64url')}` })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCardSetup(db, row)
}

export async function retrieveSetup(id: string): Promise<CardSetup | null> {
  const row = await db.selectFrom('sandboxSetups').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toCardSetup(db, row) : null
}

export async function confirmSetup(request: SetupConfirmation): Promise<CardSetup> {
  const { setup, outcome } = await transaction(async (trx) => {
    const row = await lockSetup(trx, request.clientSecret)
    const isAnswer = 'pass' in request
    if (row.status === 'succeeded' || (isAnswer && row.status !== 'requires_action')) throw unexpected(row)
    if ('iban' in request) {
      const methodId = await insertAccount(trx, row.customerId, readAccount(request.iban))
      const succeeds: CardOutcome = { kind: 'succeeds' }
      return { setup: await moveSetup(trx, row, succeeds, methodId), outcome: succeeds }
    }
    const judged = isAnswer ? judgeAnswer(request.pass) : evaluateCard(request.card, await readNow(trx))
    const typed =
      isAnswer || judged.kind === 'fails' ? null : await insertMethod(trx, row.customerId, request.card)
    return { setup: await moveSetup(trx, row, judged, typed ?? row.methodId), outcome: judged }
  })
  refuseDecline(outcome)
  return setup
}

const judgeAnswer = (pass: boolean): CardOutcome => (pass ? { kind: 'succeeds' } : challengeFailed)

async function moveSetup(
  trx: Transaction,
  { id }: SetupRow,
  outcome: CardOutcome,
  methodId: string | null,
): Promise<CardSetup> {
  const statuses = {
    succeeds: 'succeeded',
    'asks-for-3d-secure': 'requires_action',
    fails: 'requires_payment_method',
  } as const
  const moved = await trx
    .updateTable('sandboxSetups')
    .set({ status: statuses[outcome.kind], methodId: outcome.kind === 'fails' ? null : methodId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCardSetup(trx, moved)
}

async function lockSetup(trx: Transaction, clientSecret: string): Promise<SetupRow> {
  const id = clientSecret.split('_secret_')[0] ?? ''
  const row = await trx
    .selectFrom('sandboxSetups')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !equalInConstantTime(row.clientSecret, clientSecret))
    throw new CardProcessorRefused('No such setup_intent.', 'resource_missing')
  return row
}

const unexpected = ({ status }: SetupRow) =>
  new CardProcessorRefused(`This SetupIntent has a status of ${status}.`, 'setup_intent_unexpected_state')

async function toCardSetup(from: Queryable, row: SetupRow): Promise<CardSetup> {
  const { id, clientSecret, status, methodId } = row
  return {
    id,
    clientSecret,
    status,
    storedCard: status === 'succeeded' && methodId !== null ? await findMethod(from, methodId) : null,
  }
}

const makeId = (prefix: string) => `${prefix}_sandbox_${randomBytes(12).toString('hex')}`

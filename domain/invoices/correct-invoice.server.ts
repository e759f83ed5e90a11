import { sql } from 'kysely'
import { z } from 'zod'
import { conflict, DomainError, notFound } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { invoiceCorrected } from '#domain/invoices/letters/invoice-corrected.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { personName, postalAddressInput } from '#domain/members/members.input.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

const correctionInput = z.object({
  buyerName: personName,
  buyerAddress: postalAddressInput.shape.postalAddress,
})

export type InvoiceCorrection = z.input<typeof correctionInput>

/** An invoice to correct, and the buyer's name and address of today. */
export type CorrectableInvoice = {
  id: string
  number: string
  bookingId: string
  buyerId: string
  buyerName: string
  buyerAddress: string
  replacedBy: string | null
  currentName: string
  currentAddress: string
}

/**
 * Returns an invoice of a payment, to correct its buyer. Throws `forbidden` without the permission `invoices.correct`,
 * and `not-found` for credit notes and for invoices of erased people.
 */
export async function readCorrectableInvoice(actor: Actor, invoiceId: string): Promise<CorrectableInvoice> {
  requirePermission(actor, 'invoices.correct')
  const invoice = await db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.paymentId')
    .innerJoin('orders', 'orders.id', 'payments.bookingId')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .innerJoin('members', 'members.userId', 'orders.buyerId')
    .leftJoin('invoices as replacement', (join) =>
      join.onRef('replacement.corrects', '=', 'invoices.id').on('replacement.amountCents', '>', 0),
    )
    .where('invoices.id', '=', requireId(invoiceId, t('refusal.thisInvoice')))
    .where('invoices.refundId', 'is', null)
    .where('invoices.amountCents', '>', 0)
    .where('users.erasedAt', 'is', null)
    .select(['invoices.id', 'invoices.number', 'payments.bookingId', 'orders.buyerId'])
    .select(['invoices.buyerName', 'invoices.buyerAddress', 'replacement.number as replacedBy'])
    .select(['users.name as currentName', 'members.postalAddress as currentAddress'])
    .executeTakeFirst()
  if (!invoice) throw notFound(t('refusal.thisInvoice'))
  return invoice
}

/**
 * Cancels an invoice by a credit note and replaces it by one with the right name and address of the buyer, who gets a
 * letter. Returns the new number; sent twice, that of the first time. Throws as `readCorrectableInvoice`, `invalid`,
 * and `conflict` for an invoice that has been replaced otherwise.
 */
export async function correctInvoice(
  actor: Actor,
  invoiceId: string,
  input: InvoiceCorrection,
): Promise<{ number: string; bookingId: string }> {
  const admin = requirePermission(actor, 'invoices.correct')
  const { buyerName, buyerAddress } = parseInput(correctionInput, input)
  const { id, number, bookingId, buyerId, ...wrong } = await readCorrectableInvoice(actor, invoiceId)
  if (buyerName === wrong.buyerName && buyerAddress === wrong.buyerAddress)
    throw new DomainError('invalid', t('refusal.hasThisNameAnd', { number }))
  return transaction(async (trx) => {
    // two corrections of one invoice wait for each other
    await sql`select from payments where id = (select payment_id from invoices where id = ${id}) for update`.execute(
      trx,
    )
    const readReplacement = () =>
      trx
        .selectFrom('invoices')
        .where('corrects', '=', id)
        .where('amountCents', '>', 0)
        .select(['number', 'buyerName', 'buyerAddress'])
        .executeTakeFirst()
    const earlier = await readReplacement()
    if (earlier) {
      if (earlier.buyerName === buyerName && earlier.buyerAddress === buyerAddress)
        return { number: earlier.number, bookingId }
      throw conflict(t('refusal.hasBeenReplacedBy', { number, number2: earlier.number }))
    }
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'correct invoice',
      subjectKind: 'member',
      subjectId: buyerId,
      before: { invoice: number, name: wrong.buyerName, address: wrong.buyerAddress },
      after: { name: buyerName, address: buyerAddress },
    })
    await sql`select correct_invoice(${id}, ${buyerName}, ${buyerAddress})`.execute(trx)
    const { number: replacement } = (await readReplacement())!
    const { number: creditNote } = await trx
      .selectFrom('invoices')
      .where('corrects', '=', id)
      .where('amountCents', '<', 0)
      .select('number')
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      userId: buyerId,
      kind: 'payment',
      bookingId,
      summary: message('activity.invoiceCorrected'),
      detail: message('activity.replaces', { replacement, number, creditNote }),
    })
    await queueMail(trx, invoiceCorrected, {
      to: { userId: buyerId },
      cause: id,
      facts: { bookingId, corrected: number, creditNote, replacement, buyerName, buyerAddress },
    })
    return { number: replacement, bookingId }
  })
}

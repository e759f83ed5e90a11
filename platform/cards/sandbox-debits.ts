// Direct debits at the demo club's processor: its banks answer after days, and return money weeks later.
import { inEnglish, message } from '#format/stored-message.ts'
import { debitBrand, type PaidCard } from './card-processor.ts'
import { CardDeclined, type CardOutcome } from './sandbox-cards.ts'

/** What the demo bank does with a debit: 'taken back' pays first, and returns the money weeks later. */
export type DebitOutcome = 'pays' | 'pays soon' | 'fails' | 'taken back'

/** Test accounts, as Stripe numbers them. Any other account with a valid checksum pays. */
const testAccounts: Record<string, DebitOutcome> = {
  DE89370400440532013000: 'pays',
  DE08370400440532013003: 'pays soon',
  DE62370400440532013001: 'fails',
  DE35370400440532013002: 'taken back',
}

const minute = 60_000
const day = 24 * 60 * minute
/** Time after which a bank answers, and after which it returns the money, in milliseconds. */
const answersAfter: Record<DebitOutcome, number> = {
  pays: 5 * day,
  'pays soon': minute,
  fails: 5 * day,
  'taken back': 5 * day,
}
const returnsAfter = 40 * day

/** Removes spaces and writes letters as capitals. */
const normaliseIban = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

/** Checks length and checksum (ISO 13616) of an account number. */
export function isIban(typed: string): boolean {
  const iban = normaliseIban(typed)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** Returns what the bank of a typed account does. Throws `CardDeclined` for an invalid number. */
export function readAccount(typed: string): PaidCard & { debit: DebitOutcome } {
  const iban = normaliseIban(typed)
  if (!isIban(iban))
    throw new CardDeclined('The IBAN you entered is invalid.', 'invalid_bank_account_iban', null)
  return { brand: debitBrand, last4: iban.slice(-4), debit: testAccounts[iban] ?? 'pays' }
}

type Debit = { debit: DebitOutcome | null; debitedAt: Date | null; status: string }

/** Returns the bank's answer to a debit under way once it has one, or null. */
export function answerOf({ debit, debitedAt, status }: Debit, now: Date): CardOutcome | null {
  if (status !== 'processing' || debit === null || debitedAt === null) return null
  if (now.getTime() < debitedAt.getTime() + answersAfter[debit]) return null
  if (debit !== 'fails') return { kind: 'succeeds' }
  const words = inEnglish(message('reason.noMoneyOnAccount'))
  return { kind: 'fails', code: 'insufficient_funds', declineCode: 'insufficient_funds', message: words }
}

/** Returns when the bank returned the money of a debit, or null. */
export function returnedAt({ debit, debitedAt, status }: Debit, now: Date): Date | null {
  if (status !== 'succeeded' || debit !== 'taken back' || debitedAt === null) return null
  const moment = new Date(debitedAt.getTime() + returnsAfter)
  return moment <= now ? moment : null
}

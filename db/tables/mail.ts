import type { Generated } from 'kysely'
import type { CreatedAt, MaybeTimestamp } from './column-types.ts'

type SubscribersTable = {
  id: Generated<string>
  name: string
  email: string
  createdAt: CreatedAt
  confirmedAt: MaybeTimestamp
  key: Generated<string>
  /** Of the page on which they subscribed; '' for the club's own. */
  language: Generated<string>
}

type NewslettersTable = {
  id: Generated<string>
  subject: string
  words: string
  imageId: string | null
  altText: Generated<string>
  audience: Generated<'subscribers' | 'members'>
  trainerId: string | null
  authorId: string
  state: Generated<'draft' | 'sending' | 'paused'>
  createdAt: CreatedAt
  changedAt: Generated<Date>
  testedAt: MaybeTimestamp
  begunAt: MaybeTimestamp
  writtenAt: MaybeTimestamp
  unsubscribed: Generated<number>
  /** Refused first attempts since the last accepted letter. */
  refusedInARow: Generated<number>
  /** Reply of the mail server that paused it; null if an admin did. */
  pauseReason: string | null
}

type LettersTable = {
  id: Generated<string>
  cause: string
  letter: string
  userId: string | null
  name: string
  /** Null if the recipient has no address; such a letter has failed. */
  email: string | null
  subject: string
  html: string | null
  text: string | null
  queuedAt: Generated<Date>
  usefulUntil: MaybeTimestamp
  tries: Generated<number>
  nextTryAt: Generated<Date | null>
  handedOverAt: MaybeTimestamp
  failedAt: MaybeTimestamp
  failure: string | null
  newsletterId: string | null
  unsubscribePath: string | null
  addressRefused: Generated<boolean>
  /** First refusal of the recipient without a reason. */
  refusedAt: MaybeTimestamp
  /** Start of the first hour that the change is about, and of the last. */
  tellBy: MaybeTimestamp
  tellUntil: MaybeTimestamp
  trainerIds: Generated<string[]>
  /** Whether its newsletter is paused. */
  paused: Generated<boolean>
}

type TellingsTable = {
  letterId: string
  toldBy: string
  toldAt: CreatedAt
}

export type MailTables = {
  subscribers: SubscribersTable
  newsletters: NewslettersTable
  letters: LettersTable
  tellings: TellingsTable
}

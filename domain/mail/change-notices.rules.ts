/**
 * How far a person knows of a change of their dates: told by telephone, seen on the site, the letter taken by the mail
 * server, the letter on its way, or none of these.
 */
export type NoticeState = 'told' | 'seen' | 'delivered' | 'sent' | 'not told'

/** What `queueMail` returned for a person. */
export type MailOutcome = { name: string; isSent: boolean }

/** People to whom an operation wrote: how many get the letter, and the names of those who do not. */
export type Notified = { mailed: number; notMailed: string[] }

export const countNotified = (outcomes: readonly MailOutcome[]): Notified => ({
  mailed: outcomes.filter(({ isSent }) => isSent).length,
  notMailed: outcomes.flatMap(({ name, isSent }) => (isSent ? [] : [name])),
})

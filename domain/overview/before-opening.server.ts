import { db } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { backupStanding } from '#domain/club/backups.server.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { lockedSettings, settingsWereSaved, trainersShare } from '#domain/club/settings.server.ts'
import { cards } from '#platform/cards/cards.ts'
import { settings } from '#platform/env.ts'

export type OpeningStep = {
  name: string
  /** What is there, or what is missing and why it matters. */
  says: string
  done: boolean
  /** Where an admin does it; null when that is where the club runs. */
  to: string | null
}

/**
 * What a real club still needs before it opens, in the order in which to do it; empty once all of it is done, and
 * for the demo club. Admins only.
 */
export async function stepsBeforeOpening(actor: Actor): Promise<OpeningStep[]> {
  requireRole(actor, 'admin')
  const [club, saved, trainer, backups, payAtDesk, share] = await Promise.all([
    clubFacts(),
    settingsWereSaved(),
    db.selectFrom('trainers').select('id').where('retiredAt', 'is', null).limit(1).executeTakeFirst(),
    backupStanding(actor),
    deskIsOpen(),
    trainersShare(),
  ])
  if (club.demo) return []
  const hasAddress = club.address !== '' && club.company !== '' && club.openDays.length > 0
  const hasTimeZone = saved || lockedSettings().timeZone !== null
  const steps: OpeningStep[] = [
    {
      name: 'Address and opening hours',
      says: hasAddress
        ? `${club.company}, as entered.`
        : 'Without them visitors find neither you nor your door.',
      done: hasAddress,
      to: '/dashboard/club',
    },
    {
      name: 'Time zone',
      says: hasTimeZone
        ? `${club.timeZone}.`
        : `Every hour is shown by the clock of ${club.timeZone} so far.`,
      done: hasTimeZone,
      to: '/dashboard/club',
    },
    {
      name: 'Mail',
      says: settings.smtpUrl
        ? 'Letters are handed over.'
        : 'SMTP_URL is not set where the club runs: no letter leaves.',
      done: settings.smtpUrl !== null,
      to: null,
    },
    {
      name: 'Cards or cash',
      says:
        cards.name !== 'none'
          ? 'Stripe is connected.'
          : payAtDesk
            ? 'Members pay at the desk.'
            : 'The keys of Stripe are not set where the club runs, and nobody may pay at the desk.',
      done: cards.name !== 'none' || payAtDesk,
      to: cards.name === 'none' ? '/dashboard/club' : null,
    },
    {
      name: 'Trainers’ share',
      says:
        saved || lockedSettings().trainerShare !== null
          ? `${share} % of each sale is its trainer’s.`
          : `${share} % of each sale is its trainer’s as long as nobody says another.`,
      done: saved || lockedSettings().trainerShare !== null,
      to: '/dashboard/club',
    },
    {
      name: 'Backups',
      says: backups.isSetUp
        ? backups.isLate
          ? 'None was written yet: see whether BACKUP_DIR can be written to.'
          : 'Written each night.'
        : 'BACKUP_DIR is not set where the club runs: what is lost stays lost.',
      done: backups.isSetUp && !backups.isLate,
      to: backups.isSetUp ? '/dashboard/backups' : null,
    },
    {
      name: 'First trainer',
      says: trainer ? 'Members can book.' : 'They sign up, apply, and you say yes.',
      done: trainer !== undefined,
      to: '/dashboard/appliedTrainers',
    },
  ]
  return steps.every(({ done }) => done) ? [] : steps
}

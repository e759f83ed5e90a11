import { db } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { readBackupStatus } from '#domain/club/backups.server.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { lockedSettings, haveSettingsBeenSaved, readTrainerShare } from '#domain/club/settings.server.ts'
import { acceptsCards } from '#platform/cards/cards.ts'
import { settings } from '#platform/settings/env.ts'

export type SetupStep = {
  name: string
  /** What is set, or what is missing and why it matters. */
  description: string
  done: boolean
  /** Page where an admin does it; null if it is set in the environment. */
  to: string | null
}

/** Sections of Club Settings, by their anchors. */
const settingsLinks = {
  club: '/dashboard/club#the-club',
  hours: '/dashboard/club#opening-hours',
  timeZone: '/dashboard/club#time-zone',
  money: '/dashboard/club#money',
}

/**
 * Lists the steps that a real club still needs before it opens, in order. Empty when all are done, and in
 * the demo club. Admins only.
 */
export async function listSetupSteps(actor: Actor): Promise<SetupStep[]> {
  requireRole(actor, 'admin')
  const [club, saved, trainer, backups, payAtDesk, share] = await Promise.all([
    clubFacts(),
    haveSettingsBeenSaved(),
    db.selectFrom('trainers').select('id').where('retiredAt', 'is', null).limit(1).executeTakeFirst(),
    readBackupStatus(actor),
    deskIsOpen(),
    readTrainerShare(),
  ])
  if (club.demo) return []
  const missing = [
    club.company === '' && 'the company',
    club.address === '' && 'the address',
    club.opening === '' && 'the opening hours',
  ].filter((what) => what !== false)
  const hasTimeZone = saved || lockedSettings().timeZone !== null
  const steps: SetupStep[] = [
    {
      name: 'Address and opening hours',
      description:
        missing.length === 0
          ? `${club.company}, as entered.`
          : `Nobody has entered ${missing.join(', ')}: visitors find neither you nor your door.`,
      done: missing.length === 0,
      to: club.company === '' || club.address === '' ? settingsLinks.club : settingsLinks.hours,
    },
    {
      name: 'Time zone',
      description: hasTimeZone
        ? `${club.timeZone}.`
        : `Every hour is shown by the clock of ${club.timeZone} so far.`,
      done: hasTimeZone,
      to: settingsLinks.timeZone,
    },
    {
      name: 'Mail',
      description: settings.smtpUrl
        ? 'Letters are handed over.'
        : 'SMTP_URL is not set where the club runs: no letter leaves.',
      done: settings.smtpUrl !== null,
      to: null,
    },
    {
      name: 'Cards or cash',
      description: acceptsCards()
        ? 'Stripe is connected.'
        : payAtDesk
          ? 'Members pay at the desk.'
          : 'The keys of Stripe are not set where the club runs, and nobody may pay at the desk.',
      done: acceptsCards() || payAtDesk,
      to: acceptsCards() ? null : settingsLinks.money,
    },
    {
      name: 'Trainers’ share',
      description:
        saved || lockedSettings().trainerShare !== null
          ? `${share} % of each sale is its trainer’s.`
          : `${share} % of each sale is its trainer’s as long as nobody says another.`,
      done: saved || lockedSettings().trainerShare !== null,
      to: settingsLinks.money,
    },
    {
      name: 'Backups',
      description: backups.isSetUp
        ? backups.isLate
          ? 'None was written yet; the first comes within a quarter of an hour of the start, or the page Backups says where and the log why not.'
          : 'Written each night.'
        : 'BACKUP_DIR is not set where the club runs: what is lost stays lost.',
      done: backups.isSetUp && !backups.isLate,
      to: backups.isSetUp ? '/dashboard/backups' : null,
    },
    {
      name: 'First trainer',
      description: trainer
        ? 'Members can book.'
        : `Send them to ${settings.publicUrl}/beTrainer: they sign up, apply there, and you say yes.`,
      done: trainer !== undefined,
      to: '/dashboard/appliedTrainers',
    },
  ]
  return steps.every(({ done }) => done) ? [] : steps
}

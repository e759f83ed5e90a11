import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { readBackupStatus } from '#domain/club/nightly-backup.server.ts'
import { lockedSettings, readSavedSettings, readTrainerShare } from '#domain/club/settings.server.ts'
import { t } from '#messages/t.ts'
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
  hours: '/dashboard/club?tab=hours',
  timeZone: '/dashboard/club#time-zone',
  money: '/dashboard/club?tab=money',
  firstPage: '/dashboard/club?tab=firstPage',
}

/**
 * Lists the steps that a real club still needs before it opens: first those to do. Empty when all are done, and in
 * the demo club. Admins only.
 */
export async function listSetupSteps(actor: Actor): Promise<SetupStep[]> {
  requirePermission(actor, 'club.settings')
  const [club, saved, trainer, backups, payAtDesk, share] = await Promise.all([
    clubFacts(),
    readSavedSettings(),
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
  const hasTimeZone = saved.settings || lockedSettings().timeZone !== null
  const steps: SetupStep[] = [
    {
      name: 'Address and opening hours',
      description:
        missing.length === 0
          ? `${club.company}, as entered.`
          : `Still missing: ${missing.join(', ')}. Visitors can’t find you yet.`,
      done: missing.length === 0,
      to: club.company === '' || club.address === '' ? settingsLinks.club : settingsLinks.hours,
    },
    {
      name: 'First trainer',
      description: trainer
        ? 'Members can book.'
        : `Send them to ${settings.publicUrl}/beTrainer: they sign up and apply, and you approve.`,
      done: trainer !== undefined,
      to: '/dashboard/appliedTrainers',
    },
    {
      name: 'Cards or cash',
      description: acceptsCards()
        ? 'Stripe is connected.'
        : payAtDesk
          ? 'Members pay at the desk.'
          : 'Stripe’s keys aren’t set on the server, and paying at the desk isn’t allowed.',
      done: acceptsCards() || payAtDesk,
      to: acceptsCards() ? null : settingsLinks.money,
    },
    {
      name: 'Trainers’ share',
      description:
        saved.settings || lockedSettings().trainerShare !== null
          ? `Trainers get ${share}% of each sale.`
          : `Trainers get ${share}% of each sale until you set another share.`,
      done: saved.settings || lockedSettings().trainerShare !== null,
      to: settingsLinks.money,
    },
    {
      name: t('setup.firstPage'),
      description: saved.firstPage ? t('setup.firstPage.done') : t('setup.firstPage.open'),
      done: saved.firstPage,
      to: settingsLinks.firstPage,
    },
    {
      name: 'Mail',
      description: settings.smtpUrl
        ? 'Emails are being delivered.'
        : 'SMTP_URL isn’t set on the server, so no emails are sent.',
      done: settings.smtpUrl !== null,
      to: '/dashboard/mail',
    },
    {
      name: 'Time zone',
      description: hasTimeZone ? `${club.timeZone}.` : `For now, all times are those of ${club.timeZone}.`,
      done: hasTimeZone,
      to: settingsLinks.timeZone,
    },
    {
      name: 'Backups',
      description: backups.isSetUp
        ? backups.isLate
          ? 'There is none yet. The first is written within 15 minutes of the start; if not, the Backups page shows where it failed and the log why.'
          : 'Written every night.'
        : 'BACKUP_DIR isn’t set on the server, so lost data can’t be restored.',
      done: backups.isSetUp && !backups.isLate,
      to: backups.isSetUp ? '/dashboard/backups' : null,
    },
  ]
  const toDo = steps.filter(({ done }) => !done)
  return toDo.length === 0 ? [] : [...toDo, ...steps.filter(({ done }) => done)]
}

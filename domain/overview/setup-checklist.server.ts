import { requirePermission, type Actor } from '#domain/actor.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { readBackupStatus } from '#domain/club/nightly-backup.server.ts'
import { lockedSettings, readSavedSettings, readTrainerShare } from '#domain/club/settings.server.ts'
import { hasTrainers } from '#domain/trainers/trainers.server.ts'
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
  /** The words of the button that leads there. */
  action: string
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
  const [club, saved, hasTrainer, backups, payAtDesk, share] = await Promise.all([
    clubFacts(),
    readSavedSettings(),
    hasTrainers(),
    readBackupStatus(actor),
    deskIsOpen(),
    readTrainerShare(),
  ])
  if (club.demo) return []
  const missing = [
    club.company === '' && t('setup.missing.company'),
    club.address === '' && t('setup.missing.address'),
    club.opening === '' && t('setup.missing.hours'),
  ].filter((what) => what !== false)
  const lacksAddress = club.company === '' || club.address === ''
  const hasTimeZone = saved.settings || lockedSettings().timeZone !== null
  const steps: SetupStep[] = [
    {
      name: t('setup.address'),
      description:
        missing.length === 0
          ? t('setup.address.done', { company: club.company })
          : t('setup.address.open', { missing: missing.join(', ') }),
      done: missing.length === 0,
      to: lacksAddress ? settingsLinks.club : settingsLinks.hours,
      action: lacksAddress ? t('setup.address.act') : t('setup.hours.act'),
    },
    {
      name: t('setup.trainer'),
      description: hasTrainer
        ? t('setup.trainer.done')
        : t('setup.trainer.open', { address: `${settings.publicUrl}/beTrainer` }),
      done: hasTrainer,
      to: '/dashboard/appliedTrainers',
      action: t('setup.trainer.act'),
    },
    {
      name: t('setup.cards'),
      description: acceptsCards()
        ? t('setup.cards.stripe')
        : payAtDesk
          ? t('setup.cards.desk')
          : t('setup.cards.open'),
      done: acceptsCards() || payAtDesk,
      to: acceptsCards() ? null : settingsLinks.money,
      action: t('setup.cards.act'),
    },
    {
      name: t('moneySettings.trainersShare'),
      description:
        saved.settings || lockedSettings().trainerShare !== null
          ? t('setup.share.done', { share })
          : t('setup.share.open', { share }),
      done: saved.settings || lockedSettings().trainerShare !== null,
      to: settingsLinks.money,
      action: t('setup.share.act'),
    },
    {
      name: t('setup.firstPage'),
      description: saved.firstPage ? t('setup.firstPage.done') : t('setup.firstPage.open'),
      done: saved.firstPage,
      to: settingsLinks.firstPage,
      action: t('setup.firstPage.act'),
    },
    {
      name: t('setup.mail'),
      description: settings.smtpUrl ? t('setup.mail.done') : t('setup.mail.open'),
      done: settings.smtpUrl !== null,
      to: '/dashboard/mail',
      action: t('setup.mail.act'),
    },
    {
      name: t('setup.timeZone'),
      description: hasTimeZone ? `${club.timeZone}.` : t('setup.timeZone.open', { timeZone: club.timeZone }),
      done: hasTimeZone,
      to: settingsLinks.timeZone,
      action: t('setup.timeZone.act'),
    },
    {
      name: t('setup.backups'),
      description: backups.isSetUp
        ? backups.isLate
          ? t('setup.backups.late')
          : t('setup.backups.done')
        : t('setup.backups.open'),
      done: backups.isSetUp && !backups.isLate,
      to: backups.isSetUp ? '/dashboard/backups' : null,
      action: t('setup.backups.act'),
    },
  ]
  const toDo = steps.filter(({ done }) => !done)
  return toDo.length === 0 ? [] : [...toDo, ...steps.filter(({ done }) => done)]
}

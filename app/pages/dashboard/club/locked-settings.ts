import { t } from '#messages/t.ts'

/** Settings from environment variables; null for those that the settings page can change. */
export type LockedSettings = {
  name: string | null
  timeZone: string | null
  currency: string | null
  language: string | null
  trainerShare: number | null
}

export const lockedByVariable = (variable: string) => t('lockedSettings.setOnTheServer', { variable })

import { t } from '#messages/t.ts'

/** The tabs of the club's settings; each saves its own fields. */
export const settingsTabs = [
  {
    id: 'club',
    get name() {
      return t('settingsTabs.theClub')
    },
  },
  {
    id: 'hours',
    get name() {
      return t('settingsTabs.openingHours')
    },
  },
  {
    id: 'money',
    get name() {
      return t('settingsTabs.money')
    },
  },
  {
    id: 'firstPage',
    get name() {
      return t('settingsTabs.firstPage')
    },
  },
  {
    id: 'pictures',
    get name() {
      return t('settingsTabs.pictures')
    },
  },
  {
    id: 'otherPages',
    get name() {
      return t('settingsTabs.otherPages')
    },
  },
] as const

export type SettingsTab = (typeof settingsTabs)[number]['id']

/** Returns the tab of an address such as `?tab=money`; the first one without or with an unknown one. */
export const settingsTabOf = (search: URLSearchParams): SettingsTab =>
  settingsTabs.find(({ id }) => id === search.get('tab'))?.id ?? 'club'

/** Returns the address of a tab. */
export const settingsTabUrl = (tab: SettingsTab): string =>
  tab === 'club' ? '/dashboard/club' : `/dashboard/club?tab=${tab}`

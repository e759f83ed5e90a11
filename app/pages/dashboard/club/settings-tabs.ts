/** The tabs of the club's settings; each saves its own fields. */
export const settingsTabs = [
  { id: 'club', name: 'The club' },
  { id: 'hours', name: 'Opening hours' },
  { id: 'money', name: 'Money' },
  { id: 'firstPage', name: 'First page' },
  { id: 'otherPages', name: 'Other pages' },
] as const

export type SettingsTab = (typeof settingsTabs)[number]['id']

/** Returns the tab of an address such as `?tab=money`; the first one without or with an unknown one. */
export const settingsTabOf = (search: URLSearchParams): SettingsTab =>
  settingsTabs.find(({ id }) => id === search.get('tab'))?.id ?? 'club'

/** Returns the address of a tab. */
export const settingsTabUrl = (tab: SettingsTab): string =>
  tab === 'club' ? '/dashboard/club' : `/dashboard/club?tab=${tab}`

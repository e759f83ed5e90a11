import type { Role } from '#db/tables.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import type { Access } from '#domain/permissions.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'

export type { Role }

/** The person who is looking at the page. */
export type Viewer = Access & {
  /** Id of the account whose pages are shown. */
  id: string
  name: string
  email: string
  portrait: Portrait | null
  /** Id of this member if a guardian acts for them. */
  actedFor?: string | null
}

/** The stored theme; null means that of the operating system. */
export type Theme = 'light' | 'dark' | null

export type LayoutProps = { viewer: Viewer | null; club: ClubFacts; theme: Theme; path: string }

/** Name of what a person is at the club: an office duty, or the role. */
export const holderName = ({ role, duty }: Access): string =>
  duty === 'reception' && role !== 'admin' ? t('viewer.reception') : roleNames[role]

export const roleNames: Record<Role, string> = {
  get admin() {
    return t('viewer.admin')
  },
  get trainer() {
    return t('viewer.trainer')
  },
  get member() {
    return t('viewer.member')
  },
  get applied() {
    return t('viewer.applied')
  },
}

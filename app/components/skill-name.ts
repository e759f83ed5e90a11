import { skills } from '#copy/account.ts'
import { t } from '#messages/t.ts'

/** In the order of `skills`. */
const names = [
  () => t('skill.adaptability'),
  () => t('skill.exercidePhysiology'),
  () => t('skill.injuryPreventionKnowledge'),
  () => t('skill.timeManagement'),
  () => t('skill.patience'),
]

/** Returns the name of a skill in the reader’s language; one that a trainer named is as they wrote it. */
export const skillName = (skill: string): string =>
  names[skills.findIndex((known) => known === skill)]?.() ?? skill

import type { skills } from '#copy/account.ts'
import { t } from '#messages/t.ts'

/** The name of a skill in the reader’s language; one that a trainer named is as they wrote it. */
export function skillName(skill: string): string {
  const names: Record<(typeof skills)[number], () => string> = {
    Adaptability: () => t('skill.adaptability'),
    'Exercide Physiology': () => t('skill.exercidePhysiology'),
    'Injury Prevention Knowledge': () => t('skill.injuryPreventionKnowledge'),
    'Time Management': () => t('skill.timeManagement'),
    Patience: () => t('skill.patience'),
  }
  return Object.hasOwn(names, skill) ? names[skill as keyof typeof names]() : skill
}

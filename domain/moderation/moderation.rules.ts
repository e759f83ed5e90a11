import { t } from '#messages/t.ts'

/** Reasons to report or to take down a post or a class. */
export const reportReasons = [
  'Someone in it did not agree',
  'Not true',
  'Advertising',
  'Unkind',
  'Something else',
] as const

/** Returns a reason in the language of the page; posts keep the English one. */
export const reasonName = (reason: (typeof reportReasons)[number]): string =>
  ({
    'Someone in it did not agree': t('report.disagreed'),
    'Not true': t('report.untrue'),
    Advertising: t('report.advertising'),
    Unkind: t('report.unkind'),
    'Something else': t('report.other'),
  })[reason]

/** Reports of one person within 24 hours. */
export const maxReportsPerDay = 10

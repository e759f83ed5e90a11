import type { Notified } from '#domain/mail/change-notices.rules.ts'
import { formatList } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** `notice`, which announces an email; in a club that sends no mail, `instead`. */
export const mailNotice = (hasMail: boolean, notice: string, instead = t('mailNotice.tellThemYourself')) =>
  hasMail ? notice : t('mailNotice.thisClubSendsNo', { instead })

const maxNames = 4

/**
 * `notice`, which announces an email about a change; for people whose address the mail server refuses, and in a club
 * that sends no mail, `instead`.
 */
export function changeNotice(
  hasMail: boolean,
  { mailed, notMailed }: Notified,
  notice: string,
  instead = t('mailNotice.tellThemYourself'),
): string {
  if (!hasMail || notMailed.length === 0) return mailNotice(hasMail, notice, instead)
  const others = notMailed.length - maxNames
  const names = others > 0 ? [...notMailed.slice(0, maxNames), t('mailNotice.more', { others })] : notMailed
  const refused = t('mailNotice.theMailServerRefuses', { names: formatList(names), instead })
  return mailed > 0 ? t('mailNotice.everyoneElseGetsAn', { refused }) : refused
}

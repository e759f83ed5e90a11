import { formatLongDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

/** `We open on 11 January 2027.`, or soon. */
export const openingNotice = (opensOn: string): string =>
  opensOn === 'soon' ? t('opening.soon') : t('opening.ribbon', { day: formatLongDate(opensOn, 'UTC') })

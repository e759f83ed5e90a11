import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const googleSwitched = defineLetter({
  name: 'google-switched',
  kind: 'account',
  compose: (
    { isConnected, switchedAt }: { isConnected: boolean; switchedAt: Date },
    { firstName, timeZone },
  ) => {
    const since = `${formatDate(switchedAt, timeZone)}, ${formatTime(switchedAt, timeZone)}`
    const what = isConnected ? t('letter.googleWasConnected') : t('letter.googleWasDisconnected')
    return {
      subject: what,
      topic: t('navigation.yourAccount'),
      heading: what,
      paragraphs: [
        isConnected
          ? t('letter.helloSinceYouCan', { firstName, since })
          : t('letter.helloSinceYouSign', { firstName, since }),
      ],
      button: { label: t('letter.itWasntMe'), path: '/forgottenPassword', isQuiet: true },
      closing: [t('letter.notYouSetA')],
      footnote: t('letter.account.footnote'),
    }
  },
  example: { isConnected: true, switchedAt: new Date('2026-11-21T16:45:00Z') },
})

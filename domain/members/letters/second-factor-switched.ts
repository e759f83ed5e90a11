import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const secondFactorSwitched = defineLetter({
  name: 'second-factor-switched',
  kind: 'account',
  compose: ({ isOn, switchedAt }: { isOn: boolean; switchedAt: Date }, { firstName, timeZone }) => {
    const since = `${formatDate(switchedAt, timeZone)}, ${formatTime(switchedAt, timeZone)}`
    return {
      subject: isOn ? t('letter.yourSecondFactorIs') : t('letter.yourSecondFactorIsOff'),
      topic: t('navigation.yourAccount'),
      heading: isOn ? t('letter.yourSecondFactorIs') : t('letter.yourSecondFactorIsOff'),
      paragraphs: [
        isOn
          ? t('letter.helloSinceSigningIn', { firstName, since })
          : t('letter.helloSinceSigningInNo', { firstName, since }),
      ],
      button: { label: t('letter.itWasntMe'), path: '/forgottenPassword', isQuiet: true },
      closing: [t('letter.notYouSetANewPassword')],
      footnote: t('letter.weAlwaysSendEmailsAboutYour'),
    }
  },
  example: { isOn: true, switchedAt: new Date('2026-11-21T16:45:00Z') },
})

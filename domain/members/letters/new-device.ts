import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

export const newDevice = defineLetter({
  name: 'new-device',
  kind: 'account',
  compose: ({ device, signedInAt }: { device: string; signedInAt: Date }, { firstName, timeZone }) => ({
    subject: t('letter.newSignInTo'),
    topic: t('navigation.yourAccount'),
    heading: t('letter.aNewDevice'),
    paragraphs: [t('letter.helloSomeoneSignedIn', { firstName })],
    details: [
      { name: t('letter.browser'), value: device },
      {
        name: t('letter.when'),
        value: `${formatDate(signedInAt, timeZone)}, ${formatTime(signedInAt, timeZone)}`,
      },
    ],
    button: { label: t('letter.itWasntMe'), path: '/forgottenPassword', isQuiet: true },
    closing: [t('letter.notYouSetA')],
    footnote: t('letter.adminsAndTrainersAlways'),
  }),
  example: { device: 'Firefox on Linux', signedInAt: new Date('2026-11-21T16:45:00Z') },
})

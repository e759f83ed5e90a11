import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

export const secondFactorSwitched = defineLetter({
  name: 'second-factor-switched',
  kind: 'account',
  compose: ({ isOn, switchedAt }: { isOn: boolean; switchedAt: Date }, { firstName, timeZone }) => {
    const since = `${formatDate(switchedAt, timeZone)}, ${formatTime(switchedAt, timeZone)}`
    return {
      subject: `Your second factor is ${isOn ? 'on' : 'off'}`,
      topic: 'Your account',
      heading: `Your second factor is ${isOn ? 'on' : 'off'}`,
      paragraphs: [
        isOn
          ? `Hello ${firstName}, since ${since} signing in asks for a code of your app as well. Keep your recovery codes where you find them without your phone: each opens your account once.`
          : `Hello ${firstName}, since ${since} signing in asks for no code any more.`,
      ],
      button: { label: 'It was not me', path: '/forgottenPassword', isQuiet: true },
      closing: ['Not you? Set a new password at once, and tell the desk.'],
      footnote: 'Letters about your account are always sent. We never ask for a code in one.',
    }
  },
  example: { isOn: true, switchedAt: new Date('2026-11-21T16:45:00Z') },
})

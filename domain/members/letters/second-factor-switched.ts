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
          ? `Hello ${firstName}, since ${since} signing in also asks for a code from your app. Keep your recovery codes somewhere you can find without your phone: each opens your account once.`
          : `Hello ${firstName}, since ${since} signing in no longer asks for a code.`,
      ],
      button: { label: 'It wasn’t me', path: '/forgottenPassword', isQuiet: true },
      closing: ['Not you? Set a new password right away, and tell the desk.'],
      footnote: 'We always send emails about your account, and never ask for a code in one.',
    }
  },
  example: { isOn: true, switchedAt: new Date('2026-11-21T16:45:00Z') },
})

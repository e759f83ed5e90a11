import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

export const googleSwitched = defineLetter({
  name: 'google-switched',
  kind: 'account',
  compose: (
    { isConnected, switchedAt }: { isConnected: boolean; switchedAt: Date },
    { firstName, timeZone },
  ) => {
    const since = `${formatDate(switchedAt, timeZone)}, ${formatTime(switchedAt, timeZone)}`
    const what = `Google was ${isConnected ? 'connected' : 'disconnected'}`
    return {
      subject: what,
      topic: 'Your account',
      heading: what,
      paragraphs: [
        isConnected
          ? `Hello ${firstName}, since ${since} you can also sign in with the Google account of this address.`
          : `Hello ${firstName}, since ${since} you sign in with your password only.`,
      ],
      button: { label: 'It wasn’t me', path: '/forgottenPassword', isQuiet: true },
      closing: ['Not you? Set a new password right away: it signs out every device.'],
      footnote: 'We always send emails about your account, and never ask for your password in one.',
    }
  },
  example: { isConnected: true, switchedAt: new Date('2026-11-21T16:45:00Z') },
})

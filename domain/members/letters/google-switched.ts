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
          ? `Hello ${firstName}, since ${since} the Google account with this address opens your account too.`
          : `Hello ${firstName}, since ${since} only your password opens your account.`,
      ],
      button: { label: 'It was not me', path: '/forgottenPassword', isQuiet: true },
      closing: ['Not you? Set a new password at once: every device is signed out with that.'],
      footnote: 'Letters about your account are always sent. We never ask for your password in one.',
    }
  },
  example: { isConnected: true, switchedAt: new Date('2026-11-21T16:45:00Z') },
})

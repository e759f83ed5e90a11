import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

export const newDevice = defineLetter({
  name: 'new-device',
  kind: 'account',
  compose: ({ device, signedInAt }: { device: string; signedInAt: Date }, { firstName, timeZone }) => ({
    subject: 'New sign-in to your account',
    topic: 'Your account',
    heading: 'A new device',
    paragraphs: [
      `Hello ${firstName}, someone signed in to your account in a browser we haven’t seen before. If it was you, all is well.`,
    ],
    details: [
      { name: 'Browser', value: device },
      { name: 'When', value: `${formatDate(signedInAt, timeZone)}, ${formatTime(signedInAt, timeZone)}` },
    ],
    button: { label: 'It wasn’t me', path: '/forgottenPassword', isQuiet: true },
    closing: ['Not you? Set a new password right away: it signs out every device.'],
    footnote: 'Admins and trainers always get this email, because they can see other people’s data.',
  }),
  example: { device: 'Firefox on Linux', signedInAt: new Date('2026-11-21T16:45:00Z') },
})

import { settings } from '#platform/settings/env.ts'
import { demoPassword, demoEmails } from '#sign-in/demo/demo-accounts.rules.ts'

type Banner = { isDemo: boolean; port: number; clubName: string; firstAdminNotice: string | null }

/** Prints the club's address and, in the demo club, the accounts. */
export function printBanner(
  say: (line: string) => void,
  { isDemo, port, clubName, firstAdminNotice }: Banner,
): void {
  const address = settings.port === 0 ? `http://${settings.host}:${port}` : settings.publicUrl
  say('')
  say(`${clubName} is open: ${address}`)
  if (isDemo) {
    say('')
    say(`This is the demo club: no card is ever charged. Sign in with the password ${demoPassword} as`)
    for (const email of demoEmails) say(`  ${email}`)
    say('or choose a person on the sign-in page.')
  }
  if (!settings.rateLimits)
    say('Warning: RATE_LIMITS=off lifts every limit; use it for tests and measurements only.')
  if (!isDemo && settings.smtpUrl === null)
    say(
      'Warning: without SMTP_URL nobody gets a letter, so that a forgotten password is a matter for the desk. Letters\n' +
        'lie in DATA_DIR/mail for a week.',
    )
  if (settings.secure && !settings.trustProxy)
    say(
      'Warning: TRUST_PROXY=off takes everybody behind your https proxy for one address, so that one person’s wrong\n' +
        'passwords lock all others out. Set TRUST_PROXY=on; docs/deploying.md shows what the proxy must send.',
    )
  say('')
  say('Ctrl-C stops it.')
  if (firstAdminNotice !== null) say(`\n${firstAdminNotice}`)
}

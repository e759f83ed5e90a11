import { expect, test, vi } from 'vitest'

/** What an operator reads when the club has started with these settings. */
async function greetingWith(variables: Record<string, string>): Promise<string> {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { printBanner } = await import('./startup-banner.ts')
  const lines: string[] = []
  const banner = { isDemo: false, port: 3000, clubName: 'Palestra', firstAdminNotice: null }
  printBanner((line) => lines.push(line), banner)
  vi.unstubAllEnvs()
  return lines.join('\n')
}

test('an https club that takes its proxy for everybody is warned of it', async () => {
  const https = { PUBLIC_URL: 'https://club.example' }
  expect(await greetingWith(https)).toContain('Set TRUST_PROXY=on; docs/deploying.md shows')
  expect(await greetingWith({ ...https, TRUST_PROXY: 'on' })).not.toContain('TRUST_PROXY')
  expect(await greetingWith({})).not.toContain('TRUST_PROXY')
})

test('a real club that cannot send letters is told so', async () => {
  const sending = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'hello@club.example' }
  expect(await greetingWith({})).toContain('without SMTP_URL nobody gets a letter')
  expect(await greetingWith(sending)).not.toContain('SMTP_URL')
})

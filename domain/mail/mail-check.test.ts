import { afterEach, describe, expect, test } from 'vitest'
import { visitor } from '#domain/actor.ts'
import { classifyMailError, mailToServer, setMail } from '#platform/mail.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { mailSettingsFor, startSmtpDouble, type SmtpStage } from '#tests/smtp-double.ts'
import { checkMailServer, readMailSetup, sendTestEmail } from './mail-check.server.ts'
import { mailFaultSentences } from './mail-fault-wording.ts'

useDatabase()

let close = async () => {}
afterEach(() => close())

async function openServer(refuse: (address: string, stage: SmtpStage) => string | null = () => null) {
  const server = await startSmtpDouble({ refuse })
  const mail = mailSettingsFor(server.smtpUrl)
  setMail(mail)
  close = async () => {
    mail.close()
    await server.close()
  }
  return server
}

describe('a test email', () => {
  test('goes to the admin who asks for it, at once', async () => {
    const server = await openServer()
    const admin = await createAdmin()
    expect(await sendTestEmail(admin)).toBeNull()
    const [letter] = await server.letters()
    expect(letter).toMatchObject({ to: [{ address: admin.email }], subject: 'Test email of Palestra' })
  })

  test.each([
    ['MAIL', '550 5.1.8 Sender address rejected: Domain not found.', 'sender'],
    ['MAIL', '553 5.7.1 Sender address rejected: not owned by user.', 'sender'],
    ['RCPT', '550 5.1.1 No such user here.', 'recipient'],
    ['RCPT', '550 relay not permitted', 'recipient-unclear'],
    ['RCPT', '554 5.7.1 Relay access denied.', 'policy'],
    ['RCPT', '530 5.7.0 Authentication required.', 'login'],
    ['DATA', '554 Message rejected as spam.', 'policy'],
    ['DATA', '552 5.3.4 Message too big.', 'other'],
    ['RCPT', '451 4.3.0 Try again later.', 'later'],
  ] as const)('refused at %s with “%s” names the fault', async (stage, reply, fault) => {
    await openServer((_, at) => (at === stage ? reply : null))
    expect(await sendTestEmail(await createAdmin())).toEqual({ fault, reply })
    expect(mailFaultSentences[fault]).toMatch(/\.$/)
  })

  test('without a server that responds names the fault', async () => {
    const server = await openServer()
    await server.close()
    expect(await sendTestEmail(await createAdmin())).toEqual({
      fault: 'no-connection',
      reply: expect.stringContaining('ECONNREFUSED') as string,
    })
    setMail(
      mailToServer({
        smtpUrl: 'smtps://club:secret@no-such-host.invalid',
        mailFrom: 'hello@club.example',
        publicUrl: 'http://localhost:3000',
        folder: '',
      }),
    )
    expect(await sendTestEmail(await createAdmin())).toMatchObject({ fault: 'unknown-host' })
  })

  test('is for admins only, like the settings and their check', async () => {
    await openServer()
    for (const [actor, code] of [
      [visitor, 'unauthenticated'],
      [await createMember(), 'forbidden'],
    ] as const) {
      expect((await rejectionOf(sendTestEmail(actor))).code).toBe(code)
      expect((await rejectionOf(checkMailServer(actor))).code).toBe(code)
      expect(() => readMailSetup(actor)).toThrow()
    }
  })
})

test.each([
  [{ code: 'EAUTH', response: '535 5.7.8 Bad credentials', responseCode: 535 }, 'login'],
  [{ code: 'ETLS', message: 'Error upgrading connection' }, 'no-encryption'],
  [{ code: 'ESOCKET', message: 'self-signed certificate' }, 'no-encryption'],
  [{ code: 'ETIMEDOUT', message: 'Greeting never received' }, 'no-connection'],
  [new TypeError('x is not a function'), 'other'],
])('an error %j of the mail server is of the kind %s', (error, fault) => {
  expect(classifyMailError(Object.assign(new Error(), error)).fault).toBe(fault)
})

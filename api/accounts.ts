import { z } from 'zod'
import { issueToken } from '../domain/accounts/actor.server.ts'
import { emailAddress } from '../domain/accounts/accounts.input.ts'
import { defineCall } from './contract.ts'
import { exampleMemberEmail } from './examples.ts'

export const accountCalls = [
  defineCall({
    method: 'POST',
    path: '/jwt',
    name: 'issueToken',
    group: 'People',
    summary: 'A bearer token for your own address',
    notes:
      'For whoever is signed in by cookie. It lives 10 minutes, and dies with the session and with a change of role. All other calls accept it as ‘Authorization: Bearer …’. Somebody else’s address: 403.',
    access: 'signed in',
    cookieOnly: true,
    leavesMembership: true,
    body: z.object({ email: emailAddress.meta({ format: 'email', maxLength: 254 }) }),
    answer: z.strictObject({ token: z.string() }),
    refusals: [403],
    example: {
      body: { email: exampleMemberEmail },
      answer: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI…' },
    },
    operation: 'issueToken',
    handle: async ({ actor, body: { email } }) => ({ token: await issueToken(actor, email) }),
  }),
]

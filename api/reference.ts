import type { Hono } from 'hono'
import { clubFacts } from '#domain/club/club.server.ts'
import { addCalls } from './calls.ts'
import { answerRead } from './caching.ts'
import type { CallDefinition } from './contract.ts'
import { describeContract } from './openapi.ts'
import { referencePage } from './reference-page.ts'
import type { ClubEnv } from './request.ts'

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Adds what documents the contract: /openapi.json for programs and /docs for people. */
export function addReference(api: Hono<ClubEnv>, contract: readonly CallDefinition[]): void {
  // made when first asked for, and again once the club has another name
  let made: { for: string; document: string; page: string } | null = null
  const make = async () => {
    const club = await clubFacts()
    if (made?.for === club.name) return made
    const described = describeContract(contract, club)
    const document = JSON.stringify(described, null, 1)
    return (made = { for: club.name, document, page: referencePage(contract, described, club.name) })
  }
  addCalls(api, '/openapi.json', {
    GET: async () => answerRead((await make()).document, {}, true),
  })
  addCalls(api, '/docs', {
    GET: async () =>
      answerRead(
        (await make()).page,
        { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
        true,
      ),
  })
}

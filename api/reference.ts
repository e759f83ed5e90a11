import type { Hono } from 'hono'
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
  // made when first asked for, since the club's own address is known only then
  let made: { document: string; page: string } | null = null
  const make = () => {
    const described = describeContract(contract)
    return { document: JSON.stringify(described, null, 1), page: referencePage(contract, described) }
  }
  addCalls(api, '/openapi.json', {
    GET: async () => answerRead((made ??= make()).document, {}, true),
  })
  addCalls(api, '/docs', {
    GET: async () =>
      answerRead(
        (made ??= make()).page,
        { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
        true,
      ),
  })
}

import type { Hono } from 'hono'
import type { ClubEnv } from '#api/context.ts'
import type { Contract } from '#api/contract.ts'
import { jsonReadResponse } from '#api/etag.ts'
import { addRoute } from '#api/router.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { describeContract } from './openapi.ts'
import { renderReferencePage } from './page.ts'

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Adds the documentation of a contract: openapi.json, and docs, which link to the club's other contracts.
 */
export function mountReference(api: Hono<ClubEnv>, contract: Contract, others: readonly Contract[]): void {
  // rendered on first use, and again after a change of the club's name
  let made: { for: string; document: string; page: string } | null = null
  const make = async () => {
    const club = await clubFacts()
    if (made?.for === club.name) return made
    const described = describeContract(contract, club)
    const document = JSON.stringify(described, null, 1)
    return (made = {
      for: club.name,
      document,
      page: renderReferencePage(contract, others, described, club.name),
    })
  }
  addRoute(api, `${contract.referencePath}/openapi.json`, {
    GET: async () => jsonReadResponse((await make()).document, {}, true),
  })
  addRoute(api, `${contract.referencePath}/docs`, {
    GET: async () =>
      jsonReadResponse(
        (await make()).page,
        { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': contentSecurityPolicy },
        true,
      ),
  })
}

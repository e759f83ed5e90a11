import { Hono } from 'hono'
import { settings } from '#platform/settings/env.ts'
import type { ClubEnv } from './context.ts'
import type { Contract } from './contract.ts'
import { dataOnlyPolicy, cors } from './cors-and-csp.ts'
import { withEtag } from './etag.ts'
import { pictureCalls } from './pictures.ts'
import { routeNotFound, toProblemResponse } from './problem-details.ts'
import { mountReference } from './reference/routes.ts'
import { mountContract } from './router.ts'
import { accountCalls } from './v0/accounts.ts'
import { bookingCalls } from './v0/bookings.ts'
import { classCalls } from './v0/classes.ts'
import { forumCalls } from './v0/forum.ts'
import { galleryCalls } from './v0/gallery.ts'
import { newsletterCalls } from './v0/newsletter.ts'
import { paymentCalls } from './v0/payments.ts'
import { trainerCalls } from './v0/trainers.ts'
import { weekContract } from './v1/index.ts'
import { presentErrorFacts } from './wire.ts'

/** The agreed contract, with its own field names. README.md in this folder lists all calls. */
const originalContract: Contract = {
  calls: [
    ...accountCalls,
    ...trainerCalls,
    ...classCalls,
    ...bookingCalls,
    ...paymentCalls,
    ...forumCalls,
    ...galleryCalls,
    ...newsletterCalls,
    ...pictureCalls,
  ],
  title: 'API',
  introduction: `Prices are in whole units of money. Dates are day/month/year with a zero-based month; createdAt is the same time in ISO 8601. Responses may gain fields, and never lose any. Refusals are problem details (RFC 9457) with a sentence for people in \`message\`. If several refusals apply, the first of this order counts: 401, 403, 404, 422 (400, 408, 413 and 415 for a body that cannot be read), 409.`,
  referencePath: '',
  presentFacts: presentErrorFacts,
}
export const contracts = [originalContract, weekContract]

/** The calls of all contracts. */
export const allCalls = contracts.flatMap(({ calls }) => calls)

/** The REST contracts under /api. */
export const api = new Hono<ClubEnv>()

api.use(cors(settings.corsOrigins))
api.use(dataOnlyPolicy)
api.use(withEtag)
for (const each of contracts) {
  mountReference(
    api,
    each,
    contracts.filter((other) => other !== each),
  )
  mountContract(api, each)
}
api.all('*', routeNotFound)
api.onError((error, c) => toProblemResponse(c, error))

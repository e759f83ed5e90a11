import { Hono } from 'hono'
import { settings } from '#platform/env.ts'
import { accountCalls } from './accounts.ts'
import { bookingCalls } from './bookings.ts'
import { mountContract } from './calls.ts'
import { withEtag } from './caching.ts'
import { dataOnlyPolicy, cors } from './headers.ts'
import { mountReference } from './reference.ts'
import { classCalls } from './classes.ts'
import type { Contract } from './contract.ts'
import { forumCalls } from './forum.ts'
import { galleryCalls } from './gallery.ts'
import { pictureCalls } from './pictures.ts'
import { newsletterCalls } from './newsletter.ts'
import { paymentCalls } from './payments.ts'
import { routeNotFound, toProblemResponse } from './problem.ts'
import type { ClubEnv } from './request.ts'
import { trainerCalls } from './trainers.ts'
import { weekContract } from './v1/index.ts'
import { presentErrorFacts } from './wire.ts'

/** What clubs agreed on first, in the wire's words; README.md beside this file lists all calls. */
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
  introduction: `Prices are in whole units of money. Dates are day/month/year with a month that counts from 0; createdAt is the same moment in ISO 8601. Answers may gain fields, never lose them. Refusals are problem details (RFC 9457) with the sentence for people in \`message\`. Of several reasons to refuse, the first of these counts: 401, 403, 404, 422 (400, 408, 413 and 415 for a body that cannot be read), 409.`,
  referencePath: '',
  presentFacts: presentErrorFacts,
}
export const contracts = [originalContract, weekContract]

/** Every call that the club answers, whichever contract it is of. */
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

import { Hono } from 'hono'
import { settings } from '#platform/env.ts'
import { accountCalls } from './accounts.ts'
import { bookingCalls } from './bookings.ts'
import { addContract } from './calls.ts'
import { tagged } from './caching.ts'
import { answersAreData, otherSites } from './headers.ts'
import { addReference } from './reference.ts'
import { classCalls } from './classes.ts'
import type { CallDefinition } from './contract.ts'
import { forumCalls } from './forum.ts'
import { galleryCalls } from './gallery.ts'
import { pictureCalls } from './pictures.ts'
import { newsletterCalls } from './newsletter.ts'
import { paymentCalls } from './payments.ts'
import { problem, toProblem } from './problem.ts'
import type { ClubEnv } from './request.ts'
import { trainerCalls } from './trainers.ts'

/** Every call of the contract; README.md beside this file lists them. */
export const contract: readonly CallDefinition[] = [
  ...accountCalls,
  ...trainerCalls,
  ...classCalls,
  ...bookingCalls,
  ...paymentCalls,
  ...forumCalls,
  ...galleryCalls,
  ...newsletterCalls,
  ...pictureCalls,
]

/** The REST contract under /api. */
export const api = new Hono<ClubEnv>()

api.use(otherSites(settings.corsOrigins))
api.use(answersAreData)
api.use(tagged)
addReference(api, contract)
addContract(api, contract)
api.all('*', (c) => problem(c, 404, 'There is no such address in this API.'))
api.onError((error, c) => toProblem(c, error))

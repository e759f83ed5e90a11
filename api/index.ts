import { Hono } from 'hono'
import { accountCalls } from './accounts.ts'
import { bookingCalls } from './bookings.ts'
import { addContract } from './calls.ts'
import { classCalls } from './classes.ts'
import type { CallDefinition } from './contract.ts'
import { forumCalls } from './forum.ts'
import { galleryCalls } from './gallery.ts'
import { imageCalls } from './images.ts'
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
  ...imageCalls,
]

/** The REST contract under /api. */
export const api = new Hono<ClubEnv>()

addContract(api, contract)
api.notFound((c) => problem(c, 404, 'There is no such address in this API.'))
api.onError((error, c) => toProblem(c, error))

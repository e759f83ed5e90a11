import { Hono } from 'hono'
import { problem, toProblem } from './problem.ts'
import type { ClubEnv } from './request.ts'

/** The REST contract under /api. README.md beside this file lists every call. */
export const api = new Hono<ClubEnv>()

api.notFound((c) => problem(c, 404, 'There is no such address in this API.'))
api.onError((error, c) => toProblem(c, error))

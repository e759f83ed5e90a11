import type { RequestListener } from 'node:http'
import { closeDatabase, useDefaultConnectionTimeout, openDatabase, pool } from '#db/client.ts'
import { shareWrites } from '#db/driver/write-notifications.ts'
import { defaultClubFacts } from '#domain/club/club-facts.rules.ts'
import { clubFacts, setDemoClub } from '#domain/club/club.server.ts'
import { closeJobs, openClubJobs, startClubJobs } from '#domain/jobs.server.ts'
import { deleteFilesOfRemovedPictures } from '#domain/pictures/removed-pictures.server.ts'
import { hasAdmin, inviteFirstAdmin, isFirstAdminInvited } from '#domain/trainers/first-admin.server.ts'
import { openCards } from '#platform/cards/cards.ts'
import { mail, openMail } from '#platform/mail.ts'
import { log, logError, logTrouble, setPseudonymSecret } from '#platform/observability/log.ts'
import { countStatement } from '#platform/observability/request-context.ts'
import { currentTracing, openTracing } from '#platform/observability/tracing.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { settings } from '#platform/settings/env.ts'
import { createCacheMiddleware } from '#server/cache/cache-middleware.ts'
import { singleWorker, connectionsPerWorker, type WorkerSlot } from '#server/cluster/worker-slot.ts'
import { createApp } from '#server/http/app.ts'
import { pagePatterns, servePage } from '#server/http/page-handler.ts'
import { traceRequests } from '#server/http/request-tracing.ts'
import { createRouteMatcher } from '#server/http/route-patterns.ts'
import { createLoadShedder } from '#server/load-shedding/load-shedder.ts'
import { openMetrics } from '#server/metrics/metrics.ts'
import { startAuth, type GoogleProvider } from '#sign-in/better-auth/instance.server.ts'
import type { PasswordCost } from '#sign-in/passwords/hashing.server.ts'
import { createDemoGoogleProvider, demoOrigins } from './demo-google-provider.ts'

const clientFolder = 'build/client'
const startupConnectionTimeoutMs = 30_000

/** The HTTP application, usable once the club has started. */
export const app = createApp({ servePage, clientFolder })

/** Wraps a listener with the cache and load shedding and, if enabled, metrics and tracing. Production only. */
export async function createListenerWrapper(place: WorkerSlot = singleWorker) {
  const nameOf = createRouteMatcher(await pagePatterns())
  const [wrap, metrics] = await Promise.all([
    createCacheMiddleware(app.fetch, clientFolder, createLoadShedder(nameOf)),
    openMetrics(nameOf, place),
  ])
  const trace = settings.otlpEndpoint === null ? null : traceRequests(nameOf)
  return (others: RequestListener) => {
    const answer = wrap(others)
    const told = trace === null ? answer : trace(answer)
    return metrics === null ? told : metrics.countRequests(told)
  }
}

type ClubOptions = {
  databaseUrl: string
  authSecret: string
  isDemo: boolean
  passwordCost?: PasswordCost
  /** This worker's slot. Defaults to a single process. */
  place?: WorkerSlot
}

/** Opens everything that the club needs in this process. Returns a function that closes it. */
export async function startClub({
  databaseUrl,
  authSecret,
  isDemo,
  passwordCost,
  place = singleWorker,
}: ClubOptions) {
  setPseudonymSecret(authSecret)
  const endTracing = await openTracing(settings.otlpEndpoint)
  openDatabase(databaseUrl, {
    connections: connectionsPerWorker(place.of),
    // starting may take long on a busy machine
    connectionTimeoutMs: startupConnectionTimeoutMs,
    preparedStatements: settings.preparedStatements,
    onConnectionError: (error) => logTrouble('database', error),
    onStatement: (text) => {
      countStatement()
      return currentTracing()?.statement(text)
    },
  })
  setDemoClub(isDemo)
  startLimits({ pool, enabled: settings.rateLimits, secret: authSecret })
  openCards({ demo: isDemo, authSecret })
  openMail({ demo: isDemo })
  startAuth({
    secret: authSecret,
    publicUrl: settings.publicUrl,
    otherOrigins: isDemo ? demoOrigins() : [],
    google: await resolveGoogleProvider(isDemo, authSecret),
    passwordCost,
    // unexpected errors are thrown: these entries are about a person's request
    log: (level, message) => log[level === 'error' ? 'warn' : level]({ part: 'sign-in' }, message),
  })
  const stopSharingWrites = shareWrites(databaseUrl, pool)
  deleteFilesOfRemovedPictures()
  await openClubJobs()
  // one worker a machine runs jobs; the database prevents duplicates across machines
  const worksBehind = settings.workers && place.number === 1
  const workers = worksBehind ? await startClubJobs() : null
  const leaveHour = isDemo && worksBehind ? (await import('#demo/renew-hold.ts')).keepDemoHoldAlive() : null
  useDefaultConnectionTimeout()
  return async () => {
    leaveHour?.()
    await workers?.stop().catch((error: unknown) => logError(error, { part: 'jobs' }))
    await closeJobs()
    mail.close()
    await stopSharingWrites()
    await closeDatabase()
    await endTracing()
  }
}

async function resolveGoogleProvider(isDemo: boolean, authSecret: string): Promise<GoogleProvider | null> {
  if (settings.google) return settings.google
  return isDemo ? createDemoGoogleProvider(authSecret) : null
}

/**
 * Returns what a start says about the first admin, with a one-time link; an earlier one that still works stays, because
 * its owner may be opening it. Null when there is an admin, the database is away, or no terminal reads it: in a log it
 * would be public.
 */
export async function firstAdminNotice(): Promise<string | null> {
  if (!process.stdout.isTTY) return null
  try {
    if (await hasAdmin()) return null
    if (await isFirstAdminInvited())
      return 'The link for its first admin still works. Another one: npm run club -- first-admin'
    return `To become its admin, open within 24 hours: ${settings.publicUrl}${await inviteFirstAdmin()}`
  } catch (error) {
    logTrouble('database', error)
    return null
  }
}

/** The club's name for the banner. The default name while the database is away, which must not end the start. */
export async function clubName(): Promise<string> {
  try {
    return (await clubFacts()).name
  } catch (error) {
    logTrouble('database', error)
    return settings.clubName ?? defaultClubFacts.name
  }
}

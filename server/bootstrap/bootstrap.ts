import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { withConnection } from '#db/connection.ts'
import { violates } from '#db/errors.ts'
import { migrate } from '#db/migrate.ts'
import { hasCents } from '#format/currencies.ts'
import { configuredProcessor } from '#platform/cards/cards.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { runsAsRoot } from '#platform/embedded-postgres/system-user.ts'
import { writeSecretFile, readSecretFile } from '#platform/files/secret-file.ts'
import { log } from '#platform/observability/log.ts'
import { loopbackHosts, type Settings } from '#platform/settings/env.ts'
import { backUpBeforeUpgrade } from './backup-before-upgrade.ts'
import { StartError } from './start-error.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** The migrated database, and the secret that signs sessions. */
export type RuntimeConfig = {
  databaseUrl: string
  authSecret: string
  /** Whether the database holds the demo club and the settings allow it to be one. */
  isDemo: boolean
}

type PrintLine = (line: string) => void
/** Registers a shutdown step. Steps run in reverse order. */
type OnShutdown = (step: () => Promise<void>) => void

/** Starts or connects to the database, backs it up, migrates it, and loads the demo club if the settings allow it. */
export async function bootstrap(
  settings: Settings,
  say: PrintLine,
  undo: OnShutdown,
): Promise<RuntimeConfig> {
  if (runsAsRoot())
    say('Warning: the club runs as root, strangers’ pictures included. Give it a user of its own.')
  await createDataFolder(settings.dataDir)
  const authSecret = settings.authSecret ?? (await loadOrCreateSecret(settings.dataDir))
  const databaseUrl = await startOrFindDatabase(settings, say, undo)
  await backUpBeforeUpgrade(settings, { databaseUrl, authSecret }, say)
  const names = await migrate(databaseUrl)
  if (names.length > 0) say(`Brought the database up to date (${names.length} migrations).`)
  await saveClubSettings(databaseUrl, settings)
  return { databaseUrl, authSecret, isDemo: await loadDemoClub(settings, { databaseUrl, authSecret }, undo) }
}

async function startOrFindDatabase(settings: Settings, say: PrintLine, undo: OnShutdown): Promise<string> {
  if (settings.databaseUrl === null) {
    const starting = startEmbeddedPostgres({
      folder: join(settings.dataDir, 'postgres'),
      options: { log: say, warn: (line) => log.warn({ part: 'database' }, line) },
    })
    // registered before the start, so that a signal in between leaves no server behind
    undo(async () => (await starting.catch(() => null))?.stop())
    return (await starting).url
  }
  await waitForDatabase(settings.databaseUrl, say)
  return settings.databaseUrl
}

/** Private to this user. As root it must stay traversable for PostgreSQL's user. */
async function createDataFolder(dataDir: string): Promise<void> {
  try {
    await createFolder(dataDir, runsAsRoot() ? 0o711 : 0o700)
  } catch (error) {
    throw dataFolderError(dataDir, error)
  }
}

/**
 * Creates one folder after another: a recursive mkdir never returns where the system refuses with ENOENT, as in
 * /proc.
 */
async function createFolder(path: string, mode: number): Promise<void> {
  const parent = dirname(path)
  if (!existsSync(parent)) await createFolder(parent, mode)
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Reads the secret of the data folder, or creates it, readable by its owner only. */
async function loadOrCreateSecret(dataDir: string): Promise<string> {
  try {
    const kept = await readSecretFile(dataDir)
    if (kept !== null) return kept
    const made = randomBytes(32).toString('base64url')
    await writeSecretFile(dataDir, made)
    return made
  } catch (error) {
    throw dataFolderError(dataDir, error)
  }
}

const dataFolderError = (dataDir: string, error: unknown) =>
  new StartError(
    `The data folder ${dataDir} cannot be used: ${(error as Error).message}. Choose another with DATA_DIR.`,
  )

/**
 * Saves the settings that the database itself uses: time zone, currency, language and trainer share. Sales without a
 * share get the current one.
 */
async function saveClubSettings(
  url: string,
  {
    clubName,
    timeZone,
    trainerShare,
    currency,
    language,
  }: Pick<Settings, 'clubName' | 'timeZone' | 'trainerShare' | 'currency' | 'language'>,
): Promise<void> {
  try {
    await withConnection(url, async (client) => {
      if (currency !== null && !hasCents(currency)) await requireCurrencyOfClub(client, currency)
      await client.query(
        `update club set name = coalesce($1, name), time_zone = coalesce($2, time_zone), trainer_share = coalesce($3, trainer_share),
        currency = coalesce($4, currency), language = coalesce($5, language)
      where (name, time_zone, trainer_share, currency, language) is distinct from (coalesce($1, name),
        coalesce($2, time_zone), coalesce($3, trainer_share), coalesce($4, currency), coalesce($5, language))`,
        [clubName, timeZone, trainerShare, currency, language],
      )
    })
    await fillTrainerShares(url)
  } catch (error) {
    if (violates(error, 'currency_fixed') || violates(error, 'sold_slot_frozen'))
      throw new StartError(
        `CLUB_CURRENCY cannot be ${currency}: this club took money in another one, or somebody holds an hour at its price.`,
      )
    if (!violates(error, 'zone_is_known')) throw error
    throw new StartError(`CLUB_TIME_ZONE '${timeZone}' is not a time zone that the database knows.`)
  }
}

/** Throws unless the club already has this currency, which is not in the list (any more). */
async function requireCurrencyOfClub(client: pg.Client, currency: string): Promise<void> {
  const { rows } = await client.query<{ currency: string }>('select currency from club')
  if (rows[0]?.currency !== currency)
    throw new StartError(`CLUB_CURRENCY '${currency}' is not a currency with cents, such as eur.`)
}

/** Gives sales without a trainer share the club's current one. A migration cannot, before the settings are saved. */
export const fillTrainerShares = (url: string): Promise<void> =>
  withConnection(
    url,
    async (client) =>
      void (await client.query(
        'update payments set share_percent = trainer_share from club where share_percent is null',
      )),
  )

async function loadDemoClub(
  settings: Settings,
  ground: { databaseUrl: string; authSecret: string },
  undo: OnShutdown,
): Promise<boolean> {
  const { state, empty } = await findDemoState(ground.databaseUrl)
  const real = realClubReason(settings)
  if (real !== null && state !== 'none')
    throw new StartError(
      `The database holds the demo club, whose passwords everybody can read, and ${real}. Start an empty club instead: ${emptyClubCommand(settings)}`,
    )
  if (real !== null || (state === 'none' && !empty)) return false
  if (state === 'loaded') return true
  const { runDemoProcess } = await import('#demo/child-process.ts')
  await runDemoProcess('seed-process.ts', ground, undo)
  return true
}

/** Returns why these are settings of a real club, in words for an operator, or null if the demo club is allowed. */
export function realClubReason(settings: Settings): string | null {
  const liveSetting = configuredProcessor(settings)?.liveSetting
  if (liveSetting) return `${liveSetting} is a live key`
  const { demo, publicUrl, host } = settings
  if (demo !== null) return demo === 'off' ? 'DEMO is off' : null
  if (!loopbackHosts.has(new URL(publicUrl).hostname))
    return 'PUBLIC_URL is not an address of this machine alone'
  return loopbackHosts.has(host) ? null : 'HOST is open to other machines'
}

function emptyClubCommand({ databaseUrl }: Settings): string {
  return databaseUrl === null
    ? 'DATA_DIR=.data-real npm start'
    : 'createdb palestra_real, then npm start with its DATABASE_URL'
}

type DemoState = { state: 'none' | 'begun' | 'loaded'; empty: boolean }

const findDemoState = (url: string): Promise<DemoState> =>
  withConnection(url, async (client) => {
    const query = `select case when demo_loaded_at is not null then 'loaded' when demo_begun_at is not null then 'begun'
      else 'none' end as state, not exists (select from users) as empty from club`
    return (await client.query<DemoState>(query)).rows[0] ?? { state: 'none', empty: false }
  })

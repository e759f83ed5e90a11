// The operator's tasks, such as roles and accounts. `npm run club -- help` lists them.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Role } from '#db/tables.ts'
import { readDotEnv } from './dot-env.ts'

const help = `The club's own tasks, for its operator.

  npm run club -- first-admin          print the one-time link by which the first admin comes in
  npm run club -- admin EMAIL          make this account an admin
  npm run club -- role EMAIL ROLE      give it the role admin or member; a trainer's free hours are taken
                                       down, those that are sold are offered to the other trainers
  npm run club -- people [--role ROLE] list the accounts, newest first (admin, trainer, member, applied)
  npm run club -- reset-link EMAIL     print a link that sets a new password, once, within 15 minutes
  npm run club -- sign-out EMAIL       end every session of this account
  npm run club -- second-factor-off EMAIL
                                       ask this account for no code any more, when app and recovery codes are lost
  npm run club -- import FILE          bring the members of another program in from its CSV, TSV or .xlsx file; columns are
                                       recognised by their names. --dry-run checks only; --from NAME names the program;
                                       --dates day-first or month-first where the file does not tell
  npm run club -- doctor               look at everything the club stands on, and say what to do
  npm run club -- retime               after new rules of time zones (a country changes its summer time, the database
                                       is a newer one): hours and months keep their day and time on the wall
  npm run club -- database             print the address of the database, for psql and the like; with its password
  npm run club -- backup FILE          write the whole club, pictures included, into a new file
  npm run club -- verify FILE          read such a file to its end and tell what is in it
  npm run club -- restore FILE         bring it back into an empty DATA_DIR or an empty database
  npm run club -- fetch-backup [NAME]  bring the newest backup, or this one, here from the bucket for backups
  npm run club -- move-pictures        copy the pictures of DATA_DIR into the bucket of S3_BUCKET_URL
  npm run club -- help                 this text

  --yes    do it without asking, for scripts

Trainers come about by an application that an admin approves, not here. The last admin stays.
BACKUP_PASSPHRASE locks a backup and opens it again; only a locked one holds the secret that signs cookies.
The club may run meanwhile, except where it is restored; its database is found by DATABASE_URL or DATA_DIR, as at its start.
`

const tasksWithoutWords = ['doctor', 'database', 'retime', 'move-pictures', 'people', 'first-admin']
const fileTasks = ['backup', 'verify', 'restore'] as const

/** Exit code of a restore whose club breaks a rule. */
const brokenRulesExitCode = 3

/** An error that an operator can fix, printed as one sentence. */
class OperatorError extends Error {}

const print = (text: string) => void process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const { positionals, values } = readArguments()
  const [task, ...words] = positionals
  if (task === undefined || task === 'help' || values.help) return print(help)
  if (tasksWithoutWords.includes(task) && words.length > 0)
    throw new OperatorError(`The task ${task} takes no more words, such as '${words[0]}'.`)
  if (task === 'doctor') return runDoctor()
  if (task === 'database') return printAddress()
  if (task === 'retime') return withClub(retime)
  if (task === 'move-pictures') return movePictures()
  if (task === 'fetch-backup' && words.length <= 1) return fetchFromBucket(words[0])
  if (task === 'people') return withClub(() => listPeople(values.role))
  if (task === 'first-admin') return withClub(inviteFirstAdmin)
  if (task === 'admin' && words.length === 1)
    return withClub(() => changeRole(words[0]!, 'admin', values.yes))
  if (task === 'import' && words.length === 1)
    return withClub(() =>
      importMembers(words[0]!, {
        isDryRun: values['dry-run'],
        source: values.from ?? 'Old club program',
        dates: values.dates,
        yes: values.yes,
      }),
    )
  if (task === 'reset-link' && words.length === 1) return withClub(() => printResetLink(words[0]!))
  if (task === 'sign-out' && words.length === 1) return withClub(() => signOut(words[0]!))
  if (task === 'second-factor-off' && words.length === 1)
    return withClub(() => switchOffSecondFactor(words[0]!, values.yes))
  if (task === 'role' && words.length === 2) {
    const role = words[1]!
    if (role !== 'admin' && role !== 'member')
      throw new OperatorError(`The role must be admin or member, not '${role}'.`)
    return withClub(() => changeRole(words[0]!, role, values.yes))
  }
  const fileTask = fileTasks.find((each) => each === task)
  if (fileTask && words.length === 1) return runFileTask(fileTask, words[0]!)
  throw new OperatorError(`That is not a task of the club.\n\n${help}`)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        yes: { type: 'boolean', short: 'y', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        role: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        from: { type: 'string' },
        dates: { type: 'string' },
      },
    })
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${help}`)
  }
}

/** Opens the club's database. Starts the embedded one for the duration of the command if it is not running. */
async function withClub(work: (url: string) => Promise<void>): Promise<void> {
  const { url, stop } = await findDatabase()
  const { closeDatabase, openDatabase } = await import('#db/client.ts')
  openDatabase(url, { connections: 2, connectionTimeoutMs: 30_000 })
  try {
    await work(url)
  } finally {
    await closeDatabase()
    await stop()
  }
}

async function runFileTask(task: (typeof fileTasks)[number], path: string): Promise<void> {
  const { writeBackup, restoreClub, verifyFile } = await import('./backup-commands.ts')
  if (task === 'verify') return print(await verifyFile(path))
  if (task === 'backup') return withClub(async () => print(await writeBackup(path)))
  const { url, stop } = await findRestoreTarget()
  const { closeDatabase, openDatabase } = await import('#db/client.ts')
  try {
    openDatabase(url, { connections: 2, connectionTimeoutMs: 30_000 })
    const { done, broken } = await restoreClub(path, url)
    print(done)
    if (broken.length > 0) {
      process.stderr.write(
        `Warning: the club is there, and breaks a rule: ${broken.join('; ')}. Look at it before it opens; npm run club -- doctor checks again.\n`,
      )
      process.exitCode = brokenRulesExitCode
    }
  } finally {
    await closeDatabase()
    await stop()
  }
}

async function fetchFromBucket(name: string | undefined): Promise<void> {
  const { settings } = await import('#platform/settings/env.ts')
  if (!settings.backupBucket)
    throw new OperatorError(
      'Say from where with BACKUP_S3_BUCKET_URL, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
    )
  const { backupBucketFor } = await import('#platform/backup/backup-destinations.ts')
  const { fetchBackup } = await import('./backup-commands.ts')
  print(await fetchBackup(backupBucketFor(settings.backupBucket), name))
}

/** Target of a restore: an unused database. */
async function findRestoreTarget(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { settings } = await import('#platform/settings/env.ts')
  if (settings.databaseUrl !== null) return { url: settings.databaseUrl, stop: async () => {} }
  const folder = join(settings.dataDir, 'postgres')
  const postgres = await import('#platform/embedded-postgres/embedded-postgres.ts')
  if (existsSync(folder) && postgres.runningPostgresUrl(folder) !== null)
    throw new OperatorError(
      `The club in ${settings.dataDir} is running. Stop it first, or choose another DATA_DIR.`,
    )
  return postgres.startEmbeddedPostgres({ folder })
}

async function findDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { settings } = await import('#platform/settings/env.ts')
  const nothing = async () => {}
  if (settings.databaseUrl !== null) return { url: settings.databaseUrl, stop: nothing }
  const folder = join(settings.dataDir, 'postgres')
  if (!existsSync(folder))
    throw new OperatorError(
      `There is no club in ${settings.dataDir} yet. Start it once with npm start, or say where it is with DATA_DIR.`,
    )
  const postgres = await import('#platform/embedded-postgres/embedded-postgres.ts')
  const url = postgres.runningPostgresUrl(folder)
  return url === null ? postgres.startEmbeddedPostgres({ folder }) : { url, stop: nothing }
}

async function runDoctor(): Promise<void> {
  const { runChecks } = await import('#server/doctor/doctor.ts')
  const { settings } = await import('#platform/settings/env.ts')
  const findings = await runChecks(settings, findDatabase)
  const marks = { ok: 'ok  ', warn: '?   ', fail: 'BAD ' }
  for (const { part, state, message } of findings) print(`${marks[state]}${part.padEnd(10)}${message}`)
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1
}

async function printAddress(): Promise<void> {
  const { settings } = await import('#platform/settings/env.ts')
  const { runningPostgresUrl } = await import('#platform/embedded-postgres/embedded-postgres.ts')
  const folder = join(settings.dataDir, 'postgres')
  const url = settings.databaseUrl ?? (existsSync(folder) ? runningPostgresUrl(folder) : null)
  if (url === null)
    throw new OperatorError(`No club runs in ${settings.dataDir}: its database answers while it does.`)
  print(url)
}

async function movePictures(): Promise<void> {
  const { settings } = await import('#platform/settings/env.ts')
  if (!settings.bucket)
    throw new OperatorError('Say where to with S3_BUCKET_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  const { pictureFolder, pictureStorage } = await import('#domain/pictures/pictures.server.ts')
  const { copyPictures } = await import('#domain/pictures/storage-migration.server.ts')
  const { copied, there } = await copyPictures(pictureFolder, pictureStorage)
  print(
    `Copied ${copied}; ${there} were there already. Start the club with these settings, and give this once more for what came meanwhile. DATA_DIR/images is yours to remove then.`,
  )
}

async function changeRole(email: string, role: 'admin' | 'member', yes: boolean): Promise<void> {
  const { describeAccount, grantRole } = await import('#domain/trainers/roles.server.ts')
  const account = await describeAccount(email)
  print(
    `${account.name} <${account.email}>, ${account.role}, here since ${account.createdAt.toISOString().slice(0, 10)}`,
  )
  if (account.role === role) return print(`The role is ${role} already; nothing was changed.`)
  if (!yes && !(await confirm(`Change the role from ${account.role} to ${role}? [y/n] `)))
    throw new OperatorError('Nothing was changed.')
  // the running club notifies the people concerned
  const { before, after, vacated } = await withJobs(() => grantRole(email, role))
  print(`Done: ${account.name} was ${before} and is ${after} now.`)
  if (vacated.toCover > 0)
    print(`Hours of theirs that are offered to the other trainers: ${vacated.toCover}.`)
  if (vacated.calledOff > 0)
    print(`Hours that began too soon for that, called off and owed: ${vacated.calledOff}.`)
}

/** Runs an operation that queues letters or other jobs for the running club. */
async function withJobs<Result>(work: () => Promise<Result>): Promise<Result> {
  const { closeJobs, openClubJobs } = await import('#domain/jobs.server.ts')
  await openClubJobs()
  try {
    return await work()
  } finally {
    await closeJobs()
  }
}

async function inviteFirstAdmin(): Promise<void> {
  const { settings } = await import('#platform/settings/env.ts')
  const { inviteFirstAdmin: invite } = await import('#domain/trainers/first-admin.server.ts')
  const path = await invite()
  print(`Open this within 24 hours and sign up or in; it works once:\n${settings.publicUrl}${path}`)
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // the end of the input counts as no
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(question), ended])
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

type ImportOptions = { isDryRun: boolean; source: string; dates: string | undefined; yes: boolean }

/** Checks a table of members, prints what is wrong, and brings the others in. */
async function importMembers(path: string, { isDryRun, source, dates, yes }: ImportOptions): Promise<void> {
  const { importByOperator } = await import('#domain/imports/import-by-operator.server.ts')
  const dayOrder = dates === undefined ? null : dates.replace('-', ' ')
  if (dayOrder !== null && dayOrder !== 'day first' && dayOrder !== 'month first')
    throw new OperatorError(`--dates must be day-first or month-first, not '${dates}'.`)
  const bytes = await readFile(path).catch(() => {
    throw new OperatorError(`There is no file ${path} that can be read.`)
  })
  const checked = await importByOperator({ bytes, filename: basename(path) }, source, dayOrder)
  for (const { line, name, sentence } of checked.problems)
    print(`Line ${line}, ${name || 'no name'}: ${sentence}`)
  const { counts } = checked
  print(
    `New: ${counts.new}. Known: ${counts.known}. To be changed: ${counts.changed}. Wrong: ${counts.wrong}. Twice in the file: ${counts.twice}.`,
  )
  if (isDryRun || counts.new + counts.changed === 0) {
    await checked.discard()
    return print('Nothing was written.')
  }
  if (!yes && !(await confirm(`Bring ${counts.new + counts.changed} in? [y/n] `))) {
    await checked.discard()
    throw new OperatorError('Nothing was written.')
  }
  const { addedCount, changedCount } = await withJobs(() => checked.run())
  print(
    `Done: ${addedCount} added, ${changedCount} changed. It can be undone for 30 days under Members, Import.`,
  )
}

async function printResetLink(email: string): Promise<void> {
  const { createPasswordResetLink } = await import('#domain/members/password-reset.server.ts')
  const { settings } = await import('#platform/settings/env.ts')
  const { path } = await createPasswordResetLink(email)
  print(
    `${settings.publicUrl}${path}\nIt works once, for 15 minutes. Give it to nobody but the account's owner.`,
  )
}

async function signOut(email: string): Promise<void> {
  const { describeAccount } = await import('#domain/trainers/roles.server.ts')
  const { endAllSessions } = await import('#sign-in/sessions/sessions.server.ts')
  await describeAccount(email)
  const ended = await endAllSessions(email)
  print(ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.`)
}

async function switchOffSecondFactor(email: string, yes: boolean): Promise<void> {
  const { removeSecondFactor } = await import('#sign-in/second-factor/second-factor.server.ts')
  if (!yes && !(await confirm(`Are you sure that it is the owner of ${email} who asks? [y/n] `)))
    throw new OperatorError('Nothing was changed.')
  await withJobs(() => removeSecondFactor(email))
  print('Done: signing in asks for no code any more, and the owner was told by mail.')
}

async function retime(): Promise<void> {
  const { applyClockChange } = await import('#domain/lessons/schedule/clock-change.server.ts')
  const { hours, skipped, months } = await applyClockChange()
  if (hours + skipped + months === 0) return print('Every hour ahead is at its time already.')
  print(`Hours put right: ${hours}. Hours that the clock skips, now owed: ${skipped}. Months: ${months}.`)
}

const roles: readonly Role[] = ['admin', 'trainer', 'member', 'applied']
const pageSize = 100

async function listPeople(role: string | undefined): Promise<void> {
  const chosen = roles.find((each) => each === role)
  if (role !== undefined && chosen === undefined)
    throw new OperatorError(`There is no role '${role}'; the roles are ${roles.join(', ')}.`)
  const { describePeople } = await import('#domain/trainers/roles.server.ts')
  for (let offset = 0; ; offset += pageSize) {
    const { items, total } = await describePeople({ limit: pageSize, offset, role: chosen })
    for (const person of items)
      print(
        `${person.createdAt.toISOString().slice(0, 10)}  ${person.role.padEnd(8)} ${person.email ?? '(no sign-in)'}  ${person.name}`,
      )
    if (offset + pageSize < total) continue
    return print(total === 1 ? '1 account' : `${total} accounts`)
  }
}

const expectedErrors = new Set([
  'BackupError',
  'DomainError',
  'SettingsError',
  'DataFolderInUse',
  'DataFolderUnusable',
  'EmbeddedPostgresError',
])

try {
  readDotEnv()
  await main()
} catch (error) {
  const { name, message } = error as Error
  const isKnown = error instanceof OperatorError || expectedErrors.has(name)
  process.stderr.write(`${isKnown ? message : `That did not work: ${message}`}\n`)
  process.exitCode = 1
}

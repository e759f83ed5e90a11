import { spawn } from 'node:child_process'
import { EmbeddedPostgresError, errorCode } from './errors.ts'
import type { SystemUser } from './system-user.ts'

export type ProgramResult = { exitCode: number | null; output: string }

/**
 * Runs a PostgreSQL program for at most `timeoutMs`, and returns its output. Throws EmbeddedPostgresError when it
 * cannot be started or does not end in time.
 */
export function runProgram(
  file: string,
  programArguments: string[],
  options: { user: SystemUser | null; timeoutMs: number },
): Promise<ProgramResult> {
  const windows = process.platform === 'win32'
  const { promise, resolve, reject } = Promise.withResolvers<ProgramResult>()
  const child = spawn(file, programArguments, {
    cwd: windows ? undefined : '/',
    // only these: variables such as PGPORT or PGOPTIONS of the shell must not reach the club's server
    env: windows ? undefined : { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
    // a process group of its own, so that Ctrl-C reaches the club only, which stops it in order
    detached: !windows,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.user ? { uid: options.user.uid | 0, gid: options.user.gid | 0 } : {}),
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)

  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    reject(new EmbeddedPostgresError(`${file} did not end within ${options.timeoutMs / 1000} seconds.`))
  }, options.timeoutMs)
  child.on('error', (error) => {
    clearTimeout(timer)
    reject(new EmbeddedPostgresError(cannotStart(file, errorCode(error), options.user)))
  })
  // on Windows the server inherits pg_ctl's pipes, so `close` is not emitted before it ends
  child.on(windows ? 'exit' : 'close', (exitCode: number | null) => {
    clearTimeout(timer)
    resolve({ exitCode, output: output.trim() })
  })
  return promise
}

function cannotStart(file: string, code: string, user: SystemUser | null): string {
  if (user && (code === 'EPERM' || code === 'EINVAL')) {
    return `PostgreSQL does not run as root, and this system does not let the club start it as user ${user.uid}.`
  }
  return `PostgreSQL's program ${file} could not be started (${code || 'unknown reason'}).`
}

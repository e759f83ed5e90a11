import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

export type ChildResult = { exitCode: number; output: string }

const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const
const killTimeoutMs = 20_000
const runningChildren = new Set<ChildProcess>()

/**
 * Runs a program to its end. A signal to this process ends the program first and then this process, so
 * that no process is left running. `quiet` returns the output instead of printing it; `label` is printed
 * before each line, for programs that run in parallel.
 */
export function runChild(
  file: string,
  childArguments: string[],
  options: { quiet?: boolean; label?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<ChildResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildResult>()
  const child = spawn(file, childArguments, {
    env: options.env ?? process.env,
    stdio: options.quiet || options.label ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  runningChildren.add(child)
  let output = ''
  let caught: keyof typeof signalNumbers | null = null
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-100_000)
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', collect)
    if (stream && options.label)
      createInterface({ input: stream }).on('line', (line) => console.log(`${options.label} ${line}`))
  }

  const leave = (signal: keyof typeof signalNumbers) => {
    caught = signal
    // Test runners clean up after an interrupt only. One from the terminal has already reached the program,
    // and a second one would abort it.
    if (signal === 'SIGTERM') child.kill('SIGINT')
    setTimeout(() => child.kill('SIGKILL'), killTimeoutMs).unref()
  }
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
  const forget = () => {
    runningChildren.delete(child)
    process.off('SIGINT', leave)
    process.off('SIGTERM', leave)
  }
  child.on('error', (error) => {
    forget()
    reject(error)
  })
  child.on('close', (exitCode) => {
    forget()
    if (!caught) resolve({ exitCode: exitCode ?? 1, output })
    // after the last program
    else if (runningChildren.size === 0) process.exit(128 + signalNumbers[caught])
  })
  return promise
}

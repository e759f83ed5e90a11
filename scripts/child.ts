import { spawn } from 'node:child_process'

export type ChildResult = { exitCode: number; output: string }

const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const
const patienceMs = 20_000

/**
 * Runs a program to its end. A signal to this process ends the program first and then this process, so
 * that nothing is left running. With `quiet` its output is kept instead of shown.
 */
export function runChild(
  file: string,
  childArguments: string[],
  options: { quiet?: boolean } = {},
): Promise<ChildResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildResult>()
  const child = spawn(file, childArguments, {
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  let output = ''
  let caught: keyof typeof signalNumbers | null = null
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-100_000)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)

  const leave = (signal: keyof typeof signalNumbers) => {
    caught = signal
    // Test runners tidy up after an interrupt only. One from the terminal has already reached the program,
    // and a second one would make it drop everything.
    if (signal === 'SIGTERM') child.kill('SIGINT')
    setTimeout(() => child.kill('SIGKILL'), patienceMs).unref()
  }
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
  const forget = () => {
    process.off('SIGINT', leave)
    process.off('SIGTERM', leave)
  }
  child.on('error', (error) => {
    forget()
    reject(error)
  })
  child.on('close', (exitCode) => {
    forget()
    if (caught) process.exit(128 + signalNumbers[caught])
    resolve({ exitCode: exitCode ?? 1, output })
  })
  return promise
}

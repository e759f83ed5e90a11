const checkMs = 500

/**
 * Ends this process in good order when the npm that runs it was told to end: npm passes a SIGTERM only to
 * its shell, which dies of it and leaves the program behind. Started without npm, a process may outlive
 * whoever started it.
 */
export function followNpm(): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    process.kill(process.pid, 'SIGTERM')
  }, checkMs).unref()
}

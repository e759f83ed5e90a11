import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Polls until the condition holds. Throws an error with the given message after 30 seconds. */
export async function waitUntil(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const end = Date.now() + 30_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(otherwise)
    await wait(50)
  }
}

/**
 * Whether a server accepts connections at this port of this machine and, if its protocol begins with a greeting,
 * sends it.
 */
export async function acceptsConnections(
  port: number,
  sign: 'connect' | 'data' = 'connect',
): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, sign)
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

import type { IncomingMessage } from 'node:http'
import { minBytesPerSecond } from '#platform/request-body/read-body.ts'

/** Whether a handler may read a body. That of a GET is dropped by Node. */
export const announcesBody = ({ method = '', headers }: IncomingMessage): boolean =>
  !['GET', 'HEAD'].includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** Milliseconds in which a buffer is full at the slowest pace that is read. */
const fillTimeoutMs = ({ readableHighWaterMark }: IncomingMessage) =>
  (readableHighWaterMark / minBytesPerSecond) * 1000

/**
 * Returns true once the body is complete or has filled its buffer of 64 KiB, or its client has left; false if that
 * takes longer than 16 seconds. Reads nothing.
 */
export function awaitBody(request: IncomingMessage, timeoutMs = fillTimeoutMs(request)): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const check = () => {
    if (request.complete || request.readableLength >= request.readableHighWaterMark) resolve(true)
  }
  const leave = () => resolve(true)
  const timer = setTimeout(resolve, timeoutMs, false)
  request.on('readable', check).once('close', leave)
  return promise.finally(() => {
    clearTimeout(timer)
    request.off('readable', check).off('close', leave)
  })
}

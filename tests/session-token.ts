import { createHmac } from 'node:crypto'

/** Returns the cookie value of a session token, signed with the club's secret. */
export const signSessionToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)

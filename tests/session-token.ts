import { createHmac } from 'node:crypto'

/** What a browser's cookie says of a session with this token, in a club that signs with this secret. */
export const signSessionToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)

import { ownCookie } from '#app/frame/own-cookie.server.ts'

// as long as a booking is news
const cookie = ownCookie('greeted', { maxAge: 86_400 })

/** The booking whose greeting this browser has closed. */
export const closedBand = (request: Request): Promise<unknown> => cookie.parse(request.headers.get('Cookie'))

/** The header that remembers it. */
export const closeBand = (bookingId: string): Promise<string> => cookie.serialize(bookingId.slice(0, 36))

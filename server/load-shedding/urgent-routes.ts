import { paymentCalls } from '#api/v0/payments.ts'
import { patternOfCall } from '#server/http/route-patterns.ts'

/** Sent by machines that give up: health checks, metrics and the card processor's webhooks. */
export const machineRoutes = ['/livez', '/readyz', '/metrics', '/api/webhooks/*']

/** Paying. Urgent for a signed-in person only, or anyone could take these places. */
export const paymentRoutes = ['/dashboard/payment/:id', ...paymentCalls.map(patternOfCall)]

/** Delivery attempts before a letter is given up, after about a day. */
export const maxDeliveryAttempts = 30

/** Seconds until the next attempt: exponential from half a minute to one hour. */
export const retryDelaySeconds = (tries: number) => Math.min(30 * 2 ** (tries - 1), 3_600)

/** Refused first attempts in a row that pause a newsletter. */
export const refusalsUntilPause = 5

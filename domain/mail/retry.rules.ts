/** How often a letter is tried that nobody takes: for about a day. */
export const maxDeliveryAttempts = 30

/** The seconds until the next try: half a minute at first, an hour at last. */
export const retryDelaySeconds = (tries: number) => Math.min(30 * 2 ** (tries - 1), 3_600)

/** Returns the message of an error, without its full stop. */
export const errorMessage = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(errorMessage).join('; ')
    : error instanceof Error
      ? error.message.replace(/\.$/, '')
      : String(error)

/** What an error says, without its full stop. */
export const messageOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(messageOf).join('; ')
    : error instanceof Error
      ? error.message.replace(/\.$/, '')
      : String(error)

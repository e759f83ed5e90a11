/** Anything that keeps the club's own PostgreSQL from running; the message is one sentence for a person. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Another living process already runs a club on this data folder. */
export class DataFolderInUse extends EmbeddedPostgresError {
  override name = 'DataFolderInUse'
}

/** The data folder cannot be read, written or understood. */
export class DataFolderUnusable extends EmbeddedPostgresError {
  override name = 'DataFolderUnusable'
}

/** The system's own error code (EACCES, ENOSPC…), or an empty string. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return ''
}

/** An error of the club's own PostgreSQL. The message is one sentence for an operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Another process runs a club on this data folder. */
export class DataFolderInUse extends EmbeddedPostgresError {
  override name = 'DataFolderInUse'
}

/** The data folder cannot be read, written or recognised. */
export class DataFolderUnusable extends EmbeddedPostgresError {
  override name = 'DataFolderUnusable'
}

/** The system's error code (EACCES, ENOSPC…), or an empty string. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return ''
}

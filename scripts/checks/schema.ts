import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withConnection } from '#db/connection.ts'
import { describeSchema } from '#db/describe-schema.ts'
import { migrate } from '#db/migrate.ts'
import { startTestServer } from '#platform/embedded-postgres/test-server.ts'

export const schemaFile = join(import.meta.dirname, '..', '..', 'db', 'schema.sql')

const heading = '-- The schema that db/migrations result in. Written by npm run schema.\n\n'

/** Returns the text of db/schema.sql, from an empty database that all migrations ran on. */
export async function currentSchema(): Promise<string> {
  const server = await startTestServer()
  try {
    await migrate(server.url)
    return heading + (await withConnection(server.url, describeSchema))
  } finally {
    await server.stop()
  }
}

export async function schemaProblems(): Promise<string[]> {
  const written = await readFile(schemaFile, 'utf8').catch(() => '')
  return written === (await currentSchema())
    ? []
    : ['db/schema.sql differs from the schema of the migrations: npm run schema.']
}

import pg from 'pg'

/**
 * Does work on one connection of its own, for a long read or for what is done before the club is open; it waits ten
 * seconds for it. When the connection is lost what is asked of it fails, and nothing else does.
 */
export async function withConnection<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // without a listener a connection that is lost between two questions would end the process
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

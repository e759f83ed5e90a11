import pg from 'pg'

/**
 * Runs `work` on a connection of its own, for long reads and for tasks before the club is open. Waits ten seconds for
 * the connection. If it is lost, only its queries fail.
 */
export async function withConnection<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // without a listener a connection lost between two queries would end the process
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

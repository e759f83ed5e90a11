import type pg from 'pg'

// The tables to back up, read from the catalogue, so that a new table is included automatically.

export type Table = { schema: string; name: string; columns: string[]; key: string[] }

/** Quoted name. */
export const quotedTable = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnList = (columns: string[]) => columns.map(quoteIdentifier).join(', ')

/** The club's tables, without those of the migrator. */
export const clubTables = (client: pg.ClientBase): Promise<Table[]> =>
  readTables(client, `n.nspname = 'public' and c.relname not like 'kysely\\_%'`)

/** The job table of pg-boss; empty if no job was ever queued. */
export const jobTable = (client: pg.ClientBase): Promise<Table[]> =>
  readTables(client, `n.nspname = 'pgboss' and c.relname = 'job'`)

async function readTables(client: pg.ClientBase, which: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select array_agg(a.attname::text order by k.place) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '{}') as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${which} order by 1, 2`)
  return rows
}

/** The current values of sequences. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

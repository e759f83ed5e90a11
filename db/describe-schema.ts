import type pg from 'pg'

/**
 * Returns the schema as text, from the catalogue: each table with its columns, constraints, indexes and triggers, then
 * views and the signatures of functions. The same on every supported version of PostgreSQL.
 */
export async function describeSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`
    with tables as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    ), entries (relation, kind, place, name, line) as (
      select attrelid, 1, attnum, attname::text, '  ' || attname || ' ' || format_type(atttypid, atttypmod)
        || case when attnotnull then ' not null' else '' end
        || coalesce(case when attidentity <> '' then ' generated always as identity' end,
          ' default ' || pg_get_expr(adbin, adrelid, true), '')
      from pg_attribute join tables on oid = attrelid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all
      select conrelid, 2, 0, conname::text, '  constraint ' || conname || ' ' || pg_get_constraintdef(c.oid, true)
      from pg_constraint c join tables t on t.oid = conrelid where contype in ('p', 'u', 'f', 'c', 'x')
      union all
      select indrelid, 3, 0, indexrelid::regclass::text, pg_get_indexdef(indexrelid, 0, true) || ';'
      from pg_index join tables on oid = indrelid
      where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      union all
      select tgrelid, 4, 0, tgname::text, pg_get_triggerdef(g.oid, true) || ';'
      from pg_trigger g join tables t on t.oid = tgrelid where not tgisinternal
    )
    select text from (
      select 1 as part, relname::text as name, 'create table ' || relname || ' (' || chr(10)
        || string_agg(line, ',' || chr(10) order by kind, place, name collate "C") filter (where kind < 3)
        || chr(10) || ');' || coalesce(chr(10) || string_agg(line, chr(10) order by kind, name collate "C") filter (where kind >= 3), '')
        || chr(10) as text
      from entries join tables on oid = relation group by relname
      union all
      select 2, relname::text, 'create view ' || relname || ' as' || chr(10) || pg_get_viewdef(oid, true) || chr(10)
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      union all
      select 3, oid::regprocedure::text, '-- function ' || proname || '(' || pg_get_function_identity_arguments(oid)
        || ') returns ' || pg_get_function_result(oid)
      from pg_proc where pronamespace = 'public'::regnamespace
    ) described order by part, name collate "C"`)
  return `${rows.map(({ text }) => text).join('\n')}\n`
}

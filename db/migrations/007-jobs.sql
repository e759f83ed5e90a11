-- Background work is kept in tables that pg-boss makes and changes itself when the club starts (platform/jobs.ts).
-- Their schema is made here, under the migrator's lock, because two processes cannot make it at the same time.
create schema if not exists pgboss;

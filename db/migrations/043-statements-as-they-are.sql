-- Where PostgreSQL was built with a compiler, as Debian's is, it takes 37 s to compile the question of
-- db/invariants.sql, which is answered in 0.2 s as it is. A setting of this database, so that it holds for every
-- program and behind every pooler. Only the database's owner may make it.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then
  raise notice 'jit stays as it is: this role does not own the database';
end $$;

-- A statement is planned once a connection for all values, and not for each anew: half of what the larger pages cost
-- PostgreSQL was planning. What a plan depends on is written into its text (db/driver/dialect.ts). A setting of this
-- database, so that it holds behind every pooler; only its owner may make it.
do $$ begin
  execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
exception when insufficient_privilege then
  raise notice 'plans stay as they are: this role does not own the database';
end $$;

-- The cheapest hour of the home page, at any number of hours.
create index slots_by_price on slots (price_cents) where removed_at is null;

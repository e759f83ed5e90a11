-- What an entry of the activity log says, as messages with their facts, so that it is read in any language. `summary` and
-- `detail` are the same in English: for the API, and for entries of earlier versions, which have no facts.
alter table activities add column facts jsonb
  constraint activities_facts_check check (octet_length(facts::text) <= 8000);

-- What a checked row says, as a message with its facts, for readers of every language. Null: only the sentence is known,
-- or the row is wrong and is read again.
alter table import_rows add column facts jsonb check (octet_length(facts::text) <= 10000);

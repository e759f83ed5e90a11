-- What a post said when it was reported stays with the report, whatever its author makes of it. Null for reports from before.
alter table reports add column words text check (char_length(words) between 1 and 5000);

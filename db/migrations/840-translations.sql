-- Texts of the club in its other languages, by the text that is translated: one that changes is translated anew.
create table translations (
  language text not null check (language ~ '^[a-z]{2,3}$'),
  source_key text not null generated always as (md5(source)) stored check (char_length(source_key) = 32),
  source text not null check (char_length(source) between 1 and 10000),
  words text not null check (char_length(words) between 1 and 10000),
  primary key (language, source_key)
);

-- The words of a waiver that were read in another language. Null: those of its version.
alter table waiver_signatures add column words_read text check (char_length(words_read) between 1 and 10000);

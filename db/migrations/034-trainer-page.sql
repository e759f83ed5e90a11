-- What a trainer says of themselves on their page.
alter table trainers add column about text not null default '' check (char_length(about) <= 2000);

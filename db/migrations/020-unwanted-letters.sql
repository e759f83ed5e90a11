-- Kinds of letters that somebody switched off; only what is no answer and no receipt can be.
alter table members
  add column unwanted_letters text[] not null default '{}' check (unwanted_letters <@ array['hours']);

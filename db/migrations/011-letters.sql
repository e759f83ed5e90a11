-- What the club writes to people by mail, from the moment of its cause until it was handed over or given up.

create table letters (
  id uuid primary key default gen_random_uuid(),
  -- one cause, one letter
  cause text not null unique check (char_length(cause) between 1 and 200),
  letter text not null check (char_length(letter) between 1 and 60),
  user_id uuid references users (id) on delete set null,
  name text not null check (char_length(name) <= 100),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (char_length(subject) between 1 and 300),
  -- gone once a real club has handed the letter over, because links in it open accounts
  html text check (char_length(html) <= 500000),
  text text check (char_length(text) <= 200000),
  queued_at timestamptz not null default club_now(),
  -- after which nobody needs it any more
  useful_until timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz default club_now(),
  handed_over_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 500),
  constraint one_fate check (num_nonnulls(next_try_at, handed_over_at, failed_at) = 1),
  constraint words_until_handed_over check (handed_over_at is not null or num_nonnulls(html, text) = 2)
);
create index letters_due on letters (next_try_at) where next_try_at is not null;
create index letters_newest_first on letters (queued_at desc, id desc);
create index letters_failed on letters (failed_at desc) where failed_at is not null;
create index letters_of_user on letters (user_id) where user_id is not null;

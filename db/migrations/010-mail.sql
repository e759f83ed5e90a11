-- Mail: newsletter subscribers, newsletters, and the outbox of letters.

create table subscribers (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  created_at timestamptz not null default club_now(),
  confirmed_at timestamptz,
  key uuid not null default gen_random_uuid() unique,
  constraint subscribers_name_check check (char_length(name) <= 100)
);
create index subscribers_newest_first on subscribers (created_at desc, id desc);
create index subscribers_by_pieces on subscribers using gin (pieces(lower(name) || chr(10) || email));

-- Letters to many: the text, and how far it got. The letter to each reader is a row of letters.
create table newsletters (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(subject) between 1 and 120),
  words text not null check (char_length(words) between 1 and 10000),
  author_id uuid not null references members (user_id),
  state text not null default 'draft' check (state in ('draft', 'sending', 'paused')),
  created_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now(),
  -- When a test of this very text was requested.
  tested_at timestamptz,
  begun_at timestamptz,
  -- When the letters of all readers were in the outbox.
  written_at timestamptz,
  unsubscribed integer not null default 0 check (unsubscribed >= 0),
  -- An optional picture with its alternative text.
  image_id uuid references images (id),
  alt_text text not null default '' check (char_length(alt_text) <= 300),
  -- Recipients: subscribers, members with a running month, or those of one trainer.
  audience text not null default 'subscribers' check (audience in ('subscribers', 'members')),
  trainer_id uuid references trainers (id),
  constraint begun_unless_draft check ((state = 'draft') = (begun_at is null)),
  constraint picture_has_words check ((image_id is null) = (alt_text = '')),
  constraint trainer_of_members check (trainer_id is null or audience = 'members')
);
create index newsletters_newest_first on newsletters (created_at desc, id desc);
create index on newsletters (author_id);
create index newsletters_of_image on newsletters (image_id) where image_id is not null;
create index newsletters_of_trainer on newsletters (trainer_id) where trainer_id is not null;

-- The outbox: mail to one person, from its cause until it was handed over to the mail server or given up.
create table letters (
  id uuid primary key default gen_random_uuid(),
  -- Deduplication key: one letter for each cause.
  cause text not null unique check (char_length(cause) between 1 and 200),
  letter text not null check (char_length(letter) between 1 and 60),
  user_id uuid references users (id) on delete set null,
  name text not null check (char_length(name) <= 100),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (char_length(subject) between 1 and 300),
  -- Removed after hand-over in a real club, because links in it open accounts.
  html text check (char_length(html) <= 500000),
  text text check (char_length(text) <= 200000),
  queued_at timestamptz not null default club_now(),
  -- Not sent after this time.
  useful_until timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz default club_now(),
  handed_over_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 500),
  newsletter_id uuid references newsletters (id),
  unsubscribe_path text check (char_length(unsubscribe_path) <= 200),
  paused boolean not null default false,
  -- The mail server refused the address for good, so it gets no more letters to many.
  address_refused boolean not null default false,
  constraint one_fate check (num_nonnulls(next_try_at, handed_over_at, failed_at) = 1),
  constraint words_until_handed_over check (handed_over_at is not null or num_nonnulls(html, text) = 2)
);
create index letters_due on letters (next_try_at) where next_try_at is not null;
create index letters_newest_first on letters (queued_at desc, id desc);
create index letters_failed on letters (failed_at desc) where failed_at is not null;
create index letters_of_user on letters (user_id) where user_id is not null;
create index letters_of_newsletter on letters (newsletter_id, email) where newsletter_id is not null;
create index letters_refused on letters (email) where address_refused;
create trigger erased_reads_nothing before insert on letters for each row when (new.user_id is not null) execute function skip_erased();

-- The weekly letter: what an admin wrote, and how far it got. What each reader gets is a row of letters.
create table newsletters (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(subject) between 1 and 120),
  words text not null check (char_length(words) between 1 and 10000),
  author_id uuid not null references members (user_id),
  state text not null default 'draft' check (state in ('draft', 'sending', 'paused')),
  created_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now(),
  -- when a test of these very words was asked for
  tested_at timestamptz,
  begun_at timestamptz,
  -- when every reader's letter was in the outbox
  written_at timestamptz,
  unsubscribed integer not null default 0 check (unsubscribed >= 0),
  constraint begun_unless_draft check ((state = 'draft') = (begun_at is null))
);
create index newsletters_newest_first on newsletters (created_at desc, id desc);

alter table letters
  add column newsletter_id uuid references newsletters (id),
  add column unsubscribe_path text check (char_length(unsubscribe_path) <= 200),
  add column paused boolean not null default false;
create index letters_of_newsletter on letters (newsletter_id, email) where newsletter_id is not null;

-- What visitors read: classes, forum posts, gallery; and who asked for the newsletter.

create table classes (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 120),
  description text not null check (char_length(description) between 1 and 5000),
  image_id uuid not null references images (id),
  trainer_id uuid not null references trainers (id),
  created_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now()
);
create index classes_newest_first on classes (created_at desc, id desc);
create index classes_of_trainer on classes (trainer_id, created_at desc);

create table posts (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null references members (user_id),
  caption text not null check (char_length(caption) between 1 and 5000),
  image_id uuid not null references images (id),
  likes integer not null default 0 check (likes >= 0),
  dislikes integer not null default 0 check (dislikes >= 0),
  created_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now()
);
create index posts_newest_first on posts (created_at desc, id desc);
create index posts_of_author on posts (author_id, created_at desc);

-- Every click counts, at most fifty of a member on a post, both kinds together.
create table post_clicks (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references members (user_id),
  likes integer not null default 0 check (likes >= 0),
  dislikes integer not null default 0 check (dislikes >= 0),
  primary key (post_id, user_id),
  constraint fifty_clicks check (likes + dislikes between 1 and 50)
);

create table gallery_items (
  id uuid primary key default gen_random_uuid(),
  image_id uuid not null references images (id),
  caption text not null default '' check (char_length(caption) <= 200),
  alt_text text not null default '' check (char_length(alt_text) <= 300),
  position integer not null,
  created_at timestamptz not null default club_now()
);
create index gallery_in_order on gallery_items (position, id);

create table subscribers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  created_at timestamptz not null default club_now()
);
create index subscribers_newest_first on subscribers (created_at desc, id desc);

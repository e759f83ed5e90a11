-- Community: classes, forum, gallery and testimonials.

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
create index on classes (image_id);

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
create index on posts (image_id);
create trigger stays_erased before insert on posts for each row execute function refuse_erased('author_id');

-- Likes and dislikes by member, at most fifty on a post, both kinds together.
create table post_clicks (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references members (user_id),
  likes integer not null default 0 check (likes >= 0),
  dislikes integer not null default 0 check (dislikes >= 0),
  primary key (post_id, user_id),
  constraint fifty_clicks check (likes + dislikes between 1 and 50)
);
create index on post_clicks (user_id);
create trigger stays_erased before insert on post_clicks for each row execute function refuse_erased('user_id');

-- Reports of posts, one for each person. Deleted with the post.
create table reports (
  post_id uuid not null references posts (id) on delete cascade,
  reporter_id uuid not null references members (user_id),
  reason text not null check (char_length(reason) between 1 and 400),
  created_at timestamptz not null default club_now(),
  -- When an admin decided to leave the post.
  left_at timestamptz,
  -- Text of the post when it was reported. Null for older reports.
  words text check (char_length(words) between 1 and 5000),
  primary key (post_id, reporter_id)
);
create index reports_of_person on reports (reporter_id, created_at desc);
create index reports_that_wait on reports (post_id, created_at) where left_at is null;
create trigger stays_erased before insert on reports for each row execute function refuse_erased('reporter_id');

create table gallery_items (
  id uuid primary key default gen_random_uuid(),
  image_id uuid not null references images (id),
  caption text not null default '' check (char_length(caption) <= 200),
  alt_text text not null default '' check (char_length(alt_text) <= 300),
  position integer not null,
  created_at timestamptz not null default club_now()
);
create index gallery_in_order on gallery_items (position, id);
create index on gallery_items (image_id);

-- Testimonials, with the day on which the person agreed to their publication.
create table testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  who text not null default '' check (char_length(who) <= 100),
  words text not null check (char_length(words) between 1 and 400),
  image_id uuid not null references images (id),
  agreed_on date not null,
  created_at timestamptz not null default club_now()
);
create index on testimonials (image_id);

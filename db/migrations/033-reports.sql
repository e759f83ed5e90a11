-- Posts that people asked the club to look at, each person once. A post that goes takes its reports along.
create table reports (
  post_id uuid not null references posts (id) on delete cascade,
  reporter_id uuid not null references members (user_id),
  reason text not null check (char_length(reason) between 1 and 400),
  created_at timestamptz not null default club_now(),
  -- when an admin looked and left the post where it is
  left_at timestamptz,
  primary key (post_id, reporter_id)
);
create index reports_of_person on reports (reporter_id, created_at desc);
create index reports_that_wait on reports (post_id, created_at) where left_at is null;

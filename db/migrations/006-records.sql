-- What a member did (their own activity log) and what staff did to others (the audit log).

create table activities (
  id bigint generated always as identity primary key,
  user_id uuid not null references members (user_id),
  kind text not null check (kind in
    ('account', 'booking', 'payment', 'refund', 'application', 'post', 'class', 'click', 'profile', 'sign-in')),
  -- a sentence for the person it is about
  summary text not null check (char_length(summary) between 1 and 500),
  booking_id uuid references bookings (id),
  -- acts that are folded (clicks of a day on a post) share a key and count up
  fold_key text check (char_length(fold_key) <= 200),
  times integer not null default 1 check (times > 0),
  happened_at timestamptz not null default club_now()
);
create unique index one_folded_activity on activities (user_id, fold_key);
create index activities_newest_first on activities (user_id, happened_at desc, id desc);

create table audit_entries (
  id bigint generated always as identity primary key,
  actor_id uuid references members (user_id),
  action text not null check (char_length(action) between 1 and 60),
  subject_kind text not null check (char_length(subject_kind) between 1 and 60),
  subject_id text not null check (char_length(subject_id) between 1 and 255),
  before jsonb,
  after jsonb,
  happened_at timestamptz not null default club_now()
);
create index audit_newest_first on audit_entries (happened_at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever appended to' using errcode = 'check_violation', constraint = 'append_only';
end $$;
create trigger append_only before update or delete on audit_entries
  for each row execute function refuse_change();

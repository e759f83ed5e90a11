-- A letter about a change of dates is about hours from the first to the last, and is of interest to their trainers. Until
-- the last begins, the office and these trainers see recipients who may not know of the change.
alter table letters
  add column tell_by timestamptz,
  add column tell_until timestamptz,
  add column trainer_ids uuid[] not null default '{}' check (cardinality(trainer_ids) <= 1000),
  add constraint told_by_the_last check (tell_by <= tell_until),
  add constraint told_within check ((tell_by is null) = (tell_until is null));
create index letters_to_tell on letters (tell_until) where tell_until is not null;

-- A person was told by telephone, or in person, of the change that a letter reports.
create table tellings (
  letter_id uuid primary key references letters (id) on delete cascade,
  told_by uuid not null references members (user_id),
  told_at timestamptz not null default club_now()
);
create index on tellings (told_by);

-- When the member last opened a page with their dates.
alter table members add column dates_seen_at timestamptz;

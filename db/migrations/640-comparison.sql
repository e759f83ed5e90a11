-- A month beside the old system: what it charged, day by day, for a comparison with what the club would have charged.
create table comparisons (
  id uuid primary key default gen_random_uuid(),
  made_by uuid not null references members (user_id),
  made_at timestamptz not null default club_now(),
  source text not null check (char_length(source) between 1 and 60),
  until_day date not null default club_today() + 30,
  -- The days of which there is a file.
  covered datemultirange not null default '{}'
);
create unique index one_comparison on comparisons ((true));
create index on comparisons (made_by);

create table compared_charges (
  comparison_id uuid not null references comparisons (id) on delete cascade,
  charged_on date not null,
  -- In the file of that day.
  line integer not null check (line > 0),
  name text not null check (char_length(name) <= 201),
  -- Null for a person whom the club does not know.
  member_id uuid references members (user_id),
  amount_cents integer not null check (amount_cents between 1 and 100000000),
  primary key (comparison_id, charged_on, line)
);
create index on compared_charges (member_id) where member_id is not null;
create trigger stays_erased before insert on compared_charges for each row execute function refuse_erased('member_id');

-- What a club says about itself. Nothing said is '' or null, and then it is shown nowhere. The settings of the
-- environment stand over what is kept here.
create function lines_within(lines text[], many integer, longest integer) returns boolean
language sql immutable as $$
  select array_ndims(lines) = 1 and cardinality(lines) = many
    and not exists (select from unnest(lines) as line where line is null or char_length(line) > longest)
$$;

alter table club
  add column name text check (char_length(name) between 1 and 60),
  add column company text not null default '' check (char_length(company) <= 120),
  add column address text not null default '' check (char_length(address) <= 300),
  add column telephone text not null default '' check (char_length(telephone) <= 40),
  add column email text not null default '' check (char_length(email) <= 254),
  add column open_since integer check (open_since >= 1800 and open_since <= 2100),
  add column at_the_door text not null default '' check (char_length(at_the_door) <= 1000),
  add column about text not null default '' check (char_length(about) <= 5000),
  -- the lines over the three pictures of the first page, and the line under each; the three points; the ten
  -- services. Null: the words that every club begins with.
  add column headlines text[] constraint three_headlines check (lines_within(headlines, 3, 60)),
  add column taglines text[] constraint three_taglines check (lines_within(taglines, 3, 160)),
  add column points text[] constraint three_points check (lines_within(points, 3, 300)),
  add column service_names text[] constraint ten_service_names check (lines_within(service_names, 10, 60)),
  add column service_lines text[] constraint ten_service_lines check (lines_within(service_lines, 10, 160)),
  -- null until somebody looked over all of it
  add column settings_saved_at timestamptz;

-- A weekday without a row is a day on which the door stays shut; no rows at all: the hours were not said.
create table opening_hours (
  weekday text primary key
    check (weekday in ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')),
  opens time not null,
  closes time not null,
  constraint opens_before_closing check (opens < closes)
);

-- What people said of the club, and the day on which they agreed that it is shown.
create table voices (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  who text not null default '' check (char_length(who) <= 100),
  words text not null check (char_length(words) between 1 and 400),
  image_id uuid not null references images (id),
  agreed_on date not null,
  created_at timestamptz not null default club_now()
);

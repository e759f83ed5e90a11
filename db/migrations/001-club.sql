-- The club itself: its clock, its facts, its opening hours and its policies.

-- Tables of background jobs are created by pg-boss (platform/jobs.ts). Their schema is created here, under the migrator's
-- lock, because two processes cannot create it at the same time.
create schema if not exists pgboss;

-- Settings of this database apply to every program, also behind a connection pooler. Only its owner may change them.
-- Compiling the query of db/invariants.sql takes 37 s, running it without takes 0.2 s. With generic plans a statement is
-- planned once a connection; db/driver/dialect.ts writes what a plan depends on into the text.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
  execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
exception when insufficient_privilege then
  raise notice 'jit and plan_cache_mode stay as they are: this role does not own the database';
end $$;

-- The club's clock, read by every rule about time, so that all processes agree. Only the loader of the demo club and tests
-- set `club.now`, on a connection of their own.
create function club_now() returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('club.now', true), '')::timestamptz, now())
$$;

-- Waits until earlier transactions that took the lock of this name have ended.
create function advisory_lock(name text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(name, 0))
$$;

create function are_weekdays(days text[]) returns boolean language sql immutable as $$
  select cardinality(days) between 1 and 7
    and days <@ array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
    and cardinality(days) = (select count(distinct day) from unnest(days) as day)
$$;

-- Whether there are exactly `many` lines, each within `longest` characters.
create function lines_within(lines text[], many integer, longest integer) returns boolean
language sql immutable as $$
  select array_ndims(lines) = 1 and cardinality(lines) = many
    and not exists (select from unnest(lines) as line where line is null or char_length(line) > longest)
$$;

-- Facts about this club, one row. Empty text or null is shown nowhere. Settings of the environment have precedence.
create table club (
  only_row boolean primary key default true check (only_row),
  -- A demo club that was begun and not finished is created anew at the next start.
  demo_begun_at timestamptz,
  demo_loaded_at timestamptz,
  time_zone text not null default 'UTC',
  name text check (char_length(name) between 1 and 60),
  company text not null default '' check (char_length(company) <= 120),
  address text not null default '' check (char_length(address) <= 300),
  telephone text not null default '' check (char_length(telephone) <= 40),
  email text not null default '' check (char_length(email) <= 254),
  open_since integer check (open_since >= 1800 and open_since <= 2100),
  at_the_door text not null default '' check (char_length(at_the_door) <= 1000),
  about text not null default '' check (char_length(about) <= 5000),
  -- Texts of the home page: three headlines and taglines, three points, ten services. Null: the default copy.
  headlines text[] constraint three_headlines check (lines_within(headlines, 3, 60)),
  taglines text[] constraint three_taglines check (lines_within(taglines, 3, 160)),
  points text[] constraint three_points check (lines_within(points, 3, 300)),
  service_names text[] constraint ten_service_names check (lines_within(service_names, 10, 60)),
  service_lines text[] constraint ten_service_lines check (lines_within(service_lines, 10, 160)),
  -- Null until the settings were saved once.
  settings_saved_at timestamptz,
  -- Digest and expiry of the one-time link for the first admin.
  first_admin_digest text check (char_length(first_admin_digest) = 64),
  first_admin_until timestamptz,
  -- Null until it is set; '' when the club has none.
  tax_number text check (char_length(tax_number) <= 40),
  -- Included in every price.
  tax_percent numeric(4, 2) not null default 0 check (tax_percent >= 0),
  invoice_prefix text not null default '' check (invoice_prefix ~ '^([A-Z0-9][A-Z0-9-]{0,9})?$'),
  -- Whether members may choose to pay at the desk.
  pays_at_desk boolean not null default false,
  -- Trainers' share of their sales in percent, unless shares has another. Written from the environment at each start.
  trainer_share integer not null default 100 check (trainer_share between 0 and 100),
  -- Currency, fixed once money was taken, and the language of dates.
  currency char(3) not null default 'usd' constraint currency_is_code check (currency ~ '^[a-z]{3}$'),
  language text not null default 'en' check (char_length(language) between 2 and 20),
  constraint first_admin_has_end check ((first_admin_digest is null) = (first_admin_until is null))
);
insert into club default values;

-- Days and months are counted in the club's time zone. The zone in use is known to be valid: looking it up in
-- pg_timezone_names takes longer than any write of the row. The table is schema-qualified, since pg_dump restores with an
-- empty search_path.
create function is_time_zone(name text) returns boolean language sql stable as $$
  select case when exists (select from public.club where time_zone = is_time_zone.name) then true
    else exists (select from pg_timezone_names zones where lower(zones.name) = lower(is_time_zone.name)) end
$$;
alter table club add constraint zone_is_known check (is_time_zone(time_zone));

create function club_zone() returns text language sql stable as $$
  select time_zone from club
$$;

create function club_today() returns date language sql stable as $$
  select (club_now() at time zone club_zone())::date
$$;

-- The instant of a wall-clock time on a day; null when the clock skips that time on that day.
create function club_instant(day date, clock time) returns timestamptz language sql stable as $$
  select case when (x.t at time zone club_zone()) = day + clock then x.t end
  from (select (day + clock) at time zone club_zone() as t) x
$$;

-- The instant at which the club's clock shows the time that the clock of `old_zone` showed at `moment`.
create function on_the_new_clock(moment timestamptz, old_zone text) returns timestamptz language sql stable as $$
  select (moment at time zone old_zone) at time zone club_zone()
$$;

-- Stored prices, bookings and payments are in the club's currency, which is fixed once money was taken.
create function freeze_currency() returns trigger language plpgsql as $$
begin
  if exists (select from payments) or exists (select from stray_charges) or exists (select from payouts) then
    raise exception 'money was taken in another currency' using errcode = 'check_violation', constraint = 'currency_fixed';
  end if;
  -- held and sold hours refuse it
  update slots set currency = new.currency;
  return new;
end $$;
create trigger currency_frozen before update on club
  for each row when (old.currency <> new.currency) execute function freeze_currency();

-- Sets the club's currency on new prices and payouts; bookings and payments follow from prices.
create function use_club_currency() returns trigger language plpgsql as $$
begin
  select currency into new.currency from club for share;
  return new;
end $$;

-- Opening hours. A weekday without a row is closed; an empty table means that the hours are not published.
create table opening_hours (
  weekday text primary key
    check (weekday in ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')),
  opens time not null,
  closes time not null,
  constraint opens_before_closing check (opens < closes)
);

-- Policies are versioned and append-only: a promise names the version under which it was made.
create table policies (
  version integer generated always as identity primary key,
  -- Hours of the night, not counted towards a deadline. Equal times count every hour.
  quiet_from time not null default '21:00',
  quiet_until time not null default '07:00',
  cancellation_hours integer not null default 8 check (cancellation_hours between 0 and 72),
  -- Minutes after booking within which cancellation is always free.
  grace_minutes integer not null default 15 check (grace_minutes between 0 and 120),
  first_hour_notice_minutes integer not null default 120 check (first_hour_notice_minutes between 0 and 1440),
  make_up_days integer not null default 45 check (make_up_days between 7 and 180),
  set_at timestamptz not null default club_now(),
  -- Make-ups that a member may take a month, and how far ahead.
  make_ups_a_month integer not null default 2 check (make_ups_a_month between 0 and 31),
  make_up_ahead_days integer not null default 7 check (make_up_ahead_days between 1 and 30),
  -- Time of day of the reminder of tomorrow's lessons.
  remind_at time not null default '18:00',
  -- Days before the end of a month from which the following one is sold, first to its holder.
  renewal_open_days integer not null default 10 check (renewal_open_days between 1 and 20),
  -- Cooling off: hours after payment within which all of it is refunded, unless the first lesson has begun.
  cool_off_hours integer not null default 72 check (cool_off_hours between 0 and 336),
  pause_notice_hours integer not null default 24 check (pause_notice_hours between 0 and 168),
  -- Waking hours before a lesson by which the member knows whether it takes place.
  cover_hours integer not null default 3 check (cover_hours between 0 and 48),
  -- Notice, before the month ends, by which a trainer closes a sold slot.
  close_notice_days integer not null default 14 check (close_notice_days between 1 and 27)
);
insert into policies default values;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever appended to' using errcode = 'check_violation', constraint = 'append_only';
end $$;
create trigger append_only before update or delete on policies
  for each row execute function refuse_change();

-- Counters of rate-limiter-flexible (platform/rate-limits).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

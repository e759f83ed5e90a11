-- Identities, sessions and what the club knows of a person.

-- The club's clock. Every rule about time asks the database through this function, so that all processes
-- agree; only the demo's loader and tests set `club.now`, on a connection of their own.
create function club_now() returns timestamptz language sql stable as $$
  select coalesce(nullif(current_setting('club.now', true), '')::timestamptz, now())
$$;

-- One row of facts about this club itself.
create table club (
  only_row boolean primary key default true check (only_row),
  -- a demo club that was begun and not finished is made anew at the next start
  demo_begun_at timestamptz,
  demo_loaded_at timestamptz
);
insert into club default values;

-- users, sessions, accounts and verifications are Better Auth's; a test asks it whether anything is missing.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  email_verified boolean not null,
  image text check (char_length(image) <= 500),
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  user_id uuid not null references users (id) on delete cascade
);
create index sessions_of_user on sessions (user_id);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null
);
create index accounts_of_user on accounts (user_id);
create unique index one_account_per_provider_identity on accounts (provider_id, account_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index verifications_by_identifier on verifications (identifier);

-- Pictures: the files lie in the image storage under this id; a row is written only after its files.
create table images (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references users (id) on delete set null,
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null default club_now()
);
create index images_of_owner on images (owner_id, created_at);

create table members (
  user_id uuid primary key references users (id),
  role text not null default 'member' check (role in ('admin', 'trainer', 'member', 'applied')),
  -- counts the changes of the role: a bearer token names the count it was given under, and ends with it
  role_version integer not null default 0,
  photo_id uuid references images (id),
  height_cm integer check (height_cm between 50 and 260),
  age integer check (age between 10 and 120),
  blood_group text check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  skills text[] not null default '{}' check (cardinality(skills) <= 5),
  description text not null default '' check (char_length(description) <= 2000),
  created_at timestamptz not null default club_now(),
  updated_at timestamptz not null default club_now()
);
create index members_by_role on members (role);

-- The last admin stays: admins are locked in one order, so two demotions cannot both see the other.
create function keep_last_admin() returns trigger language plpgsql as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    perform user_id from members where role = 'admin' order by user_id for update;
    if not exists (select from members where role = 'admin' and user_id <> old.user_id) then
      raise exception 'the last admin stays' using errcode = 'check_violation', constraint = 'last_admin_stays';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger last_admin_stays before update of role or delete on members
  for each row execute function keep_last_admin();

create function count_role_change() returns trigger language plpgsql as $$
begin
  if new.role <> old.role then
    new.role_version := old.role_version + 1;
  end if;
  return new;
end $$;
create trigger role_changes_counted before update of role on members
  for each row execute function count_role_change();

create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

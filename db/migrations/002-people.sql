-- People: sign-in identities, pictures, and the club's record of each member.

-- Text search by any part of a name or an address: a text that contains a word contains the word's pieces. Returns every
-- substring of one to three characters, or of at least `shortest`.
create function pieces(words text, shortest integer default 1) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(substr(words, first, letters)), '{}')
  from generate_series(shortest, 3) letters, generate_series(1, length(words) - letters + 1) first
$$;

-- users, sessions, accounts, verifications and two_factors are Better Auth's. A test compares them with its schema.
create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  email_verified boolean not null,
  image text check (char_length(image) <= 500),
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  two_factor_enabled boolean not null default false,
  -- Erased people keep their row, without a name, so that the books still add up.
  erased_at timestamptz
);
create index users_newest_first on users (created_at desc, id desc);
create index users_erased on users (erased_at) where erased_at is not null;
create index users_by_pieces on users using gin (pieces(lower(name) || chr(10) || email));
-- Users who get no letters to many; few, so counting them is cheap.
create index users_not_proved on users (id) where not email_verified;

-- Erasure (docs/decisions/erased-people.md). Only the transaction that erases a person may change rows that are otherwise
-- frozen.
create function is_erasing() returns boolean language sql stable as $$
  select coalesce(current_setting('club.erasing', true), '') = 'on'
$$;

-- Waits for an erasure in progress, which holds the lock of the user's row.
create function is_erased(person uuid) returns boolean language plpgsql volatile as $$
begin
  perform from users where id = person for key share;
  -- looked at anew, once the row is nobody else's
  return exists (select from users where id = person and erased_at is not null);
end $$;

-- Refuses rows of an erased person. The argument names the column of the user id.
create function refuse_erased() returns trigger language plpgsql as $$
begin
  if is_erased((to_jsonb(new) ->> tg_argv[0])::uuid) then
    raise exception 'this account was erased' using errcode = 'check_violation', constraint = 'stays_erased';
  end if;
  return new;
end $$;

-- Drops rows that an erased person would read, without an error: late money is settled all the same.
create function skip_erased() returns trigger language plpgsql as $$
begin
  return case when is_erased(new.user_id) then null else new end;
end $$;

create trigger stays_erased before update on users for each row when (old.erased_at is not null) execute function refuse_erased('id');

create table sessions (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  user_id uuid not null references users (id) on delete cascade,
  constraint token_bounded check (char_length(token) between 1 and 255),
  constraint ip_address_bounded check (char_length(ip_address) <= 100),
  constraint user_agent_bounded check (char_length(user_agent) <= 500)
);
create index sessions_of_user on sessions (user_id);

-- Cuts long user agents instead of refusing the session.
create function cut_user_agent() returns trigger language plpgsql as $$
begin
  new.user_agent := left(new.user_agent, 500);
  return new;
end $$;
create trigger user_agent_cut before insert or update of user_agent on sessions
  for each row execute function cut_user_agent();
create trigger stays_erased before insert on sessions for each row execute function refuse_erased('user_id');

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
  updated_at timestamptz not null,
  constraint account_id_bounded check (char_length(account_id) between 1 and 255),
  constraint provider_id_bounded check (char_length(provider_id) between 1 and 60),
  constraint access_token_bounded check (char_length(access_token) <= 10000),
  constraint refresh_token_bounded check (char_length(refresh_token) <= 10000),
  constraint id_token_bounded check (char_length(id_token) <= 10000),
  constraint scope_bounded check (char_length(scope) <= 1000),
  constraint password_bounded check (char_length(password) <= 500)
);
create index accounts_of_user on accounts (user_id);
create unique index one_account_per_provider_identity on accounts (provider_id, account_id);
create trigger stays_erased before insert on accounts for each row execute function refuse_erased('user_id');

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  constraint identifier_bounded check (char_length(identifier) between 1 and 500),
  constraint value_bounded check (char_length(value) <= 10000)
);
create index verifications_by_identifier on verifications (identifier);

-- Second factors: codes of an authenticator app. Better Auth encrypts secret and recovery codes with the club's secret.
create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null check (char_length(secret) <= 500),
  backup_codes text not null check (char_length(backup_codes) <= 2000),
  -- False until a first code was confirmed; until then no code is required.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create trigger stays_erased before insert on two_factors for each row execute function refuse_erased('user_id');

-- Uploaded pictures. The files lie in the picture storage under this id and are written before the row.
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
create trigger stays_erased before insert on images for each row when (new.owner_id is not null) execute function refuse_erased('owner_id');

-- The club's record of a person.
create table members (
  user_id uuid primary key references users (id),
  role text not null default 'member' check (role in ('admin', 'trainer', 'member', 'applied')),
  -- Number of role changes. A bearer token names it and ends with the next change.
  role_version integer not null default 0,
  photo_id uuid references images (id),
  height_cm integer check (height_cm between 50 and 260),
  age integer check (age between 10 and 120),
  blood_group text check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  skills text[] not null default '{}' check (cardinality(skills) <= 5),
  description text not null default '' check (char_length(description) <= 2000),
  created_at timestamptz not null default club_now(),
  updated_at timestamptz not null default club_now(),
  -- Letters that the member switched off. Answers and receipts cannot be.
  unwanted_letters text[] not null default '{}',
  -- Part of the calendar's secret address; a new version revokes the old address.
  calendar_version integer not null default 1 check (calendar_version >= 1),
  -- Part of the link by which announcements are switched off without signing in.
  announcements_key uuid not null default gen_random_uuid() unique,
  -- When deletion of the account was requested. It happens once the months are over.
  leaving_since timestamptz,
  -- Address on future invoices.
  postal_address text not null default '' check (char_length(postal_address) <= 300),
  -- Whether the club decided the deletion. The member cannot revoke it then.
  leaving_by_club boolean not null default false,
  constraint members_unwanted_letters_check check (unwanted_letters <@ array['hours', 'announcements']),
  constraint club_decides_to_leave check (leaving_since is not null or not leaving_by_club)
);
create index members_by_role on members (role);
create index on members (photo_id) where photo_id is not null;
create index members_leaving on members (leaving_since) where leaving_since is not null;
create index members_newest_first on members (created_at desc, user_id desc);
create index members_of_role on members (role, created_at desc, user_id desc);
create index members_without_announcements on members (user_id) where 'announcements' = any (unwanted_letters);
create trigger stays_erased before update on members for each row execute function refuse_erased('user_id');

-- The last admin stays. All admins are locked in one order, so that two concurrent demotions see each other.
create function protect_last_admin() returns trigger language plpgsql as $$
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
  for each row execute function protect_last_admin();

create function count_role_change() returns trigger language plpgsql as $$
begin
  if new.role <> old.role then
    new.role_version := old.role_version + 1;
  end if;
  return new;
end $$;
create trigger role_changes_counted before update of role on members
  for each row execute function count_role_change();

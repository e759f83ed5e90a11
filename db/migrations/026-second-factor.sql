-- Codes from an authenticator app, asked for after a password or Google. The columns are Better Auth's, which encrypts
-- the secret and the recovery codes with the club's own secret.
alter table users add column two_factor_enabled boolean not null default false;

create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null check (char_length(secret) <= 500),
  backup_codes text not null check (char_length(backup_codes) <= 2000),
  -- until a first code proved that the app knows the secret, it opens and asks for nothing
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

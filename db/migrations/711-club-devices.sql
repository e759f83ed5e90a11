-- Browsers at the club's desk that keep its page for when the connection fails. Only a digest of the cookie is stored.

create table club_devices (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60),
  token_digest text not null unique check (token_digest ~ '^[0-9a-f]{64}$'),
  seen_at timestamptz not null default club_now(),
  created_at timestamptz not null default club_now()
);

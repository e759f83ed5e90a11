-- The waiver of the club by version, and its signatures. A new version is signed anew.
create table waivers (
  version integer primary key check (version > 0),
  words text not null check (char_length(words) between 1 and 10000),
  written_by uuid references members (user_id),
  created_at timestamptz not null default club_now()
);
create index on waivers (written_by) where written_by is not null;

create table waiver_signatures (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members (user_id),
  waiver_version integer not null references waivers (version),
  -- The member, or the guardian of a child.
  signer_name text not null check (char_length(signer_name) between 1 and 100),
  -- Path of an SVG of 600 by 140, if it was drawn.
  drawing text check (char_length(drawing) between 1 and 20000 and drawing ~ '^[ML0-9 ]+$'),
  -- Network address of the device.
  network text not null check (char_length(network) <= 100),
  -- Member of staff at whose device it was signed; null for the person's own.
  taken_by uuid references members (user_id),
  signed_at timestamptz not null default club_now(),
  unique (member_id, waiver_version)
);
create index on waiver_signatures (waiver_version);
create index on waiver_signatures (taken_by) where taken_by is not null;
create trigger stays_erased before insert on waiver_signatures for each row execute function refuse_erased('member_id');

-- What was signed stays as it was.
create function freeze_waiver() returns trigger language plpgsql as $$
begin
  raise exception 'a waiver and its signatures are not changed' using errcode = 'check_violation', constraint = 'waiver_frozen';
end $$;
create trigger waiver_frozen before update or delete on waivers for each row
  when (not is_erasing()) execute function freeze_waiver();
create trigger waiver_frozen before update on waiver_signatures for each row
  when (not is_erasing()) execute function freeze_waiver();

-- Whether the current waiver is signed; true without one.
create function has_signed_waiver(member uuid) returns boolean language sql stable as $$
  select not exists (select from waivers) or exists (select from waiver_signatures
    where member_id = member and waiver_version = (select max(version) from waivers))
$$;

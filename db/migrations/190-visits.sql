-- Visits of members. The id is made on the device that records it, so that sending it twice is one visit.
create table visits (
  id uuid primary key,
  member_id uuid not null references members (user_id),
  -- null for a member who came to train
  lesson_id uuid references lessons (id),
  came_at timestamptz not null,
  source text not null check (source in ('door', 'desk')),
  recorded_by uuid references members (user_id),
  undone_at timestamptz,
  received_at timestamptz not null default club_now()
);
create unique index one_visit_a_lesson on visits (lesson_id, member_id) where lesson_id is not null and undone_at is null;
create index visits_of_member on visits (member_id, came_at desc);
create index visits_of_lesson on visits (lesson_id) where lesson_id is not null;
create index visits_by_time on visits (came_at desc);
create index visits_recorded_by on visits (recorded_by) where recorded_by is not null;

-- What the codes at the door are made of.
alter table club add column door_secret uuid not null default gen_random_uuid();

-- The code at the door `steps` times 15 seconds ago.
create function door_code(steps integer) returns text language sql stable as $$
  select left(encode(sha256(convert_to(door_secret || ' ' || (floor(extract(epoch from club_now()) / 15)::bigint - steps), 'UTF8')), 'hex'), 10)
  from club
$$;

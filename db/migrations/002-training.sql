-- Trainers, their applications and their slots.

create function are_weekdays(days text[]) returns boolean language sql immutable as $$
  select cardinality(days) between 1 and 7
    and days <@ array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
    and cardinality(days) = (select count(distinct day) from unnest(days) as day)
$$;

create function are_skills(skills text[]) returns boolean language sql immutable as $$
  select cardinality(skills) <= 15
    and not exists (select from unnest(skills) as skill where skill is null or char_length(skill) not between 1 and 60)
$$;

create table trainer_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references members (user_id),
  name text not null check (char_length(name) between 1 and 100),
  years_of_experience integer not null check (years_of_experience between 0 and 60),
  hours_a_day integer not null check (hours_a_day between 1 and 12),
  weekdays text[] not null check (are_weekdays(weekdays)),
  skills text[] not null default '{}' check (are_skills(skills)),
  photo_id uuid references images (id),
  state text not null default 'pending' check (state in ('pending', 'approved', 'declined', 'withdrawn')),
  reason text check (char_length(reason) between 1 and 1000),
  decided_by uuid references members (user_id),
  decided_at timestamptz,
  created_at timestamptz not null default club_now(),
  check ((state = 'pending') = (decided_at is null)),
  check (state <> 'declined' or reason is not null)
);
create unique index one_open_application on trainer_applications (user_id) where state = 'pending';
create index applications_by_state on trainer_applications (state, created_at);
create index applications_of_user on trainer_applications (user_id, created_at desc);

create table trainers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references members (user_id),
  name text not null check (char_length(name) between 1 and 100),
  years_of_experience integer not null check (years_of_experience between 0 and 60),
  hours_a_day integer not null check (hours_a_day between 1 and 12),
  weekdays text[] not null check (are_weekdays(weekdays)),
  skills text[] not null default '{}' check (are_skills(skills)),
  photo_id uuid references images (id),
  joined_at timestamptz not null default club_now(),
  -- set when the role was taken back; sold slots stay with their buyers until they end
  retired_at timestamptz
);
create index trainers_by_joining on trainers (joined_at, id);

create table slots (
  id uuid primary key default gen_random_uuid(),
  trainer_id uuid not null references trainers (id),
  name text not null check (char_length(name) between 1 and 60),
  start_hour integer not null check (start_hour between 0 and 23),
  -- the card processor takes nothing below 50 cents
  price_cents integer not null check (price_cents between 50 and 1000000),
  currency char(3) not null default 'usd',
  removed_at timestamptz,
  created_at timestamptz not null default club_now()
);
create unique index one_slot_an_hour on slots (trainer_id, start_hour) where removed_at is null;
create unique index one_slot_a_name on slots (trainer_id, name) where removed_at is null;
create index slots_of_trainer on slots (trainer_id);

-- A role and the records behind it agree when a transaction ends.
create function check_role_agrees() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  current_role_name text;
begin
  select role into current_role_name from members where user_id = person;
  if current_role_name is null then
    return null;
  end if;
  if (current_role_name = 'trainer') <> exists (select from trainers where user_id = person and retired_at is null) then
    raise exception 'the role trainer and the trainer record must agree'
      using errcode = 'check_violation', constraint = 'trainer_role_agrees';
  end if;
  if (current_role_name = 'applied')
    <> exists (select from trainer_applications where user_id = person and state = 'pending') then
    raise exception 'the role applied and the open application must agree'
      using errcode = 'check_violation', constraint = 'applied_role_agrees';
  end if;
  return null;
end $$;
create constraint trigger role_agrees after insert or update of role on members
  deferrable initially deferred for each row execute function check_role_agrees();
create constraint trigger role_agrees after insert or update or delete on trainers
  deferrable initially deferred for each row execute function check_role_agrees();
create constraint trigger role_agrees after insert or update or delete on trainer_applications
  deferrable initially deferred for each row execute function check_role_agrees();

-- The offer: trainers and their applications, hours on sale, plans, and the times at which an hour is not given.
-- 012-sums.sql counts slots on offer.

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
create index on trainer_applications (decided_by) where decided_by is not null;
create index on trainer_applications (photo_id) where photo_id is not null;
create trigger stays_erased before insert on trainer_applications for each row execute function refuse_erased('user_id');

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
  -- When the trainer left. Sold slots stay with their buyers until they end.
  retired_at timestamptz,
  about text not null default '' check (char_length(about) <= 2000),
  offered_at timestamptz not null default club_now()
);
create index trainers_by_joining on trainers (joined_at, id);
create index on trainers (photo_id) where photo_id is not null;
-- Trainers who may cover a lesson.
create index trainers_by_name on trainers (name, id) where retired_at is null;
-- All trainers, including retired ones, whose months go on.
create index trainers_with_name on trainers (name, id);

-- The role and its records agree at the end of a transaction: a trainer has a trainer's record, an applicant an open
-- application.
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

-- Trainers' shares of their sales, in percent, from a day of the club's calendar on. Others get club.trainer_share.
create table shares (
  trainer_id uuid not null references trainers (id),
  -- A day of the club's calendar.
  counts_from date not null,
  percent integer not null check (percent between 0 and 100),
  set_by uuid not null references members (user_id),
  set_at timestamptz not null default club_now(),
  primary key (trainer_id, counts_from)
);
create index shares_by_admin on shares (set_by);

create function share_of(trainer uuid, moment timestamptz) returns integer language sql stable as $$
  select coalesce(
    (select percent from shares
      where trainer_id = trainer and counts_from <= (moment at time zone club_zone())::date
      order by counts_from desc limit 1),
    (select trainer_share from club))
$$;

-- Slots: one hour of a trainer's day, on each of the trainer's weekdays.
create table slots (
  id uuid primary key default gen_random_uuid(),
  trainer_id uuid not null references trainers (id),
  name text not null check (char_length(name) between 1 and 60),
  start_hour integer not null check (start_hour between 0 and 23),
  -- Card processors take at least 50 cents.
  price_cents integer not null check (price_cents between 50 and 1000000),
  currency char(3) not null default 'usd',
  removed_at timestamptz,
  created_at timestamptz not null default club_now(),
  -- When the slot was last offered at another hour, price or day. A new name does not count.
  offered_at timestamptz not null default club_now()
);
create unique index one_slot_an_hour on slots (trainer_id, start_hour) where removed_at is null;
create unique index one_slot_a_name on slots (trainer_id, name) where removed_at is null;
create index slots_of_trainer on slots (trainer_id);
create index slots_by_price on slots (price_cents) where removed_at is null;
create trigger slot_in_club_currency before insert on slots for each row execute function use_club_currency();

-- Bookings of before a change of hour, price or weekdays were of another offer.
create function note_offer() returns trigger language plpgsql as $$
begin
  new.offered_at := club_now();
  return new;
end $$;
create trigger offer_noted before update of start_hour, price_cents, currency on slots for each row
  when ((old.start_hour, old.price_cents, old.currency) is distinct from (new.start_hour, new.price_cents, new.currency))
  execute function note_offer();
create trigger offer_noted before update of weekdays on trainers for each row
  when (old.weekdays <> new.weekdays) execute function note_offer();

-- A held or sold slot is frozen: its buyer keeps the hour and the price that were shown. A hold locks the slot's row for
-- share, so that it and a change of the slot cannot overlap.
create function freeze_sold_slot() returns trigger language plpgsql as $$
begin
  if exists (select from bookings where slot_id = old.id and state in ('held', 'paying', 'paid')) then
    raise exception 'a held or sold slot is frozen' using errcode = 'check_violation', constraint = 'sold_slot_frozen';
  end if;
  return coalesce(new, old);
end $$;
create trigger sold_slot_frozen before update or delete on slots
  for each row execute function freeze_sold_slot();

-- Plans: surcharge on the price of the slot, and classes included.
create table plans (
  name text primary key check (name in ('silver', 'gold', 'diamond')),
  surcharge_cents integer not null check (surcharge_cents >= 0),
  classes integer not null check (classes > 0),
  position integer not null unique
);
insert into plans (name, surcharge_cents, classes, position)
values ('silver', 0, 5, 1), ('gold', 2000, 3, 2), ('diamond', 5000, 6, 3);

-- Days on which the club is closed. Paid hours of these days are owed as make-ups.
create table closures (
  id uuid primary key default gen_random_uuid(),
  from_day date not null,
  until_day date not null,
  reason text not null check (char_length(reason) between 1 and 120),
  set_by uuid not null references members (user_id),
  created_at timestamptz not null default club_now(),
  constraint closed_for_a_month_at_most check (until_day between from_day and from_day + 31),
  constraint closed_once exclude using gist (daterange(from_day, until_day, '[]') with &&)
);
create index on closures (set_by);

create function is_closed(day date) returns boolean language sql stable as $$
  select exists (select from closures where day between from_day and until_day)
$$;

-- Absences of trainers. Their lessons are covered by another trainer, or called off and owed.
create table absences (
  id uuid primary key default gen_random_uuid(),
  trainer_id uuid not null references trainers (id),
  -- Wall-clock time: the first hour of the absence, and the first hour after it.
  from_day date not null,
  from_hour integer not null check (from_hour between 0 and 23),
  until_day date not null,
  until_hour integer not null check (until_hour between 1 and 24),
  set_by uuid not null references members (user_id),
  created_at timestamptz not null default club_now(),
  constraint away_for_a_month_at_most check (until_day between from_day and from_day + 31),
  constraint away_for_some_time check ((until_day, until_hour) > (from_day, from_hour))
);
create index absences_of_trainer on absences (trainer_id, until_day);
create index absences_set_by on absences (set_by);

-- A retired trainer is absent for good.
create function is_away(trainer uuid, day date, hour integer) returns boolean language sql stable as $$
  select exists (select from trainers where id = trainer and retired_at is not null)
    or exists (select from absences where trainer_id = trainer
      and (day, hour) >= (from_day, from_hour) and (day, hour) < (until_day, until_hour))
$$;

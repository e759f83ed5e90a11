-- A single class bought inside its booking: its order names the date of the class and holds a place until it is paid.
alter table orders
  add column lesson_id uuid references lessons (id),
  add constraint only_a_class_names_its_date check (lesson_id is null or kind = 'class');
create index orders_of_lesson on orders (lesson_id) where lesson_id is not null;
create unique index one_unpaid_order_a_place on orders (holder_id, lesson_id)
  where lesson_id is not null and state in ('held', 'paying');
create trigger lesson_of_order_stays before update of lesson_id on orders for each row
  when (new.lesson_id is distinct from old.lesson_id) execute function refuse_change();

-- A held place counts as taken.
alter table participants
  drop constraint participants_state_check,
  add constraint participants_state_check
    check (state in ('waiting', 'held', 'booked', 'cancelled', 'late', 'left', 'called_off')),
  drop constraint class_is_paid,
  add constraint class_is_paid check (kind <> 'class' or state in ('waiting', 'held', 'left', 'called_off')
    or num_nonnulls(allowance_id, invited_by) = 1);
drop index one_place_each;
create unique index one_place_each on participants (lesson_id, member_id) where state in ('waiting', 'held', 'booked');

-- The same as before, and a held place needs the order that holds it. One that ran out holds again when its money comes late.
create or replace function check_participant_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    select kind into new.kind from lessons where id = new.lesson_id;
    if not (new.state = 'booked' or new.kind = 'class' and new.state in ('waiting', 'held')) then
      raise exception 'a participation begins booked' using errcode = 'check_violation', constraint = 'legal_participant_transition';
    end if;
    if new.state = 'held' and not exists (select from orders where lesson_id = new.lesson_id and holder_id = new.member_id
      and state in ('held', 'paying', 'expired', 'cancelled')) then
      raise exception 'no order holds this place' using errcode = 'check_violation', constraint = 'held_by_its_order';
    end if;
  elsif new.state <> old.state and not (
    old.state = 'booked' and new.state in ('cancelled', 'late', 'called_off')
    or new.kind = 'class' and old.state in ('waiting', 'held') and new.state in ('booked', 'left', 'called_off')) then
    raise exception 'a participation cannot move from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'legal_participant_transition';
  elsif (new.lesson_id, new.member_id, new.kind) is distinct from (old.lesson_id, old.member_id, old.kind) then
    raise exception 'lesson and member of a participation are frozen'
      using errcode = 'check_violation', constraint = 'participant_frozen';
  end if;
  if tg_op = 'UPDATE' and new.state <> old.state then
    new.attendance := null;
    new.marked_by := null;
  end if;
  new.changed_at := club_now();
  return new;
end $$;

create or replace function count_places() returns trigger language plpgsql as $$
declare
  places integer := (new.state in ('held', 'booked'))::integer
    - case tg_op when 'UPDATE' then (old.state in ('held', 'booked'))::integer else 0 end;
begin
  if places <> 0 then
    update lessons set taken = taken + places where id = new.lesson_id;
  end if;
  return null;
end $$;

create or replace function check_one_class_at_a_time() returns trigger language plpgsql as $$
begin
  perform advisory_lock('hours of ' || new.member_id);
  if exists (
    select from participants p join lessons other on other.id = p.lesson_id join lessons own on own.id = new.lesson_id
    where p.member_id = new.member_id and p.id <> new.id and p.state in ('held', 'booked') and (p.kind = 'class' or new.kind = 'class')
      and other.state = 'planned' and other.on_date = own.on_date and other.span && own.span) then
    raise exception 'a person takes one class at a time' using errcode = 'check_violation', constraint = 'one_class_at_a_time';
  end if;
  return null;
end $$;
drop trigger one_class_at_a_time on participants;
create trigger one_class_at_a_time after insert or update of state on participants
  for each row when (new.state in ('held', 'booked')) execute function check_one_class_at_a_time();

-- The same as before, with held places.
create or replace view commitments as
  select p.member_id as person_id, false as gives, l.on_date, l.start_hour, l.trainer_id, l.booking_id, l.id as lesson_id
  from participants p join lessons l on l.id = p.lesson_id
  where p.state = 'booked' and l.state = 'planned' and l.kind = 'hour'
  union all
  select t.user_id, true, l.on_date, l.start_hour, l.trainer_id, l.booking_id, l.id
  from lessons l join trainers t on t.id = l.trainer_id
  where l.state = 'planned' and l.kind = 'hour'
  union all
  select buyer_id, false, on_date, start_hour, trainer_id, booking_id, null from hours_on_hold
  union all
  select trainer_user_id, true, on_date, start_hour, trainer_id, booking_id, null from hours_on_hold
  union all
  select p.member_id, false, l.on_date, hour, l.trainer_id, null, l.id
  from participants p join lessons l on l.id = p.lesson_id
    cross join lateral generate_series(l.start_hour, (l.start_hour * 60 + l.start_minute + l.minutes - 1) / 60) hour
  where p.state in ('held', 'booked') and l.state = 'planned' and l.kind = 'class'
  union all
  select t.user_id, true, l.on_date, hour, l.trainer_id, null, l.id
  from lessons l join trainers t on t.id = l.trainer_id
    cross join lateral generate_series(l.start_hour, (l.start_hour * 60 + l.start_minute + l.minutes - 1) / 60) hour
  where l.state = 'planned' and l.kind = 'class';

-- The payment books the held place with the class that it gives. An order that ends unpaid frees it. The name makes it run
-- after order_gives_classes.
create function move_held_place() returns trigger language plpgsql as $$
begin
  update participants set state = case new.state when 'paid' then 'booked' else 'left' end,
    allowance_id = case new.state when 'paid' then new.id end
  where lesson_id = new.lesson_id and member_id = new.holder_id and state = 'held';
  return null;
end $$;
create trigger place_follows_order after update of state on orders for each row
  when (new.lesson_id is not null and new.state <> old.state and new.state not in ('held', 'paying')) execute function move_held_place();

-- No class is paid without its place.
create function check_paid_place() returns trigger language plpgsql as $$
begin
  if not exists (select from participants where lesson_id = new.lesson_id and allowance_id = new.id) then
    raise exception 'this class is paid without a place' using errcode = 'check_violation', constraint = 'paid_class_has_its_place';
  end if;
  return null;
end $$;
create constraint trigger paid_class_has_its_place after update of state on orders deferrable initially deferred for each row
  when (new.lesson_id is not null and new.state = 'paid' and old.state <> 'paid') execute function check_paid_place();

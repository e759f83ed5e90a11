-- Places in classes: allowances that pay for them, waiting lists, and attendance.

-- Classes that one person may take, given by an order: a paid month, or any other order of classes.
create table allowances (
  order_id uuid primary key references orders (id),
  member_id uuid not null references members (user_id),
  -- Null for an unlimited number.
  given integer check (given between 0 and 200),
  used integer not null default 0,
  -- Classes that start within it.
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  -- When the order was refunded or ended, so that it pays for no further class.
  ended_at timestamptz,
  created_at timestamptz not null default club_now(),
  constraint allowance_kept check (used >= 0 and (given is null or used <= given))
);
create index allowances_of_member on allowances (member_id, ended_at);

alter table participants
  add column kind text not null default 'hour' check (kind in ('hour', 'class')),
  -- The order whose allowance pays for a class.
  add column allowance_id uuid references allowances (order_id),
  -- The member of staff who let a guest in, without an allowance.
  add column invited_by uuid references members (user_id),
  -- Number in the line of a full class, assigned under the lock of its lesson.
  add column queue_number integer check (queue_number > 0),
  add column promoted_at timestamptz,
  add column attendance text check (attendance in ('attended', 'missed', 'excused')),
  add column marked_by uuid references members (user_id),
  drop constraint participants_state_check,
  add constraint participants_state_check check (state in ('waiting', 'booked', 'cancelled', 'late', 'left', 'called_off')),
  add constraint waits_in_line check (state <> 'waiting' or queue_number is not null),
  add constraint class_is_paid check (kind <> 'class' or state in ('waiting', 'left', 'called_off') or num_nonnulls(allowance_id, invited_by) = 1),
  add constraint hour_is_paid_by_its_month check (kind <> 'hour' or num_nonnulls(allowance_id, invited_by, queue_number) = 0),
  add constraint marked_by_somebody check ((attendance is null) = (marked_by is null)),
  add constraint only_a_place_is_marked check (attendance is null or state = 'booked' or state = 'late' and attendance = 'excused');
drop index one_member_a_lesson;
create unique index one_member_a_lesson on participants (lesson_id) where state = 'booked' and kind = 'hour';
create unique index one_place_each on participants (lesson_id, member_id) where state in ('waiting', 'booked');
create unique index one_number_in_line on participants (lesson_id, queue_number) where queue_number is not null;
create index waiting_participants on participants (lesson_id, queue_number) where state = 'waiting';
create index participants_of_allowance on participants (allowance_id) where allowance_id is not null;
create index on participants (invited_by) where invited_by is not null;
create index on participants (marked_by) where marked_by is not null;

create or replace function check_participant_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    select kind into new.kind from lessons where id = new.lesson_id;
    if not (new.state = 'booked' or new.kind = 'class' and new.state = 'waiting') then
      raise exception 'a participation begins booked' using errcode = 'check_violation', constraint = 'legal_participant_transition';
    end if;
  elsif new.state <> old.state and not (
    old.state = 'booked' and new.state in ('cancelled', 'late', 'called_off')
    or new.kind = 'class' and old.state = 'waiting' and new.state in ('booked', 'left', 'called_off')) then
    raise exception 'a participation cannot move from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'legal_participant_transition';
  elsif (new.lesson_id, new.member_id, new.kind) is distinct from (old.lesson_id, old.member_id, old.kind) then
    raise exception 'lesson and member of a participation are frozen'
      using errcode = 'check_violation', constraint = 'participant_frozen';
  end if;
  new.changed_at := club_now();
  return new;
end $$;

-- Counts the places of a class. The lesson's row is locked by the count, and its check refuses one place too many.
create function count_places() returns trigger language plpgsql as $$
declare
  places integer := (new.state = 'booked')::integer - case tg_op when 'UPDATE' then (old.state = 'booked')::integer else 0 end;
begin
  if places <> 0 then
    update lessons set taken = taken + places where id = new.lesson_id;
  end if;
  return null;
end $$;
create trigger places_counted after insert or update of state on participants
  for each row when (new.kind = 'class') execute function count_places();

-- Whether a place counts as a class taken, under the policy of its booking.
create function is_charged(state text, attendance text, policy integer) returns boolean language sql stable as $$
  select attendance is distinct from 'excused'
    and (state = 'booked' and (attendance is distinct from 'missed' or missed_costs) or state = 'late' and late_costs)
  from policies where version = policy
$$;

-- Whether an order pays for classes now.
create function gives_classes(o orders) returns boolean language sql stable as $$ select o.state = 'paid' $$;

-- Counts the classes of an allowance. It counts before it checks, so that the count's lock serialises a booking with
-- whatever ends the allowance.
create function count_allowance() returns trigger language plpgsql as $$
declare
  before uuid := case when tg_op = 'UPDATE' and is_charged(old.state, old.attendance, old.policy_version) then old.allowance_id end;
  now uuid := case when is_charged(new.state, new.attendance, new.policy_version) then new.allowance_id end;
begin
  if now is not distinct from before then
    return null;
  end if;
  if before is not null then
    update allowances set used = used - 1 where order_id = before;
  end if;
  if now is not null then
    update allowances set used = used + 1 where order_id = now;
    if new.state = 'booked' and new.attendance is null and not exists (
      select from allowances a join orders o on o.id = a.order_id join lessons l on l.id = new.lesson_id
      where a.order_id = now and a.member_id = new.member_id and a.ended_at is null and a.during @> l.starts_at and gives_classes(o)) then
      raise exception 'this allowance does not cover that class' using errcode = 'check_violation', constraint = 'allowance_covers_class';
    end if;
  end if;
  return null;
end $$;
create trigger allowance_counted after insert or update of state, allowance_id, attendance on participants
  for each row when (new.kind = 'class') execute function count_allowance();

-- A person takes one class at a time, and none during an hour of theirs. Two hours at one time are legal: people buy for
-- each other. The lock serialises concurrent transactions, which do not see each other's rows.
create function check_one_class_at_a_time() returns trigger language plpgsql as $$
begin
  perform advisory_lock('hours of ' || new.member_id);
  if exists (
    select from participants p join lessons other on other.id = p.lesson_id join lessons own on own.id = new.lesson_id
    where p.member_id = new.member_id and p.id <> new.id and p.state = 'booked' and (p.kind = 'class' or new.kind = 'class')
      and other.state = 'planned' and other.on_date = own.on_date and other.span && own.span) then
    raise exception 'a person takes one class at a time' using errcode = 'check_violation', constraint = 'one_class_at_a_time';
  end if;
  return null;
end $$;
create trigger one_class_at_a_time after insert or update of state on participants
  for each row when (new.state = 'booked') execute function check_one_class_at_a_time();

-- A paid month gives the classes of its plan, in the statement that makes it paid. The allowance moves and ends with it.
create function give_month_classes() returns trigger language plpgsql as $$
begin
  if new.state = 'paid' then
    insert into allowances (order_id, member_id, given, during)
    select new.id, new.buyer_id, classes, tstzrange(new.begins_at, greatest(new.paid_until, new.begins_at + interval '1 second')) from plans where name = new.plan
    on conflict (order_id) do update set during = excluded.during;
  else
    update allowances set ended_at = club_now() where order_id = new.id and ended_at is null;
  end if;
  return null;
end $$;
create trigger month_gives_classes after update of state, paid_until, begins_at on bookings for each row
  when (new.state = 'paid' or old.state = 'paid' and new.state <> 'paid') execute function give_month_classes();
insert into allowances (order_id, member_id, given, during)
select b.id, b.buyer_id, p.classes, tstzrange(b.begins_at, greatest(b.paid_until, b.begins_at + interval '1 second'))
from bookings b join plans p on p.name = b.plan where b.state = 'paid';

-- The moment after so many waking minutes of the current policy.
create function add_waking_minutes(moment timestamptz, minutes integer) returns timestamptz language plpgsql stable as $$
declare
  policy policies;
  local timestamp := moment at time zone club_zone();
  notice interval := make_interval(mins => minutes);
  awake interval;
begin
  select * into policy from policies order by version desc limit 1;
  if policy.quiet_from = policy.quiet_until then
    return (local + notice) at time zone club_zone();
  end if;
  while notice > interval '0' loop
    if time_until(policy.quiet_from, local::time) < time_until(policy.quiet_from, policy.quiet_until) then
      local := local + time_until(local::time, policy.quiet_until);
    end if;
    awake := least(notice, time_until(local::time, policy.quiet_from));
    local := local + awake;
    notice := notice - awake;
  end loop;
  return local at time zone club_zone();
end $$;
create or replace function first_hour_from(booked_at timestamptz) returns timestamptz language sql stable as $$
  select add_waking_minutes(booked_at, (select first_hour_notice_minutes from policies order by version desc limit 1))
$$;

-- A date of a month at which its member takes a class is a make-up of their own making.
alter table make_ups drop constraint make_ups_because_check,
  add constraint make_ups_because_check check (because in
    ('no such hour', 'trainer taken', 'given back', 'moved', 'by the club', 'closed', 'paid late', 'paused', 'trainer away',
      'granted', 'class then'));
create or replace function is_owed_by_club(because text) returns boolean language sql immutable as $$
  select because not in ('given back', 'moved', 'paused', 'paid late', 'class then')
$$;

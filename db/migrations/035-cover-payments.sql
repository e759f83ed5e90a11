-- What a lesson moves from the trainer of its month to the trainer who gives it. 049-cover-books.sql has its ledger and sums.

-- Part of a lesson's share that moves; null until an admin sets it, and then nothing moves.
alter table policies add column cover_percent integer check (cover_percent between 0 and 100);

-- The policy under which a lesson given by another trainer is paid; null for other lessons, and once it is paid.
alter table lessons add column cover_policy_version integer references policies (version);
create index lessons_with_cover_to_pay on lessons (starts_at) where cover_policy_version is not null;

-- A trainer who takes over a lesson keeps the policy of that moment.
create function set_cover_policy() returns trigger language plpgsql as $$
begin
  if new.state <> 'planned' then
    new.cover_policy_version := null;
  elsif tg_op = 'INSERT' or new.trainer_id <> old.trainer_id then
    new.cover_policy_version := (
      select version from (select * from policies order by version desc limit 1) policy
      where cover_percent > 0 and new.trainer_id <> (
        select s.trainer_id from bookings b join slots s on s.id = b.slot_id where b.id = new.booking_id));
  end if;
  return new;
end $$;
create trigger cover_policy_set before insert or update of trainer_id, state on lessons
  for each row execute function set_cover_policy();

-- Written once, when the lesson has begun.
create table cover_payments (
  lesson_id uuid primary key references lessons (id),
  booking_id uuid not null references bookings (id),
  from_trainer_id uuid not null references trainers (id),
  to_trainer_id uuid not null references trainers (id),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null,
  policy_version integer not null references policies (version),
  created_at timestamptz not null default club_now(),
  constraint covers_another check (from_trainer_id <> to_trainer_id)
);
create index on cover_payments (booking_id);
create index cover_payments_from_trainer on cover_payments (from_trainer_id, created_at desc);
create index cover_payments_to_trainer on cover_payments (to_trainer_id, created_at desc);
create index cover_payments_by_time on cover_payments (created_at, lesson_id);

-- The amount that a lesson moves under a policy: its part of the share of the month as sold, rounded down, and at most what
-- other lessons left of it. Refunds do not reduce it: the month's own trainer bears them. Null without a payment.
create function cover_cents(lesson uuid, policy integer) returns integer language sql stable as $$
  select greatest(0, least(
    share.cents * coalesce(cover_percent, 0) / (100 * nullif(count_dates(l.booking_id), 0)),
    share.cents - (select coalesce(sum(amount_cents), 0) from cover_payments c where c.booking_id = l.booking_id)))::integer
  from lessons l join payments p on p.booking_id = l.booking_id join policies on version = policy,
    lateral (select p.amount_cents::bigint * p.share_percent / 100 as cents) share
  where l.id = lesson
$$;

-- Computes the row from its lesson; none is written when nothing moves. The lock on the payment serialises the lessons of
-- a month.
create function set_cover_payment() returns trigger language plpgsql as $$
declare
  lesson lessons;
begin
  select * into lesson from lessons where id = new.lesson_id;
  if not coalesce(lesson.state = 'planned' and lesson.starts_at <= club_now() and lesson.cover_policy_version is not null, false) then
    raise exception 'a cover is paid for a lesson that has begun' using errcode = 'check_violation', constraint = 'cover_was_given';
  end if;
  select p.booking_id, p.currency, s.trainer_id into new.booking_id, new.currency, new.from_trainer_id
  from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
  where p.booking_id = lesson.booking_id for update of p;
  new.to_trainer_id := lesson.trainer_id;
  new.policy_version := lesson.cover_policy_version;
  new.amount_cents := cover_cents(lesson.id, lesson.cover_policy_version);
  return case when new.amount_cents > 0 then new end;
end $$;
create trigger cover_payment_set before insert on cover_payments
  for each row execute function set_cover_payment();

create function freeze_cover_payment() returns trigger language plpgsql as $$
begin
  raise exception 'a cover payment never changes' using errcode = 'check_violation', constraint = 'cover_payment_frozen';
end $$;
create trigger cover_payment_frozen before update or delete on cover_payments
  for each row execute function freeze_cover_payment();

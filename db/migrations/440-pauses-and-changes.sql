-- Pauses of memberships, and changes of their offer: by the member, or by the club, which tells the member 30 days before.
alter table memberships
  -- Days of all pauses; the ends of all later periods are so much later.
  add column paused_days integer not null default 0 check (paused_days between 0 and 3660),
  -- The offer of the periods that begin from `next_offer_from` on.
  add column next_offer_id uuid references offers (id),
  add column next_offer_from timestamptz,
  -- When the member was told by letter, or chose it.
  add column next_offer_told_at timestamptz,
  add column next_offer_by text check (next_offer_by in ('member', 'club')),
  add constraint next_offer_is_whole
    check (num_nonnulls(next_offer_id, next_offer_from, next_offer_told_at, next_offer_by) in (0, 4)),
  add constraint change_was_told
    check (next_offer_by <> 'club' or next_offer_from >= next_offer_told_at + interval '30 days');
create index on memberships (next_offer_id) where next_offer_id is not null;

-- Days on which a membership rests.
create table pauses (
  id uuid primary key default gen_random_uuid(),
  membership_id uuid not null references memberships (id),
  days daterange not null check (not isempty(days) and not lower_inf(days) and not upper_inf(days) and upper(days) - lower(days) <= 92),
  asked_by uuid not null references members (user_id),
  created_at timestamptz not null default club_now(),
  constraint paused_once exclude using gist (membership_id with =, days with &&)
);
create index on pauses (asked_by);

-- The months of all periods of a membership up to this one. The offers of its periods may differ.
create function months_through(membership uuid, last_period integer) returns integer language sql stable as $$
  select coalesce(sum(period_months), 0)::integer from orders join offers on offers.id = offer_id
  where membership_id = membership and period <= last_period and orders.state not in ('expired', 'cancelled')
$$;

-- The offer of a membership's period that begins at a moment.
create function offer_from(contract memberships, moment timestamptz) returns uuid language sql immutable as $$
  select case when contract.next_offer_from <= moment then contract.next_offer_id else contract.offer_id end
$$;

-- Members pay another price or get other terms only by a planned change, once it counts.
create function check_offer_changed() returns trigger language plpgsql as $$
begin
  if new.offer_id <> old.offer_id and (new.offer_id is distinct from old.next_offer_id or new.next_offer_id is not null) then
    raise exception 'a membership changes as planned' using errcode = 'check_violation', constraint = 'change_as_planned';
  end if;
  return new;
end $$;
create trigger change_as_planned before update of offer_id on memberships for each row execute function check_offer_changed();

create or replace function check_period_ordered() returns trigger language plpgsql as $$
declare
  contract memberships;
  before orders;
  terms offers;
begin
  select * into contract from memberships where id = new.membership_id for no key update;
  if new.period > 1 then
    select * into before from orders where membership_id = contract.id and period = new.period - 1 and state in ('paid', 'ended');
    if contract.state <> 'running' or before.id is null then
      raise exception 'a period follows one that was paid' using errcode = 'check_violation', constraint = 'period_follows';
    end if;
    if contract.ends_at <= before.until_at then
      raise exception 'this membership ends' using errcode = 'check_violation', constraint = 'membership_ends';
    end if;
  end if;
  select * into terms from offers where id = offer_from(contract, coalesce(before.until_at, contract.created_at));
  if (new.offer_id, new.holder_id, new.title, new.price_cents, new.currency)
    is distinct from (terms.id, contract.member_id, terms.title, terms.price_cents, terms.currency) then
    raise exception 'a period has the terms of its membership' using errcode = 'check_violation', constraint = 'period_has_terms';
  end if;
  if new.period > 1 then
    new.begins_at := before.until_at;
    new.until_at := month_end(contract.anchor_at, months_through(contract.id, before.period) + terms.period_months, contract.paused_days);
  end if;
  return new;
end $$;

-- Sets the days of use with the payment, and moves them by a pause. The first payment begins the membership; the first of
-- another offer carries out the change.
create or replace function set_order_days() returns trigger language plpgsql as $$
declare
  contract memberships;
begin
  if (new.offer_id, new.membership_id, new.period) is distinct from (old.offer_id, old.membership_id, old.period) then
    raise exception 'the offer of an order is frozen' using errcode = 'check_violation', constraint = 'order_frozen';
  end if;
  if new.until_at is distinct from old.until_at and new.membership_id is not null and old.until_at > club_now() and new.state = old.state then
    select * into contract from memberships where id = new.membership_id;
    new.until_at := month_end(contract.anchor_at, months_through(contract.id, new.period), contract.paused_days);
    new.begins_at := case when old.begins_at > club_now() and new.period > 1
      then month_end(contract.anchor_at, months_through(contract.id, new.period - 1), contract.paused_days) else old.begins_at end;
    return new;
  end if;
  new.begins_at := old.begins_at;
  new.until_at := old.until_at;
  if new.state = 'paid' and old.state <> 'paid' then
    if new.period = 1 then
      select new.paid_at, month_end(new.paid_at, period_months) into new.begins_at, new.until_at from offers where id = new.offer_id;
      update memberships set state = 'running', anchor_at = new.paid_at where id = new.membership_id and state = 'begun';
    end if;
    if new.period is null then
      select new.paid_at, ((new.paid_at at time zone club_zone())::date + valid_days + 1)::timestamp at time zone club_zone()
      into new.begins_at, new.until_at from offers where id = new.offer_id and valid_days is not null;
    elsif not exists (select from memberships where id = new.membership_id and state = 'running') then
      raise exception 'this membership is over' using errcode = 'check_violation', constraint = 'membership_runs';
    end if;
    update memberships set offer_id = new.offer_id, next_offer_id = null, next_offer_from = null, next_offer_told_at = null, next_offer_by = null
    where id = new.membership_id and next_offer_id = new.offer_id and offer_id <> new.offer_id;
  end if;
  return new;
end $$;

create function move_allowance() returns trigger language plpgsql as $$
begin
  update allowances set during = tstzrange(new.begins_at, new.until_at) where order_id = new.id;
  return null;
end $$;
create trigger allowance_moves after update of until_at on orders for each row
  when (new.membership_id is not null and old.until_at is not null and new.until_at <> old.until_at) execute function move_allowance();

-- A pause begins in a paid period and moves the end of each period that is not over, with what is to be paid for it.
create function apply_pause() returns trigger language plpgsql as $$
declare
  contract uuid := coalesce(new.membership_id, old.membership_id);
  later integer := coalesce(upper(new.days) - lower(new.days), 0) - coalesce(upper(old.days) - lower(old.days), 0);
begin
  update memberships set paused_days = paused_days + later,
    ends_at = case when ends_at is not null then month_end(ends_at, 0, later) end
  where id = contract;
  if new.id is not null and not exists (select from orders where membership_id = contract and state = 'paid'
    and lower(new.days) between (begins_at at time zone club_zone())::date and (until_at at time zone club_zone())::date) then
    raise exception 'a pause begins in a paid period' using errcode = 'check_violation', constraint = 'pause_in_paid_period';
  end if;
  -- the trigger of orders sets the days
  update orders set until_at = month_end(until_at, 0, later),
    hold_expires_at = case when hold_expires_at is not null then month_end(hold_expires_at, 0, later) end
  where membership_id = contract and state in ('held', 'paying', 'paid') and until_at > club_now();
  update collections set next_try_at = month_end(next_try_at, 0, later) from orders
  where orders.id = order_id and membership_id = contract and next_try_at is not null;
  return null;
end $$;
create trigger pause_applied after insert or update of days or delete on pauses for each row execute function apply_pause();

-- Whether an allowance is there at a moment: in its days, and not in a pause.
create function covers_moment(a allowances, moment timestamptz) returns boolean language sql stable as $$
  select a.during @> moment and not exists (
    select from orders join pauses on pauses.membership_id = orders.membership_id
    where orders.id = a.order_id and days @> (moment at time zone club_zone())::date)
$$;
create or replace function count_allowance() returns trigger language plpgsql as $$
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
      where a.order_id = now and a.member_id = new.member_id and a.ended_at is null and covers_moment(a, l.starts_at) and gives_classes(o)) then
      raise exception 'this allowance does not cover that class' using errcode = 'check_violation', constraint = 'allowance_covers_class';
    end if;
  end if;
  return null;
end $$;

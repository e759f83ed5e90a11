-- Memberships: contracts that order their next period by themselves until they are cancelled. Each period is an order.
create table memberships (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members (user_id),
  offer_id uuid not null references offers (id),
  state text not null default 'begun' check (state in ('begun', 'running', 'over')),
  -- Beginning of the first period, from which the ends of all periods are counted.
  anchor_at timestamptz,
  -- Null: it renews itself.
  ends_at timestamptz,
  cancelled_at timestamptz,
  over_because text check (over_because in ('cancelled', 'not paid', 'never paid', 'refunded', 'left')),
  created_at timestamptz not null default club_now(),
  constraint running_has_anchor check (state <> 'running' or anchor_at is not null),
  constraint over_has_reason check ((state = 'over') = (over_because is not null)),
  constraint cancelled_has_end check ((cancelled_at is null) = (ends_at is null))
);
create unique index one_membership_each on memberships (member_id) where state <> 'over';
create index memberships_of_member on memberships (member_id, created_at desc);
create index on memberships (offer_id);
create trigger stays_erased before insert on memberships for each row execute function refuse_erased('member_id');

alter table orders
  add column membership_id uuid references memberships (id),
  add column period integer check (period between 1 and 1200),
  add constraint period_of_membership check ((membership_id is null) = (period is null)
    and (membership_id is null or kind = 'membership')
    and (kind <> 'membership' or offer_id is null or membership_id is not null));
create index orders_of_membership on orders (membership_id, period) where membership_id is not null;
-- No period is ordered twice.
create unique index one_order_a_period on orders (membership_id, period) where state not in ('expired', 'cancelled');

-- Those who renew keep the terms that they bought, on sale or not.
drop trigger offer_on_sale on orders;
create trigger offer_on_sale before insert on orders for each row
  when (new.offer_id is not null and coalesce(new.period, 1) = 1) execute function check_offer_ordered();

-- A period follows one that was paid, at its price, and begins where that one ends, so that none is left out. The
-- membership's row is locked, so that a cancellation and the next order cannot overlap.
create function check_period_ordered() returns trigger language plpgsql as $$
declare
  contract memberships;
  before orders;
  terms offers;
begin
  select * into contract from memberships where id = new.membership_id for no key update;
  select * into terms from offers where id = contract.offer_id;
  if (new.offer_id, new.holder_id, new.title, new.price_cents, new.currency)
    is distinct from (terms.id, contract.member_id, terms.title, terms.price_cents, terms.currency) then
    raise exception 'a period has the terms of its membership' using errcode = 'check_violation', constraint = 'period_has_terms';
  end if;
  if new.period = 1 then
    return new;
  end if;
  select * into before from orders where membership_id = contract.id and period = new.period - 1 and state in ('paid', 'ended');
  if contract.state <> 'running' or before.id is null then
    raise exception 'a period follows one that was paid' using errcode = 'check_violation', constraint = 'period_follows';
  end if;
  if contract.ends_at <= before.until_at then
    raise exception 'this membership ends' using errcode = 'check_violation', constraint = 'membership_ends';
  end if;
  new.begins_at := before.until_at;
  new.until_at := month_end(contract.anchor_at, new.period * terms.period_months);
  return new;
end $$;
create trigger period_follows before insert on orders for each row
  when (new.membership_id is not null) execute function check_period_ordered();

-- Sets the days of use with the payment. The first payment begins the membership.
create or replace function set_order_days() returns trigger language plpgsql as $$
begin
  if (new.offer_id, new.membership_id, new.period) is distinct from (old.offer_id, old.membership_id, old.period) then
    raise exception 'the offer of an order is frozen' using errcode = 'check_violation', constraint = 'order_frozen';
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
  end if;
  return new;
end $$;

-- The next period can be booked before it is paid, until it begins.
create or replace function gives_classes(o orders) returns boolean language sql stable as $$
  select o.state = 'paid' or o.period > 1 and o.state in ('held', 'paying') and o.begins_at > club_now()
$$;
create function give_period_classes() returns trigger language plpgsql as $$
begin
  insert into allowances (order_id, member_id, given, during)
  select new.id, new.holder_id, classes, tstzrange(new.begins_at, new.until_at) from offers where id = new.offer_id;
  return null;
end $$;
create trigger period_gives_classes after insert on orders for each row
  when (new.period > 1) execute function give_period_classes();
drop trigger order_gives_classes on orders;
create trigger order_gives_classes after update of state on orders for each row
  when (new.until_at is not null and new.state <> old.state
    and ('paid' in (new.state, old.state) or new.state in ('expired', 'cancelled', 'refund_due')))
  execute function give_order_classes();

alter table consents drop constraint consents_kind_check,
  add constraint consents_kind_check check (kind in ('terms', 'begin at once', 'renewal'));

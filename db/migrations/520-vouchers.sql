-- Vouchers: discount codes of the club, and gift cards. The database counts their uses and their value.
create table vouchers (
  id uuid primary key default gen_random_uuid(),
  -- Without the dashes and spaces with which it may be typed.
  code text not null unique check (code ~ '^[A-Z0-9]{4,24}$'),
  kind text not null check (kind in ('discount', 'gift_card')),
  percent integer check (percent between 1 and 100),
  off_cents integer check (off_cents between 1 and 90000000),
  currency char(3) not null default 'usd',
  -- First and last day of use.
  from_on date,
  until_on date,
  -- In all, and by each buyer. Null: without limit.
  most_uses integer check (most_uses between 1 and 100000),
  most_uses_each integer check (most_uses_each between 1 and 1000),
  uses integer not null default 0,
  value_cents integer check (value_cents between 1 and 90000000),
  spent_cents integer not null default 0,
  -- The part of a gift card's price that went back or is disputed.
  withheld_cents integer not null default 0 check (withheld_cents >= 0),
  -- The order by which a gift card was bought.
  order_id uuid unique references orders (id),
  set_by uuid references members (user_id),
  created_at timestamptz not null default club_now(),
  ended_at timestamptz,
  constraint voucher_has_worth check (case kind
    when 'gift_card' then num_nonnulls(value_cents, order_id) = 2 and num_nonnulls(percent, off_cents, most_uses, most_uses_each) = 0
    else num_nonnulls(percent, off_cents) = 1 and num_nonnulls(value_cents, order_id) = 0 end),
  constraint voucher_days_in_order check (until_on >= from_on),
  constraint value_kept check (spent_cents between 0 and coalesce(value_cents, 0)),
  constraint uses_kept check (uses between 0 and coalesce(most_uses, uses))
);
create index vouchers_by_age on vouchers (created_at desc, id);
create index on vouchers (set_by) where set_by is not null;
create trigger voucher_in_club_currency before insert on vouchers for each row execute function use_club_currency();

-- The offers that a discount code applies to; all of them without a row. A replacement keeps the codes of the offer before.
create table voucher_offers (
  voucher_id uuid not null references vouchers (id),
  offer_id uuid not null references offers (id),
  primary key (voucher_id, offer_id)
);
create index on voucher_offers (offer_id);
create function keep_offer_codes() returns trigger language plpgsql as $$
begin
  insert into voucher_offers (voucher_id, offer_id) select voucher_id, new.id from voucher_offers where offer_id = new.replaces_id;
  return null;
end $$;
create trigger offer_keeps_codes after insert on offers for each row when (new.replaces_id is not null) execute function keep_offer_codes();

-- What a gift card pays of an order. Its tax was paid when the card was sold, so it lessens the amount that is taxed now.
alter table orders
  add column gift_cents integer not null default 0 check (gift_cents >= 0),
  drop constraint order_adds_up,
  add constraint order_adds_up check (amount_cents = price_cents - discount_cents - gift_cents),
  add constraint gift_card_pays_offers check (gift_cents = 0 or kind not in ('hour', 'gift_card')),
  add constraint gift_card_costs_its_value check (kind <> 'gift_card' or offer_id is null or discount_cents = 0);

-- One code an order.
create table voucher_uses (
  order_id uuid primary key references orders (id) on delete cascade,
  voucher_id uuid not null references vouchers (id),
  cents integer not null check (cents > 0),
  -- Back on the gift card.
  returned_cents integer not null default 0 check (returned_cents between 0 and cents),
  -- The order was given up, or all of its money went back.
  returned_at timestamptz,
  created_at timestamptz not null default club_now(),
  constraint returned_as_a_whole check (returned_at is null or returned_cents = cents)
);
create index uses_of_voucher on voucher_uses (voucher_id, created_at desc);

-- The count comes first: it locks the voucher, so that uses of the same code judge one after the other.
create function count_voucher_use() returns trigger language plpgsql as $$
declare
  more_uses integer := (new.returned_at is null)::integer;
  more_cents integer := new.cents - new.returned_cents;
  used vouchers;
begin
  if tg_op = 'UPDATE' then
    more_uses := more_uses - (old.returned_at is null)::integer;
    more_cents := more_cents - (old.cents - old.returned_cents);
  end if;
  update vouchers set uses = uses + more_uses, spent_cents = spent_cents + case kind when 'gift_card' then more_cents else 0 end
  where id = new.voucher_id
  returning * into used;
  if more_cents > 0 and used.spent_cents + used.withheld_cents > used.value_cents then
    raise exception 'the value of this gift card is used up' using errcode = 'check_violation', constraint = 'value_kept';
  end if;
  if more_uses > 0 and (
    select count(*) from voucher_uses u join orders o on o.id = u.order_id
    where u.voucher_id = used.id and u.returned_at is null
      and o.buyer_id = (select buyer_id from orders where id = new.order_id)) > used.most_uses_each then
    raise exception 'this person has used the code' using errcode = 'check_violation', constraint = 'uses_each_kept';
  end if;
  return null;
end $$;
create trigger voucher_counted after insert or update of returned_cents, returned_at on voucher_uses
  for each row execute function count_voucher_use();

-- An order that is given up or refunded returns its code; late money that pays it after all uses it again.
create function return_voucher() returns trigger language plpgsql as $$
begin
  if new.state = 'paid' then
    update voucher_uses set returned_at = null, returned_cents = 0 where order_id = new.id and returned_at is not null;
  else
    update voucher_uses set returned_at = club_now(), returned_cents = cents where order_id = new.id and returned_at is null;
  end if;
  return null;
end $$;
create trigger voucher_returned after update of state on orders for each row
  when (new.kind <> 'hour' and new.state <> old.state
    and (new.state in ('expired', 'cancelled', 'refunded') or new.state = 'paid' and old.state in ('expired', 'cancelled')))
  execute function return_voucher();

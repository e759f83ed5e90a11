-- Discount codes that count for several periods of a membership, or for all of them.
alter table vouchers
  -- The first periods of a membership that it lessens. Null: all of them.
  add column periods integer default 1 check (periods between 1 and 120),
  add constraint gift_card_pays_once check (kind <> 'gift_card' or periods = 1);

-- What a code takes off was promised to those who used it. Ending it takes nothing from them.
create function keep_voucher() returns trigger language plpgsql as $$
begin
  if (new.percent, new.off_cents, new.currency, new.periods) is distinct from (old.percent, old.off_cents, old.currency, old.periods) then
    raise exception 'what a code takes off stays' using errcode = 'check_violation', constraint = 'voucher_kept';
  end if;
  return new;
end $$;
create trigger voucher_kept before update on vouchers for each row execute function keep_voucher();

-- The code with which a membership was bought, if it counts for more than the first period.
alter table memberships add column voucher_id uuid references vouchers (id);
create index on memberships (voucher_id) where voucher_id is not null;

-- A later period that the code of its membership lessens. It is no further use of the code.
alter table voucher_uses add column is_renewal boolean not null default false;

create or replace function count_voucher_use() returns trigger language plpgsql as $$
declare
  more_uses integer := (new.returned_at is null and not new.is_renewal)::integer;
  more_cents integer := new.cents - new.returned_cents;
  used vouchers;
begin
  if tg_op = 'UPDATE' then
    more_uses := more_uses - (old.returned_at is null and not old.is_renewal)::integer;
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
    where u.voucher_id = used.id and u.returned_at is null and not u.is_renewal
      and o.buyer_id = (select buyer_id from orders where id = new.order_id)) > used.most_uses_each then
    raise exception 'this person has used the code' using errcode = 'check_violation', constraint = 'uses_each_kept';
  end if;
  return null;
end $$;

-- The code that lessens a period of a membership; no row without one. It stays with an offer that replaces its own.
create function promised_voucher(contract memberships, nth integer, offer uuid) returns setof vouchers language sql stable as $$
  select * from vouchers
  where id = contract.voucher_id and (periods is null or periods >= nth)
    and (not exists (select from voucher_offers where voucher_id = vouchers.id)
      or exists (select from voucher_offers where voucher_id = vouchers.id and offer_id = offer))
$$;

-- What a code takes off a price. A rest that is too small for a card is taken off as well, by the club's code.
create function taken_off(code vouchers, price integer) returns integer language sql immutable as $$
  select least(price, coalesce(code.off_cents, ceil(price * code.percent / 100.0)::integer))
$$;

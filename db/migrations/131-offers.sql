-- Offers: what the club sells beside a trainer's hour. An offer never changes; another one replaces it, or it is withdrawn.
create table offers (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('membership', 'pack', 'class', 'trial', 'gift_card')),
  title text not null check (char_length(title) between 1 and 80),
  description text not null default '' check (char_length(description) <= 500),
  -- Of a membership's period, otherwise of the whole; the value of a gift card.
  price_cents integer not null check (price_cents between 0 and 90000000),
  currency char(3) not null default 'usd',
  -- Null: as many as one likes.
  classes integer check (classes between 1 and 200),
  -- A membership's period, the months before it can end, and the notice before the end of a period.
  period_months integer check (period_months in (1, 3, 6, 12)),
  min_months integer check (min_months between 0 and 24),
  notice_days integer check (notice_days between 0 and 30),
  -- How long pack, class and trial can be used from payment.
  valid_days integer check (valid_days between 1 and 1095),
  -- Members have paid for anything before, newcomers have not. Desk: sold by the office only.
  sold_to text not null default 'everybody' check (sold_to in ('everybody', 'members', 'newcomers', 'desk')),
  version integer not null default 1 check (version between 1 and 10000),
  replaces_id uuid unique references offers (id),
  set_by uuid references members (user_id),
  created_at timestamptz not null default club_now(),
  withdrawn_at timestamptz,
  constraint offer_has_terms check (case kind
    when 'membership' then num_nonnulls(period_months, min_months, notice_days) = 3 and valid_days is null
    when 'gift_card' then num_nonnulls(period_months, min_months, notice_days, valid_days, classes) = 0
    else num_nonnulls(period_months, min_months, notice_days) = 0 and num_nonnulls(valid_days, classes) = 2 end),
  constraint offer_has_price check (price_cents > 0 or kind = 'trial'),
  constraint few_classes check (kind not in ('class', 'trial') or classes between 1 and case kind when 'class' then 1 else 5 end)
);
create index offers_on_sale on offers (kind, price_cents, id) where withdrawn_at is null;
create index on offers (set_by) where set_by is not null;
create trigger offer_in_club_currency before insert on offers for each row execute function use_club_currency();

create function keep_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.withdrawn_at is not null or new.withdrawn_at is null
    or to_jsonb(new) - 'withdrawn_at' <> to_jsonb(old) - 'withdrawn_at' then
    raise exception 'an offer never changes' using errcode = 'check_violation', constraint = 'offer_kept';
  end if;
  return new;
end $$;
create trigger offer_kept before update or delete on offers for each row execute function keep_offer();

-- A replacement withdraws the offer that it replaces, which has to be on sale and of the same kind.
create function replace_offer() returns trigger language plpgsql as $$
declare
  before offers;
begin
  update offers set withdrawn_at = club_now() where id = new.replaces_id and kind = new.kind and withdrawn_at is null
  returning * into before;
  if before.id is null then
    raise exception 'only an offer on sale is replaced' using errcode = 'check_violation', constraint = 'replaced_on_sale';
  end if;
  new.version := before.version + 1;
  return new;
end $$;
create trigger replaced_on_sale before insert on offers for each row when (new.replaces_id is not null) execute function replace_offer();

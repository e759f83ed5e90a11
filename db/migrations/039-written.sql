-- One currency a club, fixed once money was taken, and the language in which it writes dates.
alter table club
  add column currency char(3) not null default 'usd' constraint currency_is_code check (currency ~ '^[a-z]{3}$'),
  add column language text not null default 'en' check (char_length(language) between 2 and 20);

create function keep_currency() returns trigger language plpgsql as $$
begin
  if exists (select from payments) or exists (select from stray_charges) or exists (select from payouts) then
    raise exception 'money was taken in another currency' using errcode = 'check_violation', constraint = 'currency_fixed';
  end if;
  -- held and sold hours refuse it
  update slots set currency = new.currency;
  return new;
end $$;
create trigger currency_kept before update on club
  for each row when (old.currency <> new.currency) execute function keep_currency();

-- Whatever is written: prices and payouts are in the club's currency, and bookings and payments follow from prices.
create function use_club_currency() returns trigger language plpgsql as $$
begin
  select currency into new.currency from club for share;
  return new;
end $$;
create trigger slot_in_club_currency before insert on slots for each row execute function use_club_currency();
create trigger payout_in_club_currency before insert on payouts for each row execute function use_club_currency();

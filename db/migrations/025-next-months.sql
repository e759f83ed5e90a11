-- The month after: bought before this one ends, and whoever has the hour is asked first.

alter table policies
  -- so long before the end of a month the next one can be bought
  add column keep_open_days integer not null default 10 check (keep_open_days between 1 and 20);

-- The end of the nth month counted from the first payment: 31 January, 28 February, 31 March.
create function month_end(anchor timestamptz, months integer) returns timestamptz language sql stable as $$
  select ((anchor at time zone club_zone()) + make_interval(months => months)) at time zone club_zone()
$$;

create function is_live(state text) returns boolean language sql immutable as $$
  select state in ('held', 'paying', 'paid')
$$;

alter table bookings
  -- has the hour now, or from the end of the month before
  add column turn text not null default 'now' check (turn in ('now', 'next')),
  add column follows_id uuid references bookings (id),
  -- 'no': its holder does not go on, so anybody may buy the month after
  add column keeps text not null default 'undecided' check (keeps in ('undecided', 'no')),
  -- the months of one holder are counted from their first
  add column anchor_at timestamptz,
  add column month_number integer not null default 1 check (month_number between 1 and 1200),
  add column begins_at timestamptz,
  add constraint next_follows check (turn = 'now' or follows_id is not null);
alter table bookings disable trigger booking_moves;
update bookings set begins_at = paid_at, anchor_at = paid_at where paid_at is not null;
alter table bookings enable trigger booking_moves;
alter table bookings
  add constraint paid_month_begins check (paid_at is null or (begins_at is not null and anchor_at is not null));

drop index one_live_booking;
create unique index one_live_booking on bookings (slot_id) where state in ('held', 'paying', 'paid') and turn = 'now';
create unique index one_next_booking on bookings (slot_id) where state in ('held', 'paying', 'paid') and turn = 'next';
create index on bookings (follows_id) where follows_id is not null;

create function place_month() returns trigger language plpgsql as $$
declare
  before bookings;
begin
  if tg_op = 'UPDATE' and new.follows_id is distinct from old.follows_id then
    raise exception 'what a booking follows is frozen' using errcode = 'check_violation', constraint = 'booking_frozen';
  end if;
  if new.follows_id is not null and is_live(new.state) and (tg_op = 'INSERT' or not is_live(old.state)) then
    -- waits for the end of the month before, if that is just being written
    select * into before from bookings where id = new.follows_id for update;
    new.turn := case when is_live(before.state) then 'next' else 'now' end;
    if tg_op = 'INSERT' and (before.state <> 'paid' or before.turn <> 'now' or before.slot_id <> new.slot_id or before.paid_until <= club_now())
      or new.turn = 'next' and before.buyer_id <> new.buyer_id and before.keeps <> 'no' then
      raise exception 'the month after belongs to who has the hour'
        using errcode = 'check_violation', constraint = 'first_refusal';
    end if;
    if tg_op = 'INSERT' then
      new.begins_at := before.paid_until;
      new.anchor_at := case when before.buyer_id = new.buyer_id then before.anchor_at else before.paid_until end;
      new.month_number := case when before.buyer_id = new.buyer_id then before.month_number + 1 else 1 end;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.paid_at is null and new.paid_at is not null then
    -- a month that is kept goes on where the last one ended, unless its money came an hour later; others begin when paid
    if new.begins_at is null
      or new.paid_at > new.begins_at + (case when new.month_number > 1 then interval '1 hour' else interval '0' end) then
      new.begins_at := new.paid_at;
      new.anchor_at := new.paid_at;
      new.month_number := 1;
    end if;
    new.paid_until := month_end(new.anchor_at, new.month_number);
  end if;
  return new;
end $$;
create trigger month_placed before insert or update on bookings
  for each row execute function place_month();

-- Whoever bought the month after has the hour from the very statement that ends the one before, however it ends.
create function hand_over() returns trigger language plpgsql as $$
begin
  update bookings set turn = 'now' where slot_id = new.slot_id and turn = 'next' and is_live(state);
  return null;
end $$;
create trigger hour_handed_over after update of state on bookings for each row
  when (old.turn = 'now' and is_live(old.state) and not is_live(new.state)) execute function hand_over();

-- An hour of a month that was paid after it began is owed, too.
alter table make_ups
  drop constraint make_ups_because_check,
  add constraint make_ups_because_check check (because in
    ('no such hour', 'trainer taken', 'given back', 'moved', 'by the club', 'closed', 'paid late'));

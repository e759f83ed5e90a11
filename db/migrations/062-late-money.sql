-- Money that comes after its hold was given up buys what was held, or goes back.

-- Since when an hour is offered as it is: what somebody held before was another hour, price or day.
alter table slots add column offered_at timestamptz not null default '-infinity';
alter table slots alter column offered_at set default club_now();
alter table trainers add column offered_at timestamptz not null default '-infinity';
alter table trainers alter column offered_at set default club_now();

create function note_offer() returns trigger language plpgsql as $$
begin
  new.offered_at := club_now();
  return new;
end $$;
create trigger offer_noted before update of name, start_hour, price_cents, currency on slots for each row
  when ((old.name, old.start_hour, old.price_cents, old.currency) is distinct from (new.name, new.start_hour, new.price_cents, new.currency))
  execute function note_offer();
create trigger offer_noted before update of weekdays on trainers for each row
  when (old.weekdays <> new.weekdays) execute function note_offer();

-- A month that comes next does so at the hour and the end of the one before it, also when its money came late.
create or replace function place_month() returns trigger language plpgsql as $$
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
    if tg_op = 'INSERT' then
      new.begins_at := before.paid_until;
      new.anchor_at := case when before.buyer_id = new.buyer_id then before.anchor_at else before.paid_until end;
      new.month_number := case when before.buyer_id = new.buyer_id then before.month_number + 1 else 1 end;
      new.carried_days := case when before.buyer_id = new.buyer_id then before.carried_days + before.extended_days else 0 end;
    end if;
    if tg_op = 'INSERT' and (new.turn = 'now' or before.paid_until <= club_now())
      or new.turn = 'next' and (
        (before.state, before.turn, before.slot_id, before.paid_until) is distinct from ('paid', 'now', new.slot_id, new.begins_at)
        or before.keeps = 'closed' or before.buyer_id <> new.buyer_id and before.keeps <> 'no') then
      raise exception 'the month after belongs to who has the hour'
        using errcode = 'check_violation', constraint = 'first_refusal';
    end if;
  end if;
  if tg_op = 'UPDATE' and old.paid_at is null and new.paid_at is not null then
    -- a month that is kept goes on where the last one ended, unless its money came an hour later; others begin when paid
    if new.begins_at is null
      or new.paid_at > new.begins_at + (case when new.month_number > 1 then interval '1 hour' else interval '0' end) then
      new.begins_at := new.paid_at;
      new.anchor_at := new.paid_at;
      new.month_number := 1;
      new.carried_days := 0;
    end if;
    new.paid_until := month_end(new.anchor_at, new.month_number, new.carried_days);
  elsif tg_op = 'UPDATE' and new.extended_days <> old.extended_days then
    if new.state <> 'paid' or new.extended_days < old.extended_days or has_month_after(new.id) then
      raise exception 'a month grows while it is paid and nobody has the next' using errcode = 'check_violation', constraint = 'month_extends';
    end if;
    new.paid_until := month_end(new.anchor_at, new.month_number, new.carried_days + new.extended_days);
  end if;
  return new;
end $$;

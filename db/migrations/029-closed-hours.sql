-- An hour that its trainer gives up: whoever has it keeps the month that runs, and nobody gets the month after.

alter table policies
  -- so long before the end of a month its holder must know
  add column close_notice_days integer not null default 14 check (close_notice_days between 1 and 27);

alter table bookings
  drop constraint bookings_keeps_check,
  add constraint bookings_keeps_check check (keeps in ('undecided', 'no', 'closed'));

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
    if tg_op = 'INSERT' and (before.state <> 'paid' or before.turn <> 'now' or before.slot_id <> new.slot_id or before.paid_until <= club_now())
      or new.turn = 'next' and (before.keeps = 'closed' or before.buyer_id <> new.buyer_id and before.keeps <> 'no') then
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

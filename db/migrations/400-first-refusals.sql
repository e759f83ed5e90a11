-- Slots whose month ended without a date in the next one. Its member has first refusal until `until`, which is set when
-- the slot can be sold again.
create table first_refusals (
  slot_id uuid primary key references slots on delete cascade,
  booking_id uuid not null unique references bookings on delete cascade,
  until timestamptz
);

-- After the row is written: an insert that waited for the end of the month before sees the first refusal then.
create function check_first_refusal() returns trigger language plpgsql as $$
begin
  if is_live(new.state) and exists (
    select from first_refusals f join bookings before on before.id = f.booking_id
    where f.slot_id = new.slot_id and before.buyer_id <> new.buyer_id and (f.until is null or f.until > club_now())) then
    raise exception 'the slot belongs first to who had it before'
      using errcode = 'check_violation', constraint = 'first_refusal_of_former_holder';
  end if;
  return null;
end $$;
create trigger first_refusal_checked after insert or update of state, slot_id on bookings
  for each row execute function check_first_refusal();

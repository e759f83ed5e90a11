-- Where the club's clock changes, a month that has begun goes on having begun when it did: the one before it, which is
-- over, has its end there, and the past never changes. One that may yet be paid for late moves with the one before it.
create or replace function retime_months() returns trigger language plpgsql as $$
begin
  update bookings set anchor_at = on_the_new_clock(anchor_at, old.time_zone),
    begins_at = case turn when 'next' then on_the_new_clock(begins_at, old.time_zone) else begins_at end,
    paid_until = on_the_new_clock(paid_until, old.time_zone)
  where anchor_at is not null and (is_live(state) or follows_id is not null and paid_at is null);
  return null;
end $$;

-- A pause begins in the period that runs now. One of a later period moved the end of the present one, which stayed moved
-- when the pause was taken back after that end.
create or replace function apply_pause() returns trigger language plpgsql as $$
declare
  contract uuid := coalesce(new.membership_id, old.membership_id);
  later integer := coalesce(upper(new.days) - lower(new.days), 0) - coalesce(upper(old.days) - lower(old.days), 0);
begin
  update memberships set paused_days = paused_days + later,
    ends_at = case when ends_at is not null then month_end(ends_at, 0, later) end
  where id = contract;
  if new.id is not null and not exists (select from orders where membership_id = contract and state = 'paid' and begins_at <= club_now()
    and lower(new.days) between (begins_at at time zone club_zone())::date and (until_at at time zone club_zone())::date) then
    raise exception 'a pause begins in the paid period that runs' using errcode = 'check_violation', constraint = 'pause_in_paid_period';
  end if;
  -- the trigger of orders sets the days
  update orders set until_at = month_end(until_at, 0, later),
    hold_expires_at = case when hold_expires_at is not null then month_end(hold_expires_at, 0, later) end
  where membership_id = contract and state in ('held', 'paying', 'paid') and until_at > club_now();
  update collections set next_try_at = month_end(next_try_at, 0, later) from orders
  where orders.id = order_id and membership_id = contract and next_try_at is not null;
  return null;
end $$;

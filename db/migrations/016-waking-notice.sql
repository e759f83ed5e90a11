-- Time from one time of day to the next occurrence of another, below a day.
create function time_until(this time, other time) returns interval language sql immutable strict as $$
  select case when other >= this then other - this else other - this + interval '1 day' end
$$;

-- Earliest start of an hour that is booked at this moment. The notice counts waking hours, as every deadline does.
create function first_hour_from(booked_at timestamptz) returns timestamptz language plpgsql stable as $$
declare
  policy policies;
  local timestamp := booked_at at time zone club_zone();
  notice interval;
  awake interval;
begin
  select * into policy from policies order by version desc limit 1;
  notice := make_interval(mins => policy.first_hour_notice_minutes);
  if policy.quiet_from = policy.quiet_until then
    return (local + notice) at time zone club_zone();
  end if;
  while notice > interval '0' loop
    if time_until(policy.quiet_from, local::time) < time_until(policy.quiet_from, policy.quiet_until) then
      local := local + time_until(local::time, policy.quiet_until);
    end if;
    awake := least(notice, time_until(local::time, policy.quiet_from));
    local := local + awake;
    notice := notice - awake;
  end loop;
  return local at time zone club_zone();
end $$;

-- A zone that the club has already is known: to look through all of them takes longer than any write of the club's row.
-- The table is named in full, since a file of pg_dump is read where nothing is found by its name alone.
create or replace function is_time_zone(name text) returns boolean language sql stable as $$
  select case when exists (select from public.club where time_zone = is_time_zone.name) then true
    else exists (select from pg_timezone_names zones where lower(zones.name) = lower(is_time_zone.name)) end
$$;

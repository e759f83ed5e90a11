-- The clock on the club's wall: in which its days and months are counted. The start writes the setting here.
create function is_time_zone(name text) returns boolean language sql stable as $$
  select exists (select from pg_timezone_names zones where lower(zones.name) = lower(is_time_zone.name))
$$;
alter table club add column time_zone text not null default 'UTC'
  constraint zone_is_known check (is_time_zone(time_zone));

create function club_zone() returns text language sql stable as $$
  select time_zone from club
$$;

-- Where a hold was asked for, as a digest that only the club can make again: many accounts of one network cannot
-- keep the club's hours from everybody else.
alter table bookings add column network text check (char_length(network) <= 43);
create index live_holds_of_network on bookings (network) where state in ('held', 'paying');

-- Whoever takes a turn waits until all before it, of the same name, have committed.
create function take_turn(name text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(name, 0))
$$;

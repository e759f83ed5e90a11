-- A month whose buyer has paid the one after it does not end: they keep their hour. Whoever does so no longer stands
-- among those whose hour ends soon.

create function keeps_hour(month bookings) returns boolean language sql stable as $$
  select exists (
    select from bookings later
    where later.follows_id = month.id and later.buyer_id = month.buyer_id and later.state = 'paid')
$$;

create or replace function note_hour_holder() returns trigger language plpgsql as $$
declare
  ends timestamptz;
begin
  perform lock_books();
  select min(paid_until) into ends from bookings b
  where buyer_id = new.buyer_id and state = 'paid' and not keeps_hour(b);
  if ends is null then
    delete from hour_holders where user_id = new.buyer_id;
  else
    insert into hour_holders select user_id, created_at, ends from members where user_id = new.buyer_id
    on conflict (user_id) do update set ends_at = excluded.ends_at;
  end if;
  return null;
end $$;

create or replace function note_hour_holders_again() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table hour_holders in exclusive mode;
  delete from hour_holders;
  insert into hour_holders
  select user_id, m.created_at, min(paid_until)
  from bookings b join members m on m.user_id = b.buyer_id where b.state = 'paid' and not keeps_hour(b) group by 1;
end $$;
select note_hour_holders_again();

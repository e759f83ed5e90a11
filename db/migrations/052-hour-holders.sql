-- Who has an hour, kept as in 042, so that the office finds them however many people and months there are; and indexes
-- by which a large club's letters and payouts are counted.

-- One row for each person with a paid month. When they joined is the order of the office's list of people.
create table hour_holders (
  -- no foreign key: its lock on the person, after that of the books, could wait for whoever wants these the other way round
  user_id uuid primary key,
  joined_at timestamptz not null,
  -- of the month that ends first
  ends_at timestamptz not null
);
create index hour_holders_newest_first on hour_holders (joined_at desc, user_id desc);

create index months_of_buyer on bookings (buyer_id, paid_until) where state = 'paid';

-- Whom no letter to many reaches, as long as these are few.
create index users_not_proved on users (id) where not email_verified;
create index members_without_announcements on members (user_id) where 'announcements' = any (unwanted_letters);

create index trainers_owed on trainer_sums ((part_cents - paid_out_cents) desc) where part_cents > paid_out_cents;

-- Looked up anew under the lock of the books: two months of one person may change at once.
create function note_hour_holder() returns trigger language plpgsql as $$
declare
  ends timestamptz;
begin
  perform lock_books();
  select min(paid_until) into ends from bookings where buyer_id = new.buyer_id and state = 'paid';
  if ends is null then
    delete from hour_holders where user_id = new.buyer_id;
  else
    insert into hour_holders select user_id, created_at, ends from members where user_id = new.buyer_id
    on conflict (user_id) do update set ends_at = excluded.ends_at;
  end if;
  return null;
end $$;
create constraint trigger hour_holder_noted after update of state, paid_until on bookings
  deferrable initially deferred for each row when (old.state = 'paid' or new.state = 'paid') execute function note_hour_holder();
create constraint trigger new_hour_holder_noted after insert on bookings
  deferrable initially deferred for each row when (new.state = 'paid') execute function note_hour_holder();

create function note_hour_holders_again() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table hour_holders in exclusive mode;
  delete from hour_holders;
  insert into hour_holders
  select user_id, m.created_at, min(paid_until)
  from bookings b join members m on m.user_id = b.buyer_id where b.state = 'paid' group by 1;
end $$;
select note_hour_holders_again();

create function note_all_hour_holders_again() returns trigger language plpgsql as $$
begin
  perform note_hour_holders_again();
  return null;
end $$;
create trigger hour_holders_noted_again after truncate on bookings execute function note_all_hour_holders_again();

create or replace function sum_everything_again() returns void language plpgsql as $$
begin
  perform sum_again();
  perform count_hours_again();
  perform sum_mailing_again();
  perform note_hour_holders_again();
end $$;

-- How many hours the club offers and how many of them are sold, kept as in 042: the hours of trainers at work.

create table trainer_hours (
  trainer_id uuid primary key references trainers (id),
  offered integer not null,
  sold integer not null
);

-- One row, the sum of those above.
create table hours_on_offer (
  only_row boolean primary key default true check (only_row),
  offered bigint not null,
  sold bigint not null
);

-- Counted anew under the lock of the books, and not by what is more or less: a trainer who leaves takes down their
-- free hours in the same transaction.
create function count_hours_of(trainer uuid) returns void language plpgsql as $$
declare
  before trainer_hours;
begin
  select * into before from trainer_hours where trainer_id = trainer;
  insert into trainer_hours
  select trainer, count(*), count(*) filter (where exists (
    select from bookings b where b.slot_id = s.id and b.state = 'paid' and b.turn = 'now'))
  from slots s join trainers t on t.id = s.trainer_id
  where s.trainer_id = trainer and s.removed_at is null and t.retired_at is null
  on conflict (trainer_id) do update set offered = excluded.offered, sold = excluded.sold;
  update hours_on_offer set offered = hours_on_offer.offered + now.offered - coalesce(before.offered, 0),
    sold = hours_on_offer.sold + now.sold - coalesce(before.sold, 0)
  from trainer_hours now where now.trainer_id = trainer;
end $$;

create function count_hours() returns trigger language plpgsql as $$
begin
  perform lock_books();
  perform count_hours_of(id) from (
    select distinct case tg_table_name
      when 'trainers' then (line ->> 'id')::uuid
      when 'slots' then (line ->> 'trainer_id')::uuid
      else (select trainer_id from slots where id = (line ->> 'slot_id')::uuid) end as id
    from (values (to_jsonb(old)), (to_jsonb(new))) as changed (line) where line is not null) touched;
  return null;
end $$;
create constraint trigger hours_counted after insert or delete or update of trainer_id, removed_at on slots
  deferrable initially deferred for each row execute function count_hours();
create constraint trigger hours_counted after update of retired_at on trainers
  deferrable initially deferred for each row execute function count_hours();
create constraint trigger hours_counted after update of state, turn, slot_id on bookings
  deferrable initially deferred for each row when (old.state = 'paid' or new.state = 'paid') execute function count_hours();
create constraint trigger sold_hours_counted after insert on bookings
  deferrable initially deferred for each row when (new.state = 'paid') execute function count_hours();

create function count_hours_again() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table trainer_hours, hours_on_offer in exclusive mode;
  delete from trainer_hours;
  delete from hours_on_offer;
  insert into trainer_hours
  select s.trainer_id, count(*), count(*) filter (where exists (
    select from bookings b where b.slot_id = s.id and b.state = 'paid' and b.turn = 'now'))
  from slots s join trainers t on t.id = s.trainer_id
  where s.removed_at is null and t.retired_at is null group by 1;
  insert into hours_on_offer (offered, sold) select coalesce(sum(offered), 0), coalesce(sum(sold), 0) from trainer_hours;
end $$;
select count_hours_again();

create function count_all_hours_again() returns trigger language plpgsql as $$
begin
  perform count_hours_again();
  return null;
end $$;
create trigger hours_counted_again after truncate on slots execute function count_all_hours_again();
create trigger hours_counted_again after truncate on bookings execute function count_all_hours_again();

-- Every sum that is kept, where triggers rested.
create function sum_everything_again() returns void language plpgsql as $$
begin
  perform sum_again();
  perform count_hours_again();
  perform sum_mailing_again();
end $$;

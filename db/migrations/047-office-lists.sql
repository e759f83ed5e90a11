-- The office's lists cost the same however many people there are. Somebody is found by any part of a name or an
-- address: whatever contains a word contains its pieces. And what would be counted each time is kept, as in 042.

-- Every stretch of one, two and three letters of it, or none shorter than said.
create function pieces(words text, shortest integer default 1) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(substr(words, first, letters)), '{}')
  from generate_series(shortest, 3) letters, generate_series(1, length(words) - letters + 1) first
$$;
create index users_by_pieces on users using gin (pieces(lower(name) || chr(10) || email));
create index subscribers_by_pieces on subscribers using gin (pieces(lower(name) || chr(10) || email));

drop index members_created_at_idx;
create index members_newest_first on members (created_at desc, user_id desc);
create index members_of_role on members (role, created_at desc, user_id desc);

-- A day is one of UTC: nobody reads it.
create table subscriber_days (
  day date primary key,
  people integer not null,
  confirmed integer not null
);

-- What became of a letter to many; those of its letters that are neither wait.
create table newsletter_sums (
  newsletter_id uuid primary key references newsletters (id) on delete cascade,
  letters integer not null,
  handed_over integer not null,
  failed integer not null
);

-- Deferred, and under one lock: who changes readers or letters to them takes it last, and holds it while committing.
create function lock_mailing() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('mailing'))
$$;

create function count_subscriber() returns trigger language plpgsql as $$
begin
  perform lock_mailing();
  insert into subscriber_days as sums (day, people, confirmed)
  select (created_at at time zone 'UTC')::date, sum(more), coalesce(sum(more) filter (where confirmed_at is not null), 0)
  from (values (old.created_at, old.confirmed_at, -1), (new.created_at, new.confirmed_at, 1)) as changed (created_at, confirmed_at, more)
  where created_at is not null group by 1
  on conflict (day) do update set people = sums.people + excluded.people, confirmed = sums.confirmed + excluded.confirmed;
  return null;
end $$;
create constraint trigger in_subscriber_days after insert or delete or update of created_at, confirmed_at on subscribers
  deferrable initially deferred for each row execute function count_subscriber();

create function sum_newsletter() returns trigger language plpgsql as $$
begin
  if coalesce(old.newsletter_id, new.newsletter_id) is null then return null; end if;
  perform lock_mailing();
  insert into newsletter_sums as sums (newsletter_id, letters, handed_over, failed)
  select id, sum(more), coalesce(sum(more) filter (where handed_over_at is not null), 0),
    coalesce(sum(more) filter (where failed_at is not null), 0)
  from (values (old.newsletter_id, old.handed_over_at, old.failed_at, -1),
      (new.newsletter_id, new.handed_over_at, new.failed_at, 1)) as changed (id, handed_over_at, failed_at, more)
    -- a draft that is thrown away takes its sums with it
    join newsletters using (id)
  group by 1
  on conflict (newsletter_id) do update set letters = sums.letters + excluded.letters,
    handed_over = sums.handed_over + excluded.handed_over, failed = sums.failed + excluded.failed;
  return null;
end $$;
create constraint trigger in_newsletter_sums after insert or delete or update of newsletter_id, handed_over_at, failed_at on letters
  deferrable initially deferred for each row execute function sum_newsletter();

create function sum_mailing_again() returns void language plpgsql as $$
begin
  perform lock_mailing();
  lock table subscriber_days, newsletter_sums in exclusive mode;
  delete from subscriber_days;
  insert into subscriber_days
  select (created_at at time zone 'UTC')::date, count(*), count(confirmed_at) from subscribers group by 1;
  delete from newsletter_sums;
  insert into newsletter_sums
  select newsletter_id, count(*), count(handed_over_at), count(failed_at) from letters where newsletter_id is not null group by 1;
end $$;
select sum_mailing_again();

create function sum_all_mailing_again() returns trigger language plpgsql as $$
begin
  perform sum_mailing_again();
  return null;
end $$;
create trigger summed_again after truncate on subscribers execute function sum_all_mailing_again();
create trigger summed_again after truncate on letters execute function sum_all_mailing_again();

-- How long the club stores what piles up. domain/personal-data/retention.rules.ts has the whole table.
alter table club
  add column letter_days integer not null default 365 check (letter_days between 90 and 3650),
  add column activity_days integer not null default 730 check (activity_days between 90 and 3650),
  add column audit_days integer not null default 3650 check (audit_days between 365 and 3650);

-- Sums of a newsletter whose emails were deleted after their time. They change no more.
alter table newsletter_sums add column is_final boolean not null default false;

create or replace function sum_newsletter() returns trigger language plpgsql as $$
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
    handed_over = sums.handed_over + excluded.handed_over, failed = sums.failed + excluded.failed
  where not sums.is_final;
  return null;
end $$;

create or replace function sum_mailing_again() returns void language plpgsql as $$
begin
  perform lock_mailing();
  lock table subscriber_days, newsletter_sums in exclusive mode;
  delete from subscriber_days;
  insert into subscriber_days
  select (created_at at time zone 'UTC')::date, count(*), count(confirmed_at) from subscribers group by 1;
  delete from newsletter_sums where not is_final;
  insert into newsletter_sums
  select newsletter_id, count(*), count(handed_over_at), count(failed_at) from letters where newsletter_id is not null group by 1
  on conflict do nothing;
end $$;

-- Entries are only deleted by the nightly tidying, and never within a year.
create or replace function protect_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing()
    and to_jsonb(new) - array['before', 'after'] = to_jsonb(old) - array['before', 'after'] then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('club.tidying', true) = 'on'
    and old.happened_at < club_now() - interval '365 days' then
    return old;
  end if;
  raise exception 'the audit log is only ever appended to' using errcode = 'check_violation', constraint = 'append_only';
end $$;

create index sessions_by_end on sessions (expires_at);
create index subscribers_unconfirmed on subscribers (created_at) where confirmed_at is null;
create index activities_by_time on activities (happened_at);
create index bookings_unpaid_by_time on bookings (changed_at) where state in ('expired', 'cancelled');
create index attempts_cancelled_by_time on payment_attempts (changed_at) where state = 'cancelled';

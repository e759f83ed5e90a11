-- The last day on which a member was signed in, which outlives their sessions; null once the account is erased.
alter table members add column last_seen_on date;
update members set last_seen_on = greatest(
    (members.created_at at time zone club_zone())::date,
    (select max(sessions.updated_at at time zone club_zone())::date from sessions where sessions.user_id = members.user_id))
  where not exists (select from users where id = user_id and erased_at is not null);
alter table members alter column last_seen_on set default club_today();
create index members_by_last_seen on members (last_seen_on) where role = 'member';

-- Days after which a member who was not seen and has nothing running counts as a former one.
alter table club add column former_member_days integer not null default 1095 check (former_member_days between 365 and 3650);

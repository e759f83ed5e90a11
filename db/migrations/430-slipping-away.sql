-- Staff were in touch with the member, who is not on the list of people slipping away for two weeks.
alter table member_notes add column is_contact boolean not null default false;
create index contacts_with_members on member_notes (created_at) where is_contact;

-- Days without a visit after which a member is away.
alter table policies add column away_days integer not null default 10 check (away_days between 3 and 90);

-- Members whose classes end soon or ended lately.
create index allowances_by_end on allowances (upper(during)) where ended_at is null;

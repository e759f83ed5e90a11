-- Whether former members are erased at night, some weeks after a letter. Off until an admin sets it.
alter table club add column erases_former_members boolean not null default false;

-- The day on which a member was told that the account will be erased; void once they were seen again.
alter table members add column erasure_announced_on date;

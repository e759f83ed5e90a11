-- Whose decision it is that an account goes: what the office decided, the person does not take back.
alter table members
  add column leaving_by_club boolean not null default false,
  add constraint club_decides_to_leave check (leaving_since is not null or not leaving_by_club);

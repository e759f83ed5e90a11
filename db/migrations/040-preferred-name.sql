-- How a member is greeted in letters and on their own pages, optional.
alter table members add column preferred_name text not null default ''
  constraint members_preferred_name_check check (char_length(preferred_name) <= 100);

-- Telephone of a member, optional, to be reached when a date changes.
alter table members add column telephone text not null default ''
  constraint members_telephone_check check (char_length(telephone) <= 40);

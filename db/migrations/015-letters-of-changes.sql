-- Letters about changes of paid dates are always sent. Members can switch off reminders, which were part of 'hours'.
alter table members drop constraint members_unwanted_letters_check;
-- 'hours' stays for the previous version, which serves beside this one during an upgrade.
alter table members add constraint members_unwanted_letters_check
  check (unwanted_letters <@ array['hours', 'reminders', 'announcements']);
update members set unwanted_letters = unwanted_letters || array['reminders'] where 'hours' = any (unwanted_letters);

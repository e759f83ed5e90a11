-- Reception: a duty beside the role, given by an admin.
alter table members add column duty text constraint members_duty_check check (duty in ('reception'));

-- A change of the duty ends bearer tokens, as a change of the role does.
create or replace function count_role_change() returns trigger language plpgsql as $$
begin
  if (new.role, new.duty) is distinct from (old.role, old.duty) then
    new.role_version := old.role_version + 1;
  end if;
  return new;
end $$;
drop trigger role_changes_counted on members;
create trigger role_changes_counted before update of role, duty on members
  for each row execute function count_role_change();

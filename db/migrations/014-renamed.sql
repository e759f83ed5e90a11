-- Calendar programs read an event again when its SEQUENCE moves. A changed name moves those of the hours that show it.
create function mark_hours_of_member() returns trigger language plpgsql as $$
begin
  update lessons set sequence = sequence + 1, changed_at = club_now()
  where state = 'planned' and starts_at > club_now() - interval '30 days'
    and id in (select lesson_id from participants where member_id = new.id);
  return null;
end $$;
create trigger member_renamed after update of name on users
  for each row when (old.name <> new.name) execute function mark_hours_of_member();

create function mark_hours_of_trainer() returns trigger language plpgsql as $$
begin
  update lessons set sequence = sequence + 1, changed_at = club_now()
  where state = 'planned' and starts_at > club_now() - interval '30 days' and (trainer_id = new.id or instead_of = new.id);
  return null;
end $$;
create trigger trainer_renamed after update of name on trainers
  for each row when (old.name <> new.name) execute function mark_hours_of_trainer();

-- When a participant was marked, or the mark removed, so that a mark that arrives late is compared with the one that
-- stands.
alter table participants add column marked_at timestamptz;

create function set_mark_time() returns trigger language plpgsql as $$
begin
  if new.attendance is distinct from old.attendance and new.marked_at is not distinct from old.marked_at then
    new.marked_at := club_now();
  end if;
  return new;
end $$;
create trigger set_mark_time before update of attendance on participants
  for each row execute function set_mark_time();

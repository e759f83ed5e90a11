-- What is asked for each hour as a transaction ends is planned once a connection, maybe while there were few hours:
-- reading all of them then stays its plan, and a hundred months whose dates are written at once take seconds to commit.
create or replace function check_lesson_has_its_member() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  lesson uuid := case tg_table_name when 'lessons' then new.id else (to_jsonb(new) ->> 'lesson_id')::uuid end;
  is_planned boolean := (select state = 'planned' from lessons where id = lesson);
begin
  if is_planned <> exists (select from places where lesson_id = lesson and state = 'booked') then
    raise exception 'a planned lesson has its member' using errcode = 'check_violation', constraint = 'lesson_has_its_member';
  end if;
  return null;
end $$;

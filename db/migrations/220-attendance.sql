-- Attendance of lessons. A visit to a lesson marks the participant, and a mark of the trainer records a visit.

-- When the trainer or the desk closed the list of a lesson. Without it, the list closes by the policy.
alter table lessons add column list_closed_at timestamptz;

alter table visits drop constraint visits_source_check,
  add constraint visits_source_check check (source in ('door', 'desk', 'trainer'));

-- The same as before, and a place that ends loses its mark.
create or replace function check_participant_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    select kind into new.kind from lessons where id = new.lesson_id;
    if not (new.state = 'booked' or new.kind = 'class' and new.state = 'waiting') then
      raise exception 'a participation begins booked' using errcode = 'check_violation', constraint = 'legal_participant_transition';
    end if;
  elsif new.state <> old.state and not (
    old.state = 'booked' and new.state in ('cancelled', 'late', 'called_off')
    or new.kind = 'class' and old.state = 'waiting' and new.state in ('booked', 'left', 'called_off')) then
    raise exception 'a participation cannot move from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'legal_participant_transition';
  elsif (new.lesson_id, new.member_id, new.kind) is distinct from (old.lesson_id, old.member_id, old.kind) then
    raise exception 'lesson and member of a participation are frozen'
      using errcode = 'check_violation', constraint = 'participant_frozen';
  end if;
  if tg_op = 'UPDATE' and new.state <> old.state then
    new.attendance := null;
    new.marked_by := null;
  end if;
  new.changed_at := club_now();
  return new;
end $$;

-- People read their dates in calendars elsewhere, by a secret address that they can renew: it counts which one opens.
alter table members
  add column calendar_version integer not null default 1 check (calendar_version >= 1);

-- A calendar is told how often and when a lesson last changed.
alter table lessons
  add column sequence integer not null default 0,
  add column changed_at timestamptz not null default club_now();

create or replace function keep_lesson() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'called_off' and new.state <> 'called_off' then
    raise exception 'what was called off stays so' using errcode = 'check_violation', constraint = 'stays_called_off';
  end if;
  if new.state = 'planned' then
    new.starts_at := club_instant(new.on_date, make_time(new.start_hour, 0, 0));
    if new.starts_at is null then
      raise exception 'the clock skips that hour' using errcode = 'check_violation', constraint = 'hour_exists';
    end if;
  end if;
  if tg_op = 'UPDATE' and (new.state, new.starts_at, new.trainer_id) is distinct from (old.state, old.starts_at, old.trainer_id) then
    new.sequence := old.sequence + 1;
    new.changed_at := club_now();
  end if;
  return new;
end $$;

-- Whoever trains here no more is away for good: others give what is still sold, and nothing more of theirs is sold.

create or replace function is_away(trainer uuid, day date, hour integer) returns boolean language sql stable as $$
  select exists (select from trainers where id = trainer and retired_at is not null)
    or exists (select from absences where trainer_id = trainer
      and (day, hour) >= (from_day, from_hour) and (day, hour) < (until_day, until_hour))
$$;

create function refuse_month_of_retired() returns trigger language plpgsql as $$
begin
  -- who retires just now waits until the month is sold and its hours are written, or is waited for
  perform from slots join trainers on trainers.id = slots.trainer_id
    where slots.id = new.slot_id and retired_at is null for share of trainers;
  if not found then
    raise exception 'a trainer who has retired gives no new month' using errcode = 'check_violation', constraint = 'trainer_works_here';
  end if;
  return new;
end $$;
create trigger trainer_works_here before update of paid_at on bookings for each row
  when (old.paid_at is null and new.paid_at is not null) execute function refuse_month_of_retired();

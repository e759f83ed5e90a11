-- Renames to the terms of docs/naming.md. No behaviour changes: values of bookings.period and bookings.renewal are
-- translated one to one, and functions differ only in names.

-- 1. Tables and columns

alter table places rename to participants;
alter table voices rename to testimonials;
alter table hour_holders rename to active_members;
alter table hours_on_offer rename to slot_totals;
alter table trainer_hours rename to trainer_slot_counts;

alter table bookings rename column turn to period;
alter table bookings rename column keeps to renewal;
alter table policies rename column keep_open_days to renewal_open_days;
alter table policies rename column give_back_hours to cancellation_hours;
alter table copies rename column asked_at to requested_at;

-- 2. Constraints and indexes. Renaming a primary key renames its index.

alter table participants rename constraint places_pkey to participants_pkey;
alter table participants rename constraint places_state_check to participants_state_check;
alter table participants rename constraint places_lesson_id_fkey to participants_lesson_id_fkey;
alter table participants rename constraint places_member_id_fkey to participants_member_id_fkey;
alter table participants rename constraint places_policy_version_fkey to participants_policy_version_fkey;
alter index places_of_lesson rename to participants_of_lesson;
alter index places_of_member rename to participants_of_member;

alter table testimonials rename constraint voices_pkey to testimonials_pkey;
alter table testimonials rename constraint voices_name_check to testimonials_name_check;
alter table testimonials rename constraint voices_who_check to testimonials_who_check;
alter table testimonials rename constraint voices_words_check to testimonials_words_check;
alter table testimonials rename constraint voices_image_id_fkey to testimonials_image_id_fkey;
alter index voices_image_id_idx rename to testimonials_image_id_idx;

alter table active_members rename constraint hour_holders_pkey to active_members_pkey;
alter index hour_holders_newest_first rename to active_members_newest_first;
alter table slot_totals rename constraint hours_on_offer_pkey to slot_totals_pkey;
alter table slot_totals rename constraint hours_on_offer_only_row_check to slot_totals_only_row_check;
alter table trainer_slot_counts rename constraint trainer_hours_pkey to trainer_slot_counts_pkey;
alter table trainer_slot_counts rename constraint trainer_hours_trainer_id_fkey to trainer_slot_counts_trainer_id_fkey;

alter table policies rename constraint policies_keep_open_days_check to policies_renewal_open_days_check;
alter table policies rename constraint policies_give_back_hours_check to policies_cancellation_hours_check;

alter index lessons_of_house rename to lessons_of_day_roster;
alter index cover_wanted rename to open_covers;
alter index trainer_in_one_place rename to one_lesson_an_hour;

-- NOT NULL constraints have names since PostgreSQL 18.
do $$
declare
  old record;
begin
  for old in
    select c.conname, t.relname, t.relname || '_' || a.attname || '_not_null' as name
    from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'n' and c.conrelid in ('participants'::regclass, 'testimonials'::regclass, 'active_members'::regclass,
      'slot_totals'::regclass, 'trainer_slot_counts'::regclass, 'bookings'::regclass, 'policies'::regclass, 'copies'::regclass)
  loop
    if old.conname <> old.name then
      execute format('alter table %I rename constraint %I to %I', old.relname, old.conname, old.name);
    end if;
  end loop;
end $$;

-- 3. Stored values. Triggers are disabled, so that changed_at and the sums stay. Partial indexes, checks and the WHEN of
-- a trigger contain the values and are recreated.

drop index one_live_booking;
drop index one_next_booking;
drop trigger hour_handed_over on bookings;
alter table bookings
  drop constraint bookings_turn_check,
  drop constraint next_follows,
  drop constraint bookings_keeps_check,
  alter column period set default 'current';
alter table bookings disable trigger user;
update bookings set
  period = case period when 'now' then 'current' else 'upcoming' end,
  renewal = case renewal when 'no' then 'declined' else renewal end;
alter table bookings enable trigger user;
alter table bookings
  add constraint bookings_period_check check (period in ('current', 'upcoming')),
  add constraint bookings_renewal_check check (renewal in ('undecided', 'declined', 'closed')),
  add constraint upcoming_follows check (period = 'current' or follows_id is not null);
create unique index one_live_booking on bookings (slot_id)
  where state in ('held', 'paying', 'paid') and period = 'current';
create unique index one_upcoming_booking on bookings (slot_id)
  where state in ('held', 'paying', 'paid') and period = 'upcoming';

-- A letter is named after its file, and its cause (the deduplication key) begins with that name.
update letters set letter = 'renewal-reminder', cause = 'renewal-reminder' || substr(cause, length('keep-hour') + 1)
where letter = 'keep-hour';
update letters set letter = 'cover-requested', cause = 'cover-requested' || substr(cause, length('cover-wanted') + 1)
where letter = 'cover-wanted';

-- 4. Functions. Renaming keeps the triggers that call them; bodies are text, so those with old names are replaced.

alter function check_booking_move() rename to check_booking_transition;
alter function check_place_move() rename to check_participant_transition;
alter function count_hours() rename to update_slot_counts;
alter function count_hours_of(uuid) rename to update_slot_counts_of;
alter function count_hours_again() rename to rebuild_slot_counts;
alter function count_all_hours_again() rename to rebuild_slot_counts_on_truncate;
alter function hand_over() rename to start_upcoming_month;
alter function note_hour_holder() rename to update_active_member;
alter function note_hour_holders_again() rename to rebuild_active_members;
alter function note_all_hour_holders_again() rename to rebuild_active_members_on_truncate;
alter function place_month() rename to set_month_dates;
alter function keep_invoice() rename to freeze_invoice;
alter function keep_share() rename to set_sale_share;
alter function keeps_hour(bookings) rename to is_renewed;
alter function take_turn(text) rename to advisory_lock;
alter function keep_audit_entry() rename to protect_audit_entry;
alter function keep_currency() rename to freeze_currency;
alter function keep_last_admin() rename to protect_last_admin;
alter function keep_lesson() rename to maintain_lesson;
alter function keep_sold_slot() rename to freeze_sold_slot;

create or replace function check_booking_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'held' then
      raise exception 'a booking begins held' using errcode = 'check_violation', constraint = 'legal_transition';
    end if;
  else
    if new.state <> old.state and not (old.state, new.state) in (
      ('held', 'paying'), ('held', 'expired'), ('held', 'cancelled'),
      ('paying', 'paid'), ('paying', 'held'), ('paying', 'expired'), ('paying', 'cancelled'), ('paying', 'refund_due'),
      ('expired', 'paid'), ('cancelled', 'paid'), ('expired', 'refund_due'), ('cancelled', 'refund_due'),
      ('paid', 'ended'), ('paid', 'refund_due'), ('paid', 'refunded'),
      ('refund_due', 'refunded')) then
      raise exception 'a booking cannot move from % to %', old.state, new.state
        using errcode = 'check_violation', constraint = 'legal_transition';
    end if;
    if old.state not in ('held', 'paying')
      and (new.plan, new.amount_cents, new.discount_cents, new.discount_reason)
        is distinct from (old.plan, old.amount_cents, old.discount_cents, old.discount_reason) then
      raise exception 'the amount of a settled booking is frozen'
        using errcode = 'check_violation', constraint = 'amount_frozen';
    end if;
    if (new.buyer_id, new.slot_price_cents, new.currency) is distinct from (old.buyer_id, old.slot_price_cents, old.currency)
      or new.slot_id <> old.slot_id and not (
        old.state = 'paid' and new.state = 'paid' and new.period = 'current' and new.moved_at is not null and not has_month_after(new.id)
        and (select trainer_id from slots where id = new.slot_id) = (select trainer_id from slots where id = old.slot_id)) then
      raise exception 'slot, buyer and price of a booking are frozen'
        using errcode = 'check_violation', constraint = 'booking_frozen';
    end if;
  end if;
  if new.plan is not null
    and (tg_op = 'INSERT' or (new.plan, new.amount_cents, new.discount_cents) is distinct from (old.plan, old.amount_cents, old.discount_cents))
    and new.amount_cents <> new.slot_price_cents + (select surcharge_cents from plans where name = new.plan) - new.discount_cents then
    raise exception 'the amount is the price of the slot and that of the plan, less the discount'
      using errcode = 'check_violation', constraint = 'amount_adds_up';
  end if;
  new.changed_at := club_now();
  return new;
end $$;

create or replace function check_lesson_has_its_member() returns trigger language plpgsql set enable_seqscan to off as $$
declare
  lesson uuid := case tg_table_name when 'lessons' then new.id else (to_jsonb(new) ->> 'lesson_id')::uuid end;
  is_planned boolean := (select state = 'planned' from lessons where id = lesson);
begin
  if is_planned <> exists (select from participants where lesson_id = lesson and state = 'booked') then
    raise exception 'a planned lesson has its member' using errcode = 'check_violation', constraint = 'lesson_has_its_member';
  end if;
  return null;
end $$;

create or replace function check_participant_transition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'booked' then
      raise exception 'a participation begins booked' using errcode = 'check_violation', constraint = 'legal_participant_transition';
    end if;
  elsif new.state <> old.state and old.state <> 'booked' then
    raise exception 'a participation cannot move from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'legal_participant_transition';
  elsif (new.lesson_id, new.member_id) is distinct from (old.lesson_id, old.member_id) then
    raise exception 'lesson and member of a participation are frozen'
      using errcode = 'check_violation', constraint = 'participant_frozen';
  end if;
  new.changed_at := club_now();
  return new;
end $$;

create or replace function update_slot_counts() returns trigger language plpgsql as $$
begin
  perform lock_books();
  perform update_slot_counts_of(id) from (
    select distinct case tg_table_name
      when 'trainers' then (line ->> 'id')::uuid
      when 'slots' then (line ->> 'trainer_id')::uuid
      else (select trainer_id from slots where id = (line ->> 'slot_id')::uuid) end as id
    from (values (to_jsonb(old)), (to_jsonb(new))) as changed (line) where line is not null) touched;
  return null;
end $$;

create or replace function update_slot_counts_of(trainer uuid) returns void language plpgsql as $$
declare
  before trainer_slot_counts;
begin
  select * into before from trainer_slot_counts where trainer_id = trainer;
  insert into trainer_slot_counts
  select trainer, count(*), count(*) filter (where exists (
    select from bookings b where b.slot_id = s.id and b.state = 'paid' and b.period = 'current'))
  from slots s join trainers t on t.id = s.trainer_id
  where s.trainer_id = trainer and s.removed_at is null and t.retired_at is null
  on conflict (trainer_id) do update set offered = excluded.offered, sold = excluded.sold;
  update slot_totals set offered = slot_totals.offered + now.offered - coalesce(before.offered, 0),
    sold = slot_totals.sold + now.sold - coalesce(before.sold, 0)
  from trainer_slot_counts now where now.trainer_id = trainer;
end $$;

create or replace function rebuild_slot_counts() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table trainer_slot_counts, slot_totals in exclusive mode;
  delete from trainer_slot_counts;
  delete from slot_totals;
  insert into trainer_slot_counts
  select s.trainer_id, count(*), count(*) filter (where exists (
    select from bookings b where b.slot_id = s.id and b.state = 'paid' and b.period = 'current'))
  from slots s join trainers t on t.id = s.trainer_id
  where s.removed_at is null and t.retired_at is null group by 1;
  insert into slot_totals (offered, sold) select coalesce(sum(offered), 0), coalesce(sum(sold), 0) from trainer_slot_counts;
end $$;

create or replace function rebuild_slot_counts_on_truncate() returns trigger language plpgsql as $$
begin
  perform rebuild_slot_counts();
  return null;
end $$;

create or replace function start_upcoming_month() returns trigger language plpgsql as $$
begin
  update bookings set period = 'current' where slot_id = new.slot_id and period = 'upcoming' and is_live(state);
  return null;
end $$;

create or replace function update_active_member() returns trigger language plpgsql as $$
declare
  ends timestamptz;
begin
  perform lock_books();
  select min(paid_until) into ends from bookings b
  where buyer_id = new.buyer_id and state = 'paid' and not is_renewed(b);
  if ends is null then
    delete from active_members where user_id = new.buyer_id;
  else
    insert into active_members select user_id, created_at, ends from members where user_id = new.buyer_id
    on conflict (user_id) do update set ends_at = excluded.ends_at;
  end if;
  return null;
end $$;

create or replace function rebuild_active_members() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table active_members in exclusive mode;
  delete from active_members;
  insert into active_members
  select user_id, m.created_at, min(paid_until)
  from bookings b join members m on m.user_id = b.buyer_id where b.state = 'paid' and not is_renewed(b) group by 1;
end $$;

create or replace function rebuild_active_members_on_truncate() returns trigger language plpgsql as $$
begin
  perform rebuild_active_members();
  return null;
end $$;

create or replace function sum_everything_again() returns void language plpgsql as $$
begin
  perform sum_again();
  perform rebuild_slot_counts();
  perform sum_mailing_again();
  perform sum_months_again();
  perform rebuild_active_members();
end $$;

create or replace function owe_skipped_hours() returns integer language sql as $$
  with skipped as (
    update lessons set state = 'called_off', called_off_because = 'no such hour'
    where state = 'planned' and starts_at > club_now() and club_instant(on_date, make_time(start_hour, 0, 0)) is null
    returning id, booking_id, on_date),
  left_participants as (
    update participants set state = 'called_off' from skipped
    where participants.lesson_id = skipped.id and participants.state = 'booked'
    returning participants.member_id, skipped.*),
  owed as (
    insert into make_ups (member_id, booking_id, because, from_lesson_id, from_date, until)
    select member_id, booking_id, 'no such hour', id, on_date,
      club_today() + (select make_up_days from policies order by version desc limit 1)
    from left_participants returning 1)
  select count(*)::integer from owed
$$;

create or replace function set_month_dates() returns trigger language plpgsql as $$
declare
  before bookings;
begin
  if tg_op = 'UPDATE' and new.follows_id is distinct from old.follows_id then
    raise exception 'what a booking follows is frozen' using errcode = 'check_violation', constraint = 'booking_frozen';
  end if;
  if tg_op = 'INSERT' then
    select name, start_hour into new.held_slot, new.held_hour from slots where id = new.slot_id;
  end if;
  if new.follows_id is not null and is_live(new.state) and (tg_op = 'INSERT' or not is_live(old.state)) then
    -- waits for the end of the month before, if that is just being written
    select * into before from bookings where id = new.follows_id for update;
    new.period := case when is_live(before.state) then 'upcoming' else 'current' end;
    if tg_op = 'INSERT' then
      new.begins_at := before.paid_until;
      new.anchor_at := case when before.buyer_id = new.buyer_id then before.anchor_at else before.paid_until end;
      new.month_number := case when before.buyer_id = new.buyer_id then before.month_number + 1 else 1 end;
      new.carried_days := case when before.buyer_id = new.buyer_id then before.carried_days + before.extended_days else 0 end;
    end if;
    if tg_op = 'INSERT' and (new.period = 'current' or before.paid_until <= club_now())
      or new.period = 'upcoming' and (
        (before.state, before.period, before.slot_id, before.paid_until) is distinct from ('paid', 'current', new.slot_id, new.begins_at)
        or before.renewal = 'closed' or before.buyer_id <> new.buyer_id and before.renewal <> 'declined') then
      raise exception 'the month after belongs to who has the hour'
        using errcode = 'check_violation', constraint = 'first_refusal';
    end if;
  end if;
  if tg_op = 'UPDATE' and old.paid_at is null and new.paid_at is not null then
    -- a month that is renewed goes on where the last one ended, unless its money came an hour later; others begin when paid
    if new.begins_at is null
      or new.paid_at > new.begins_at + (case when new.month_number > 1 then interval '1 hour' else interval '0' end) then
      new.begins_at := new.paid_at;
      new.anchor_at := new.paid_at;
      new.month_number := 1;
      new.carried_days := 0;
    end if;
    new.paid_until := month_end(new.anchor_at, new.month_number, new.carried_days);
  elsif tg_op = 'UPDATE' and new.extended_days <> old.extended_days then
    if new.state <> 'paid' or new.extended_days < old.extended_days or has_month_after(new.id) then
      raise exception 'a month grows while it is paid and nobody has the next' using errcode = 'check_violation', constraint = 'month_extends';
    end if;
    new.paid_until := month_end(new.anchor_at, new.month_number, new.carried_days + new.extended_days);
  end if;
  return new;
end $$;

create or replace function retime_lessons() returns trigger language plpgsql as $$
begin
  perform owe_skipped_hours();
  update participants set free_until = on_the_new_clock(free_until, old.time_zone)
  from lessons where lessons.id = participants.lesson_id and participants.state = 'booked'
    and lessons.state = 'planned' and starts_at > club_now();
  update lessons set cover_until = on_the_new_clock(cover_until, old.time_zone)
  where state = 'planned' and starts_at > club_now();
  update months set dates_from = on_the_new_clock(dates_from, old.time_zone),
    dates_until = on_the_new_clock(dates_until, old.time_zone);
  return null;
end $$;

create or replace function retime_lessons_ahead() returns integer language sql as $$
  with late as (
    select id, club_instant(on_date, make_time(start_hour, 0, 0)) - starts_at as shift
    from lessons where state = 'planned' and starts_at > club_now()
      and starts_at <> club_instant(on_date, make_time(start_hour, 0, 0))),
  retimed as (
    update lessons set cover_until = cover_until + shift from late where lessons.id = late.id
    returning lessons.id, starts_at, shift),
  promised as (
    update participants set free_until = least(greatest(free_until, free_until + shift), starts_at)
    from retimed where lesson_id = retimed.id and state = 'booked')
  select count(*)::integer from retimed
$$;

create or replace function retime_months() returns trigger language plpgsql as $$
begin
  update bookings set anchor_at = on_the_new_clock(anchor_at, old.time_zone),
    begins_at = case period when 'upcoming' then on_the_new_clock(begins_at, old.time_zone) else begins_at end,
    paid_until = on_the_new_clock(paid_until, old.time_zone)
  where anchor_at is not null and (is_live(state) or follows_id is not null and paid_at is null);
  return null;
end $$;

create or replace function retime_months_ahead() returns integer language plpgsql as $$
declare
  bought bookings;
  begins timestamptz;
  anchor timestamptz;
  ends timestamptz;
  retimed integer := 0;
begin
  for bought in
    select * from bookings
    where is_live(state) and anchor_at is not null and coalesce(paid_until, begins_at) > club_now()
    order by period for no key update
  loop
    begins := case when bought.period = 'current' then bought.begins_at
      else (select paid_until from bookings where id = bought.follows_id) end;
    anchor := case when bought.anchor_at = bought.begins_at then begins else bought.anchor_at end;
    ends := case when bought.paid_until is not null
      then month_end(anchor, bought.month_number, bought.carried_days + bought.extended_days) end;
    continue when (begins, ends) is not distinct from (bought.begins_at, bought.paid_until);
    update bookings set begins_at = begins, anchor_at = anchor, paid_until = ends where id = bought.id;
    update months set dates_from = date_trunc('milliseconds', begins)
    where booking_id = bought.id and dates_from = date_trunc('milliseconds', bought.begins_at);
    update months set dates_until = date_trunc('milliseconds', ends)
    where booking_id = bought.id and dates_until = date_trunc('milliseconds', bought.paid_until);
    retimed := retimed + 1;
  end loop;
  return retimed;
end $$;

create or replace function freeze_invoice() returns trigger language plpgsql as $$
declare
  people text[] := array['buyer_name', 'buyer_email', 'buyer_address', 'trainer_name', 'reason'];
begin
  if tg_op = 'UPDATE' and is_erasing() and to_jsonb(new) - people = to_jsonb(old) - people then
    return new;
  end if;
  raise exception 'an invoice never changes' using errcode = 'check_violation', constraint = 'invoice_frozen';
end $$;

create or replace function set_sale_share() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.share_percent := share_of(
      (select s.trainer_id from bookings b join slots s on s.id = b.slot_id where b.id = new.booking_id), new.received_at);
  elsif old.share_percent is not null and new.share_percent is distinct from old.share_percent then
    raise exception 'a sale keeps its share' using errcode = 'check_violation', constraint = 'share_frozen';
  end if;
  return new;
end $$;

-- 5. Triggers. BEFORE triggers of a table fire in alphabetical order, which these names preserve. Constraint triggers are
-- recreated, because ALTER TRIGGER does not rename their constraint.

alter trigger booking_moves on bookings rename to booking_transitions;
alter trigger month_placed on bookings rename to month_dates_set;
create trigger upcoming_month_started after update of state on bookings for each row
  when (old.period = 'current' and is_live(old.state) and not is_live(new.state)) execute function start_upcoming_month();
alter trigger hour_holders_noted_again on bookings rename to active_members_rebuilt;
alter trigger hours_counted_again on bookings rename to slot_counts_rebuilt;
alter trigger hours_counted_again on slots rename to slot_counts_rebuilt;
alter trigger place_moves on participants rename to participant_transitions;
alter trigger lesson_kept on lessons rename to lesson_maintained;
alter trigger share_kept on payments rename to share_frozen;
alter trigger invoice_kept on invoices rename to invoice_frozen;
alter trigger currency_kept on club rename to currency_frozen;

drop trigger hour_holder_noted on bookings;
drop trigger new_hour_holder_noted on bookings;
drop trigger hours_counted on bookings;
drop trigger sold_hours_counted on bookings;
drop trigger hours_counted on slots;
drop trigger hours_counted on trainers;
create constraint trigger active_member_updated after update of state, paid_until on bookings
  deferrable initially deferred for each row when (old.state = 'paid' or new.state = 'paid')
  execute function update_active_member();
create constraint trigger new_active_member_updated after insert on bookings
  deferrable initially deferred for each row when (new.state = 'paid') execute function update_active_member();
create constraint trigger slot_counts_updated after update of state, period, slot_id on bookings
  deferrable initially deferred for each row when (old.state = 'paid' or new.state = 'paid')
  execute function update_slot_counts();
create constraint trigger sold_slots_counted after insert on bookings
  deferrable initially deferred for each row when (new.state = 'paid') execute function update_slot_counts();
create constraint trigger slot_counts_updated after insert or delete or update of trainer_id, removed_at on slots
  deferrable initially deferred for each row execute function update_slot_counts();
create constraint trigger slot_counts_updated after update of retired_at on trainers
  deferrable initially deferred for each row execute function update_slot_counts();

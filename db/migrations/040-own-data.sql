-- What a person may ask of the club: a copy of all that it knows of them, and to be forgotten.

alter table members
  -- goes once their months are over; null: stays
  add column leaving_since timestamptz;
create index members_leaving on members (leaving_since) where leaving_since is not null;

-- The latest copy that somebody asked for; its file lies under this id until it is over.
create table copies (
  member_id uuid primary key references members (user_id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  asked_at timestamptz not null default club_now(),
  made_at timestamptz,
  until timestamptz,
  bytes bigint check (bytes > 0),
  constraint made_has_end check (num_nonnulls(made_at, until, bytes) in (0, 3))
);

-- Whoever was erased keeps their row, which names nobody, so that the books go on adding up.
alter table users add column erased_at timestamptz;
create index users_erased on users (erased_at) where erased_at is not null;

-- Only the transaction that erases somebody may take their name out of what otherwise never changes.
create function is_erasing() returns boolean language sql stable as $$
  select coalesce(current_setting('club.erasing', true), '') = 'on'
$$;

create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing()
    and to_jsonb(new) - array['before', 'after'] = to_jsonb(old) - array['before', 'after'] then
    return new;
  end if;
  raise exception 'the audit log is only ever appended to' using errcode = 'check_violation', constraint = 'append_only';
end $$;
drop trigger append_only on audit_entries;
create trigger append_only before update or delete on audit_entries
  for each row execute function keep_audit_entry();

create or replace function keep_invoice() returns trigger language plpgsql as $$
declare
  people text[] := array['buyer_name', 'buyer_email', 'trainer_name', 'reason'];
begin
  if tg_op = 'UPDATE' and is_erasing() and to_jsonb(new) - people = to_jsonb(old) - people then
    return new;
  end if;
  raise exception 'an invoice never changes' using errcode = 'check_violation', constraint = 'invoice_kept';
end $$;

-- What somebody had begun while they were erased does not bring them back. It waits for the erasing to end, which
-- holds the row of the person.
create function is_erased(person uuid) returns boolean language plpgsql volatile as $$
begin
  perform from users where id = person for key share;
  -- looked at anew, once the row is nobody else's
  return exists (select from users where id = person and erased_at is not null);
end $$;

create function refuse_erased() returns trigger language plpgsql as $$
begin
  if is_erased((to_jsonb(new) ->> tg_argv[0])::uuid) then
    raise exception 'this account was erased' using errcode = 'check_violation', constraint = 'stays_erased';
  end if;
  return new;
end $$;
create trigger stays_erased before insert on sessions for each row execute function refuse_erased('user_id');
create trigger stays_erased before insert on accounts for each row execute function refuse_erased('user_id');
create trigger stays_erased before insert on two_factors for each row execute function refuse_erased('user_id');
create trigger stays_erased before insert on images for each row when (new.owner_id is not null) execute function refuse_erased('owner_id');
create trigger stays_erased before insert on trainer_applications for each row execute function refuse_erased('user_id');
create trigger stays_erased before insert on bookings for each row execute function refuse_erased('buyer_id');
create trigger stays_erased before insert on posts for each row execute function refuse_erased('author_id');
create trigger stays_erased before insert on post_clicks for each row execute function refuse_erased('user_id');
create trigger stays_erased before insert on reports for each row execute function refuse_erased('reporter_id');
create trigger stays_erased before insert or update on copies for each row execute function refuse_erased('member_id');
create trigger stays_erased before update on members for each row execute function refuse_erased('user_id');
create trigger stays_erased before update on users for each row when (old.erased_at is not null) execute function refuse_erased('id');

-- Nobody reads these any more; money that arrives late is settled all the same.
create function skip_erased() returns trigger language plpgsql as $$
begin
  return case when is_erased(new.user_id) then null else new end;
end $$;
create trigger erased_reads_nothing before insert on activities for each row execute function skip_erased();
create trigger erased_reads_nothing before insert on letters for each row when (new.user_id is not null) execute function skip_erased();

-- Also of a settled booking a reason to a discount may lose the name in it.
drop trigger booking_moves on bookings;
create trigger booking_begins before insert on bookings
  for each row execute function check_booking_move();
create trigger booking_moves before update on bookings for each row
  when (not is_erasing() or to_jsonb(new) - array['network', 'discount_reason'] is distinct from to_jsonb(old) - array['network', 'discount_reason'])
  execute function check_booking_move();

-- Of what the audit log says of a change, all but the words that somebody wrote; a name is that of nobody.
create function facts_only(change jsonb, nobody text) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(change) = 'object' then coalesce((
    select jsonb_object_agg(key, case when key in ('name', 'author') then to_jsonb(nobody) else value end)
    from jsonb_each(change)
    where jsonb_typeof(value) in ('number', 'boolean', 'null')
      or key in ('state', 'role', 'method', 'plan', 'when', 'name', 'author')), '{}') end
$$;

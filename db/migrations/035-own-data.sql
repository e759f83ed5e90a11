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
  perform from users where id = person and erased_at is not null for key share;
  return found;
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

-- As before, but that a reason to a discount may lose the name in it.
create or replace function check_booking_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'held' then
      raise exception 'a booking begins held' using errcode = 'check_violation', constraint = 'legal_move';
    end if;
  else
    if new.state <> old.state and not (old.state, new.state) in (
      ('held', 'paying'), ('held', 'expired'), ('held', 'cancelled'),
      ('paying', 'paid'), ('paying', 'held'), ('paying', 'expired'), ('paying', 'cancelled'), ('paying', 'refund_due'),
      ('expired', 'paid'), ('cancelled', 'paid'), ('expired', 'refund_due'), ('cancelled', 'refund_due'),
      ('paid', 'ended'), ('paid', 'refund_due'), ('paid', 'refunded'),
      ('refund_due', 'refunded')) then
      raise exception 'a booking cannot move from % to %', old.state, new.state
        using errcode = 'check_violation', constraint = 'legal_move';
    end if;
    if old.state not in ('held', 'paying')
      and ((new.plan, new.amount_cents, new.discount_cents) is distinct from (old.plan, old.amount_cents, old.discount_cents)
        or new.discount_reason is distinct from old.discount_reason and not is_erasing()) then
      raise exception 'the amount of a settled booking is frozen'
        using errcode = 'check_violation', constraint = 'amount_frozen';
    end if;
    if (new.slot_id, new.buyer_id, new.slot_price_cents, new.currency)
      is distinct from (old.slot_id, old.buyer_id, old.slot_price_cents, old.currency) then
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

-- Of what the audit log says of a change, all but the words that somebody wrote; a name is that of nobody.
create function facts_only(change jsonb, nobody text) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(change) = 'object' then coalesce((
    select jsonb_object_agg(key, case when key in ('name', 'author') then to_jsonb(nobody) else value end)
    from jsonb_each(change)
    where jsonb_typeof(value) in ('number', 'boolean', 'null')
      or key in ('state', 'role', 'method', 'plan', 'when', 'name', 'author')), '{}') end
$$;

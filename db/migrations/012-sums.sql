-- Sums of growing tables, maintained by triggers in the writing transaction, so that no page adds up a table.
-- db/invariants.sql compares each with a recount. Triggers of payments and bookings are deferred and take one lock, that of
-- the invoice numbers, last, and hold it only while the transaction commits.

create function lock_books() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('invoices'))
$$;

-- Newsletters and subscribers have a lock of their own.
create function lock_mailing() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('mailing'))
$$;

create function month_of(day date) returns date language sql immutable strict parallel safe as $$
  select date_trunc('month', day::timestamp)::date
$$;

-- 1. The forum. A page finds its month, then its day, then its posts by index. Days are days of UTC and never shown.

create table post_days (
  day date primary key,
  posts integer not null
);
create table post_months (
  month date primary key,
  posts integer not null
);

create function count_post() returns trigger language plpgsql as $$
begin
  insert into post_days as sums (day, posts)
  select (moment at time zone 'UTC')::date, sum(more)
  from (values (old.created_at, -1), (new.created_at, 1)) as changed (moment, more)
  where moment is not null group by 1
  on conflict (day) do update set posts = sums.posts + excluded.posts;
  return null;
end $$;
create trigger post_counted after insert or delete or update of created_at on posts
  for each row execute function count_post();

create function count_post_day() returns trigger language plpgsql as $$
begin
  insert into post_months as sums (month, posts)
  select month_of(day), sum(more) from (values (old.day, -old.posts), (new.day, new.posts)) as changed (day, more)
  where day is not null group by 1
  on conflict (month) do update set posts = sums.posts + excluded.posts;
  return null;
end $$;
create trigger post_day_counted after insert or delete or update on post_days
  for each row execute function count_post_day();

-- 2. The books, by day of the club's calendar. The plan is null for lines without one.

create table ledger_days (
  day date not null,
  kind text not null check (kind in ('payment', 'refund', 'payout', 'dispute')),
  plan text references plans (name),
  cents bigint not null,
  entries integer not null,
  unique nulls not distinct (day, kind, plan)
);

-- The arguments name the kind of line, the column of its time and its sign.
create function sum_ledger() returns trigger language plpgsql as $$
begin
  perform lock_books();
  insert into ledger_days as sums (day, kind, plan, cents, entries)
  select ((line ->> tg_argv[1])::timestamptz at time zone club_zone())::date, tg_argv[0], b.plan,
    sum(more * tg_argv[2]::integer * (line ->> 'amount_cents')::integer), sum(more)
  from (values (to_jsonb(old), -1), (to_jsonb(new), 1)) as changed (line, more)
    left join refunds r on r.id = (line ->> 'refund_id')::uuid
    left join payments p on p.id = coalesce((line ->> 'payment_id')::uuid, r.payment_id)
    left join stray_charges s on s.id = coalesce((line ->> 'stray_charge_id')::uuid, r.stray_charge_id)
    left join bookings b on b.id = coalesce((line ->> 'booking_id')::uuid, p.booking_id, s.booking_id)
  where line is not null and (tg_table_name <> 'refunds' or line ->> 'state' = 'succeeded')
  group by 1, 3
  on conflict (day, kind, plan) do update set cents = sums.cents + excluded.cents, entries = sums.entries + excluded.entries;
  return null;
end $$;
create constraint trigger in_ledger_days after insert or delete or update of received_at, amount_cents on payments
  deferrable initially deferred for each row execute function sum_ledger('payment', 'received_at', '1');
create constraint trigger in_ledger_days after insert or delete or update of received_at, amount_cents on stray_charges
  deferrable initially deferred for each row execute function sum_ledger('payment', 'received_at', '1');
create constraint trigger in_ledger_days after insert or delete or update of settled_at, state, amount_cents on refunds
  deferrable initially deferred for each row execute function sum_ledger('refund', 'settled_at', '-1');
create constraint trigger went_in_ledger_days after insert or delete or update of settled_at, amount_cents on bounced_refunds
  deferrable initially deferred for each row execute function sum_ledger('refund', 'settled_at', '-1');
create constraint trigger came_in_ledger_days after insert or delete or update of bounced_at, amount_cents on bounced_refunds
  deferrable initially deferred for each row execute function sum_ledger('refund', 'bounced_at', '1');
create constraint trigger in_ledger_days after insert or delete or update of opened_at on disputes
  deferrable initially deferred for each row execute function sum_ledger('dispute', 'opened_at', '0');
create constraint trigger in_ledger_days after insert or delete or update of created_at, amount_cents on payouts
  deferrable initially deferred for each row execute function sum_ledger('payout', 'created_at', '-1');

-- Sales less refunds, the trainer's part of them, and payouts, by trainer.
create table trainer_sums (
  trainer_id uuid primary key references trainers (id),
  sold_cents bigint not null,
  part_cents bigint not null,
  paid_out_cents bigint not null
);
create index trainers_owed on trainer_sums ((part_cents - paid_out_cents) desc) where part_cents > paid_out_cents;

create function sum_sale() returns trigger language plpgsql as $$
begin
  perform lock_books();
  insert into trainer_sums as sums (trainer_id, sold_cents, part_cents, paid_out_cents)
  select s.trainer_id, sum(kept), coalesce(sum(kept * share / 100), 0), 0
  from (values (old.booking_id, old.refunded_cents - old.amount_cents, old.share_percent),
      (new.booking_id, new.amount_cents - new.refunded_cents, new.share_percent)) as changed (booking_id, kept, share)
    join bookings b on b.id = changed.booking_id join slots s on s.id = b.slot_id
  group by 1
  on conflict (trainer_id) do update
    set sold_cents = sums.sold_cents + excluded.sold_cents, part_cents = sums.part_cents + excluded.part_cents;
  return null;
end $$;
create constraint trigger in_trainer_sums after insert or delete or update of amount_cents, refunded_cents, share_percent on payments
  deferrable initially deferred for each row execute function sum_sale();

create function sum_payout() returns trigger language plpgsql as $$
begin
  perform lock_books();
  insert into trainer_sums as sums (trainer_id, sold_cents, part_cents, paid_out_cents)
  values (coalesce(new.trainer_id, old.trainer_id), 0, 0, coalesce(new.amount_cents, 0) - coalesce(old.amount_cents, 0))
  on conflict (trainer_id) do update set paid_out_cents = sums.paid_out_cents + excluded.paid_out_cents;
  return null;
end $$;
create constraint trigger in_trainer_sums after insert or delete or update of amount_cents on payouts
  deferrable initially deferred for each row execute function sum_payout();

-- Recounts the forum and the books: after a change of the club's zone, and after triggers were disabled.
create function sum_again() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table post_days, ledger_days, trainer_sums in exclusive mode;
  delete from post_days;
  insert into post_days select (created_at at time zone 'UTC')::date, count(*) from posts group by 1;
  delete from ledger_days;
  insert into ledger_days
  select (l.entered_at at time zone club_zone())::date, l.kind, b.plan, sum(l.cents), count(*)
  from ledger l left join bookings b on b.id = l.booking_id group by 1, 2, 3;
  delete from trainer_sums;
  insert into trainer_sums
  select trainer_id, sum(sold), coalesce(sum(part), 0), sum(paid_out)
  from (
    select s.trainer_id, p.amount_cents - p.refunded_cents as sold,
      (p.amount_cents - p.refunded_cents) * p.share_percent / 100 as part, 0 as paid_out
    from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
    union all
    select trainer_id, 0, 0, amount_cents from payouts) movements
  group by 1;
end $$;

create function sum_all_again() returns trigger language plpgsql as $$
begin
  perform sum_again();
  return null;
end $$;
create trigger summed_again after update of time_zone on club
  for each row when (old.time_zone <> new.time_zone) execute function sum_all_again();
create trigger summed_again after truncate on posts execute function sum_all_again();
create trigger summed_again after truncate on payments execute function sum_all_again();
create trigger summed_again after truncate on payouts execute function sum_all_again();

-- 3. Slots on offer and sold, by trainer and in total. Slots of retired trainers do not count.

create table trainer_slot_counts (
  trainer_id uuid primary key references trainers (id),
  offered integer not null,
  sold integer not null
);

-- The total, one row.
create table slot_totals (
  only_row boolean primary key default true check (only_row),
  offered bigint not null,
  sold bigint not null
);
insert into slot_totals (offered, sold) values (0, 0);

-- Recounts one trainer: a trainer who retires withdraws their free slots in the same transaction.
create function update_slot_counts_of(trainer uuid) returns void language plpgsql as $$
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

create function update_slot_counts() returns trigger language plpgsql as $$
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
create constraint trigger slot_counts_updated after insert or delete or update of trainer_id, removed_at on slots
  deferrable initially deferred for each row execute function update_slot_counts();
create constraint trigger slot_counts_updated after update of retired_at on trainers
  deferrable initially deferred for each row execute function update_slot_counts();
create constraint trigger slot_counts_updated after update of state, period, slot_id on bookings
  deferrable initially deferred for each row when (old.state = 'paid' or new.state = 'paid')
  execute function update_slot_counts();
create constraint trigger sold_slots_counted after insert on bookings
  deferrable initially deferred for each row when (new.state = 'paid') execute function update_slot_counts();

create function rebuild_slot_counts() returns void language plpgsql as $$
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

create function rebuild_slot_counts_on_truncate() returns trigger language plpgsql as $$
begin
  perform rebuild_slot_counts();
  return null;
end $$;
create trigger slot_counts_rebuilt after truncate on slots execute function rebuild_slot_counts_on_truncate();
create trigger slot_counts_rebuilt after truncate on bookings execute function rebuild_slot_counts_on_truncate();

-- 4. Active members: people with a paid month, in the order of the office's list.

create table active_members (
  -- No foreign key: its lock on the user's row, taken after the lock of the books, could cause a deadlock.
  user_id uuid primary key,
  joined_at timestamptz not null,
  -- The end of the member's month that ends first.
  ends_at timestamptz not null
);
create index active_members_newest_first on active_members (joined_at desc, user_id desc);

-- Reads the months again under the lock, since two months of one person may change at once.
create function update_active_member() returns trigger language plpgsql as $$
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
create constraint trigger active_member_updated after update of state, paid_until on bookings
  deferrable initially deferred for each row when (old.state = 'paid' or new.state = 'paid')
  execute function update_active_member();
create constraint trigger new_active_member_updated after insert on bookings
  deferrable initially deferred for each row when (new.state = 'paid') execute function update_active_member();

create function rebuild_active_members() returns void language plpgsql as $$
begin
  perform lock_books();
  lock table active_members in exclusive mode;
  delete from active_members;
  insert into active_members
  select user_id, m.created_at, min(paid_until)
  from bookings b join members m on m.user_id = b.buyer_id where b.state = 'paid' and not is_renewed(b) group by 1;
end $$;

create function rebuild_active_members_on_truncate() returns trigger language plpgsql as $$
begin
  perform rebuild_active_members();
  return null;
end $$;
create trigger active_members_rebuilt after truncate on bookings execute function rebuild_active_members_on_truncate();

-- 5. Subscribers, by day of UTC and by month, and the letters of each newsletter. Letters that were neither handed over nor
-- failed are waiting.

create table subscriber_days (
  day date primary key,
  people integer not null,
  confirmed integer not null
);
create table subscriber_months (
  month date primary key,
  people integer not null
);
create table newsletter_sums (
  newsletter_id uuid primary key references newsletters (id) on delete cascade,
  letters integer not null,
  handed_over integer not null,
  failed integer not null
);

create function count_subscriber() returns trigger language plpgsql as $$
begin
  perform lock_mailing();
  insert into subscriber_days as sums (day, people, confirmed)
  select (created_at at time zone 'UTC')::date, sum(more), coalesce(sum(more) filter (where confirmed_at is not null), 0)
  from (values (old.created_at, old.confirmed_at, -1), (new.created_at, new.confirmed_at, 1)) as changed (created_at, confirmed_at, more)
  where created_at is not null group by 1
  on conflict (day) do update set people = sums.people + excluded.people, confirmed = sums.confirmed + excluded.confirmed;
  return null;
end $$;
create constraint trigger in_subscriber_days after insert or delete or update of created_at, confirmed_at on subscribers
  deferrable initially deferred for each row execute function count_subscriber();

create function count_subscriber_day() returns trigger language plpgsql as $$
begin
  insert into subscriber_months as sums (month, people)
  select month_of(day), sum(more) from (values (old.day, -old.people), (new.day, new.people)) as changed (day, more)
  where day is not null group by 1
  on conflict (month) do update set people = sums.people + excluded.people;
  return null;
end $$;
create trigger subscriber_day_counted after insert or delete or update on subscriber_days
  for each row execute function count_subscriber_day();

create function sum_newsletter() returns trigger language plpgsql as $$
begin
  if coalesce(old.newsletter_id, new.newsletter_id) is null then return null; end if;
  perform lock_mailing();
  insert into newsletter_sums as sums (newsletter_id, letters, handed_over, failed)
  select id, sum(more), coalesce(sum(more) filter (where handed_over_at is not null), 0),
    coalesce(sum(more) filter (where failed_at is not null), 0)
  from (values (old.newsletter_id, old.handed_over_at, old.failed_at, -1),
      (new.newsletter_id, new.handed_over_at, new.failed_at, 1)) as changed (id, handed_over_at, failed_at, more)
    -- a draft that is thrown away takes its sums with it
    join newsletters using (id)
  group by 1
  on conflict (newsletter_id) do update set letters = sums.letters + excluded.letters,
    handed_over = sums.handed_over + excluded.handed_over, failed = sums.failed + excluded.failed;
  return null;
end $$;
create constraint trigger in_newsletter_sums after insert or delete or update of newsletter_id, handed_over_at, failed_at on letters
  deferrable initially deferred for each row execute function sum_newsletter();

create function sum_mailing_again() returns void language plpgsql as $$
begin
  perform lock_mailing();
  lock table subscriber_days, newsletter_sums in exclusive mode;
  delete from subscriber_days;
  insert into subscriber_days
  select (created_at at time zone 'UTC')::date, count(*), count(confirmed_at) from subscribers group by 1;
  delete from newsletter_sums;
  insert into newsletter_sums
  select newsletter_id, count(*), count(handed_over_at), count(failed_at) from letters where newsletter_id is not null group by 1;
end $$;

create function sum_all_mailing_again() returns trigger language plpgsql as $$
begin
  perform sum_mailing_again();
  return null;
end $$;
create trigger summed_again after truncate on subscribers execute function sum_all_mailing_again();
create trigger summed_again after truncate on letters execute function sum_all_mailing_again();

-- 6. All of them.

create function sum_months_again() returns void language plpgsql as $$
begin
  lock table post_days, subscriber_days, post_months, subscriber_months in exclusive mode;
  delete from post_months;
  insert into post_months select month_of(day), sum(posts) from post_days group by 1;
  delete from subscriber_months;
  insert into subscriber_months select month_of(day), sum(people) from subscriber_days group by 1;
end $$;

-- Recounts every sum of this file, after triggers were disabled. A new sum must be added here.
create function sum_everything_again() returns void language plpgsql as $$
begin
  perform sum_again();
  perform rebuild_slot_counts();
  perform sum_mailing_again();
  perform sum_months_again();
  perform rebuild_active_members();
end $$;

-- Sums of what only grows, kept in the transaction of what they sum, so that no page adds up a table.
-- db/invariants.sql compares each with a recount.

-- The forum finds the days of a page here, and its posts by their index. A day is one of UTC: nobody reads it.
create table post_days (
  day date primary key,
  posts integer not null
);

-- A day is one of the club's calendar; the plan is null where there is none.
create table ledger_days (
  day date not null,
  kind text not null check (kind in ('payment', 'refund', 'payout', 'dispute')),
  plan text references plans (name),
  cents bigint not null,
  entries integer not null,
  unique nulls not distinct (day, kind, plan)
);

-- What was received for a trainer's hours less what was refunded or is about to be, their part of it, and payouts.
create table trainer_sums (
  trainer_id uuid primary key references trainers (id),
  sold_cents bigint not null,
  part_cents bigint not null,
  paid_out_cents bigint not null
);

-- The lines of one day are found by their time.
create index refunds_by_settling on refunds (settled_at) where state = 'succeeded';
create index stray_charges_by_time on stray_charges (received_at);
create index disputes_by_time on disputes (opened_at);

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

-- Deferred, and under the lock of the invoices: who changes the books takes it last, and holds it while committing.
create function lock_books() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('invoices'))
$$;

-- Told of each table which kind of line its rows are, when they are entered and with which sign.
create function sum_ledger() returns trigger language plpgsql as $$
begin
  perform lock_books();
  insert into ledger_days as sums (day, kind, plan, cents, entries)
  select ((line ->> tg_argv[1])::timestamptz at time zone club_zone())::date, tg_argv[0], b.plan,
    sum(more * tg_argv[2]::integer * (line ->> 'amount_cents')::integer), sum(more)
  from (values (to_jsonb(old), -1), (to_jsonb(new), 1)) as changed (line, more)
    left join payments p on p.id = (line ->> 'payment_id')::uuid
    left join stray_charges s on s.id = (line ->> 'stray_charge_id')::uuid
    left join bookings b on b.id = coalesce((line ->> 'booking_id')::uuid, p.booking_id, s.booking_id)
  where line is not null and (tg_argv[0] <> 'refund' or line ->> 'state' = 'succeeded')
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
create constraint trigger in_ledger_days after insert or delete or update of created_at, amount_cents on payouts
  deferrable initially deferred for each row execute function sum_ledger('payout', 'created_at', '-1');
create constraint trigger in_ledger_days after insert or delete or update of opened_at on disputes
  deferrable initially deferred for each row execute function sum_ledger('dispute', 'opened_at', '0');

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

-- All of it from the rows: for a club from before, after another clock on the wall, and where triggers rested.
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
select sum_again();

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

-- What of a trainer's sales is theirs. Each sale keeps the share of its moment, so that the past never changes.

-- Of trainers for whom no other was set; the setting of the environment is written here at each start.
alter table club add column trainer_share integer not null default 100 check (trainer_share between 0 and 100);

create table shares (
  trainer_id uuid not null references trainers (id),
  -- a day of the club's calendar
  counts_from date not null,
  percent integer not null check (percent between 0 and 100),
  set_by uuid not null references members (user_id),
  set_at timestamptz not null default club_now(),
  primary key (trainer_id, counts_from)
);
create index shares_by_admin on shares (set_by);

create function share_of(trainer uuid, moment timestamptz) returns integer language sql stable as $$
  select coalesce(
    (select percent from shares
      where trainer_id = trainer and counts_from <= (moment at time zone club_zone())::date
      order by counts_from desc limit 1),
    (select trainer_share from club))
$$;

-- null only for sales from before, until the next start gives them the share that counted for all
alter table payments add column share_percent integer check (share_percent between 0 and 100);

create function keep_share() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.share_percent := share_of(
      (select s.trainer_id from bookings b join slots s on s.id = b.slot_id where b.id = new.booking_id), new.received_at);
  elsif old.share_percent is not null and new.share_percent is distinct from old.share_percent then
    raise exception 'a sale keeps its share' using errcode = 'check_violation', constraint = 'share_kept';
  end if;
  return new;
end $$;
create trigger share_kept before insert or update of share_percent on payments
  for each row execute function keep_share();

-- What a trainer's statement is made of: sales and refunds with the trainer's part of each, and payouts, all signed.
-- Parts are whole cents, rounded down sale by sale, and a refund takes back what the part of its sale loses by it.
create view trainer_books as
  select s.trainer_id, 'sale' as kind, p.id as entry_id, p.booking_id, p.received_at as entered_at, p.share_percent,
    p.amount_cents as cents, p.amount_cents * p.share_percent / 100 as part_cents, ''::text as note
  from payments p join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
  union all
  select trainer_id, 'refund', id, booking_id, settled_at, share_percent, -refund_cents,
    (left_cents - refund_cents) * share_percent / 100 - left_cents * share_percent / 100, reason
  from (
    select s.trainer_id, r.id, p.booking_id, r.settled_at, p.share_percent, r.reason, r.amount_cents as refund_cents,
      p.amount_cents + r.amount_cents
        - (sum(r.amount_cents) over (partition by s.trainer_id, p.id order by r.settled_at, r.id))::integer as left_cents
    from refunds r join payments p on p.id = r.payment_id
      join bookings b on b.id = p.booking_id join slots s on s.id = b.slot_id
    where r.state = 'succeeded') back
  union all
  select trainer_id, 'payout', id, null, created_at, null, -amount_cents, -amount_cents, note from payouts;

-- A debit that a bank took back is owed again, by an order of its own: it has no period, so no period is counted, invoiced
-- or given its classes twice.
alter table orders
  -- The order whose money was taken back.
  add column repeats_id uuid references orders (id),
  add constraint repeat_is_plain check (repeats_id is null or num_nonnulls(offer_id, membership_id, period) = 0);
create unique index one_repeat_an_order on orders (repeats_id) where repeats_id is not null;

-- It costs what the bank took, at most, and stays the repeat of its order.
create function check_repeat() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or new.price_cents > coalesce((select disputed_cents from payments where booking_id = new.repeats_id), 0) then
    raise exception 'only what a bank took back is owed again' using errcode = 'check_violation', constraint = 'owed_again';
  end if;
  return new;
end $$;
create trigger repeat_is_owed before insert on orders for each row when (new.repeats_id is not null) execute function check_repeat();
create trigger repeat_stays before update of repeats_id on orders for each row
  when (new.repeats_id is distinct from old.repeats_id) execute function check_repeat();

-- A period that is owed again gives no more classes until it is paid.
create or replace function gives_classes(o orders) returns boolean language sql stable as $$
  select o.state = 'paid' and not exists (select from orders again where again.repeats_id = o.id and again.state in ('held', 'paying'))
    or o.period > 1 and o.state in ('held', 'paying') and (o.begins_at > club_now()
    or exists (select from payment_attempts a where a.booking_id = o.id and a.state = 'open' and a.processing_since is not null))
$$;

-- The invoice of the period stands: its repeat gets none.
do $$
declare
  definition text := pg_get_functiondef('give_invoice'::regproc);
  edited text := replace(definition, 'select case when of_refund is null then p.amount_cents when',
    'select case when of_refund is null then case when exists (select from orders again where again.id = p.booking_id and again.repeats_id is not null)
      then 0 else p.amount_cents end when');
begin
  if edited = definition then
    raise exception 'give_invoice has changed';
  end if;
  execute edited;
end $$;

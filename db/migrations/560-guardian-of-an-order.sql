-- The guardian who ordered for the buyer pays, so the invoice names the guardian as the buyer, and the member for whom it is.
alter table orders add column guardian_id uuid references members (user_id);
create index on orders (guardian_id) where guardian_id is not null;
-- Null for an order of the buyer's own.
alter table invoices add column for_name text check (char_length(for_name) <= 100);

create or replace function freeze_invoice() returns trigger language plpgsql as $$
declare
  people text[] := array['buyer_name', 'buyer_email', 'buyer_address', 'for_name', 'trainer_name', 'reason'];
begin
  if tg_op = 'UPDATE' and is_erasing() and to_jsonb(new) - people = to_jsonb(old) - people then
    return new;
  end if;
  raise exception 'an invoice never changes' using errcode = 'check_violation', constraint = 'invoice_frozen';
end $$;

-- The rest of the function stays as it is.
do $$
declare
  edit record;
  definition text := pg_get_functiondef('give_invoice'::regproc);
begin
  for edit in
    select * from (values
      ('u.id = o.buyer_id', 'u.id = coalesce(o.guardian_id, o.buyer_id)'),
      ('m.user_id = o.buyer_id', 'm.user_id = coalesce(o.guardian_id, o.buyer_id)'),
      ('title, description, price_cents)', 'title, description, price_cents, for_name)'),
      ('then o.price_cents end', 'then o.price_cents end,
    case when o.guardian_id is not null then (select name from users where id = o.buyer_id) end')) as edits (old, new)
  loop
    if strpos(definition, edit.old) = 0 then
      raise exception 'give_invoice has no %', edit.old;
    end if;
    definition := replace(definition, edit.old, edit.new);
  end loop;
  execute definition;
end $$;

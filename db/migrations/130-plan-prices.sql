-- The owner sets the price of a new trainer's hour, and what the plans cost and include. A booking freezes its plan's
-- surcharge and classes when the plan is chosen.
alter table club add column slot_price_cents integer not null default 5000 check (slot_price_cents between 1 and 90000000);

alter table plans drop constraint plans_surcharge_cents_check, drop constraint plans_classes_check,
  add constraint plans_surcharge_cents_check check (surcharge_cents between 0 and 90000000),
  add constraint plans_classes_check check (classes between 1 and 60);

alter table bookings
  add column surcharge_cents integer check (surcharge_cents between 0 and 90000000),
  add column plan_classes integer check (plan_classes between 1 and 60);

alter table bookings disable trigger user;
update bookings set surcharge_cents = plans.surcharge_cents, plan_classes = plans.classes from plans where plans.name = bookings.plan;
alter table bookings enable trigger user;

alter table bookings
  add constraint plan_is_frozen check (num_nonnulls(plan, surcharge_cents, plan_classes) in (0, 3));

-- Copies surcharge and classes of the plan. The first of the triggers, since another one checks the sum.
create function freeze_plan() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.plan is distinct from old.plan
    or old.state in ('held', 'paying') and new.amount_cents is distinct from old.amount_cents then
    select surcharge_cents, classes into new.surcharge_cents, new.plan_classes from plans where name = new.plan;
  else
    new.surcharge_cents := old.surcharge_cents;
    new.plan_classes := old.plan_classes;
  end if;
  return new;
end $$;
create trigger a_plan_frozen before insert or update of plan, amount_cents, surcharge_cents, plan_classes on bookings
  for each row execute function freeze_plan();

-- Two functions read the plan's current price; each keeps the rest of its latest definition.
do $$
declare
  edit record;
begin
  for edit in
    select * from (values
      ('check_booking_transition'::regproc, '(select surcharge_cents from plans where name = new.plan)', 'new.surcharge_cents'),
      ('give_invoice', 'plans.classes', 'b.plan_classes'),
      ('give_invoice', 'plans.surcharge_cents', 'b.surcharge_cents'),
      ('give_invoice', E'    join plans on plans.name = b.plan\n', '')) as edits (function, old, new)
  loop
    execute replace(pg_get_functiondef(edit.function), edit.old, edit.new);
  end loop;
end $$;

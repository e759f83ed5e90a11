-- Withdrawals from purchases. One that was declared without a sign-in is due some days later, so that the buyer can take
-- back what another person declared.
create table withdrawals (
  order_id uuid primary key references orders (id) on delete cascade,
  declared_at timestamptz not null default club_now(),
  due_at timestamptz not null,
  -- What went back, once it is done.
  amount_cents integer check (amount_cents >= 0),
  done_at timestamptz,
  taken_back_at timestamptz,
  constraint done_or_taken_back check (num_nonnulls(done_at, taken_back_at) <= 1),
  constraint done_has_amount check ((done_at is null) = (amount_cents is null)),
  constraint due_after_declared check (due_at >= declared_at)
);
create index withdrawals_due on withdrawals (due_at) where done_at is null and taken_back_at is null;

alter table memberships drop constraint memberships_over_because_check,
  add constraint memberships_over_because_check
    check (over_because in ('cancelled', 'not paid', 'never paid', 'refunded', 'left', 'withdrawn'));

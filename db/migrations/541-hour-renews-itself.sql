-- An hour that renews itself: the next month is told, and then charged from a stored card.
alter table bookings drop constraint bookings_renewal_check,
  add constraint bookings_renewal_check check (renewal in ('undecided', 'automatic', 'declined', 'closed')),
  -- When its holder was told of the next charge.
  add column renewal_told_at timestamptz;
create index bookings_renewing on bookings (paid_until) where renewal = 'automatic' and state = 'paid';

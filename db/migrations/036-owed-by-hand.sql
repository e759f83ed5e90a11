-- The office owes a member an hour by hand, or gives the money of one back that the club owes.

alter table make_ups
  drop constraint make_ups_because_check,
  add constraint make_ups_because_check check (because in
    ('no such hour', 'trainer taken', 'given back', 'moved', 'by the club', 'closed', 'paid late', 'paused', 'trainer away',
      'granted')),
  add column granted_by uuid references members (user_id),
  -- why, in words that its member reads
  add column reason text check (char_length(reason) between 1 and 300),
  -- one opened form is one make-up, however often it is sent
  add column request_key text unique check (char_length(request_key) between 1 and 200),
  -- the money of its hour, which went back instead
  add column refund_id uuid constraint refunded_once unique references refunds (id),
  add constraint granted_by_somebody check (num_nonnulls(granted_by, reason, request_key) = case because when 'granted' then 3 else 0 end),
  add constraint granted_for_no_lesson check (because <> 'granted' or from_lesson_id is null),
  add constraint spent_or_refunded check (num_nonnulls(spent_on, refund_id) < 2);
create index on make_ups (granted_by) where granted_by is not null;

-- what is granted stands for no date of the month
drop index one_make_up_a_date;
create unique index one_make_up_a_date on make_ups (booking_id, from_date)
  where from_lesson_id is null and because <> 'granted';

-- How many hours a month was sold for: what each of them costs is its price by this.
create function count_dates(month uuid) returns integer language sql stable as $$
  select ((select count(*) from lessons l where booking_id = month
      and not exists (select from make_ups u where u.spent_on = l.id))
    + (select count(*) from make_ups where booking_id = month and from_lesson_id is null and because <> 'granted'))::integer
$$;

-- The hours of a day in their order, whatever became of them.
drop index lessons_by_time;
create index lessons_by_time on lessons (on_date, start_hour, id);

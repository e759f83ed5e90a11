-- Who has just bought an hour may change their mind, and who is away for days pauses it.
alter table policies
  -- so long after paying all the money goes back, unless the first hour has begun
  add column cool_off_hours integer not null default 72 check (cool_off_hours between 0 and 336),
  add column pause_notice_hours integer not null default 24 check (pause_notice_hours between 0 and 168);

alter table lessons
  drop constraint lessons_called_off_because_check,
  add constraint lessons_called_off_because_check check (called_off_because in
    ('refunded', 'month over', 'no such hour', 'given back', 'moved', 'by the club', 'closed', 'paused'));
alter table make_ups
  drop constraint make_ups_because_check,
  add constraint make_ups_because_check check (because in
    ('no such hour', 'trainer taken', 'given back', 'moved', 'by the club', 'closed', 'paid late', 'paused'));

-- The page of closed days tells how many hours each took, and reads no others.
create index lessons_of_closed_days on lessons (on_date) where called_off_because = 'closed';

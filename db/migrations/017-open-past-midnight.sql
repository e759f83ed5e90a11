-- A closing time before the opening time is one of the next day.
alter table opening_hours drop constraint opens_before_closing;
alter table opening_hours add constraint opening_takes_time check (opens <> closes);

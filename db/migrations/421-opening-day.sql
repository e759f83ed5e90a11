-- The day on which the club opens; null for a club that has not announced one.
alter table club add column opens_on date;

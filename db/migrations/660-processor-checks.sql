-- Demo clubs of earlier versions were loaded without this row.
insert into processor_checks default values on conflict do nothing;

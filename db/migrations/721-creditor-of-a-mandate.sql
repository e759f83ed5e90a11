-- The creditor identifier that stood in a mandate when it was accepted. The club may change its own meanwhile.
alter table consents
  add column creditor_id text check (char_length(creditor_id) between 1 and 35),
  add constraint mandate_names_creditor check (creditor_id is null or kind = 'mandate');

-- The one-time link of a new club's first admin: a digest that tells nobody the link, and until when it works.
alter table club
  add column first_admin_digest text check (char_length(first_admin_digest) = 64),
  add column first_admin_until timestamptz,
  add constraint first_admin_has_end check ((first_admin_digest is null) = (first_admin_until is null));

-- The office looks through everybody, newest first, and through what was done for one of them.
create index users_newest_first on users (created_at desc, id desc);
create index audit_of_subject on audit_entries (subject_id, id desc);

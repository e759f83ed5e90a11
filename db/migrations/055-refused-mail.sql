-- Refusals of a mail server: which of them mark an address, and which pause a newsletter.

-- First refusal of the recipient without an enhanced status code. A second one marks the address if the server accepted
-- another recipient in between.
alter table letters add refused_at timestamptz;
create index letters_handed_over on letters (handed_over_at) where handed_over_at is not null;

-- Refused first attempts since the last accepted letter, and the reply that paused the newsletter.
alter table newsletters
  add refused_in_a_row integer not null default 0 check (refused_in_a_row >= 0),
  add pause_reason text check (char_length(pause_reason) <= 500);

-- Earlier releases also marked addresses when the server refused the sender, the login or the content.
update letters set address_refused = false
where address_refused and failure !~ '\m5\.1\.(1|2|3|6|10)\M';

-- An address that accepts a letter or is confirmed is no longer marked.
create function unmark_address() returns trigger language plpgsql as $$
begin
  update letters set address_refused = false where email = new.email and address_refused;
  return null;
end $$;

create trigger accepted_letter_unmarks after update of handed_over_at on letters for each row
  when (old.handed_over_at is null and new.handed_over_at is not null) execute function unmark_address();
create trigger confirmed_reader_unmarks after update of confirmed_at on subscribers for each row
  when (new.confirmed_at is not null) execute function unmark_address();
create trigger confirmed_person_unmarks after update of email_verified on users for each row
  when (new.email_verified and not old.email_verified) execute function unmark_address();

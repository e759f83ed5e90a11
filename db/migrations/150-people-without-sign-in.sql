-- People without a sign-in, entered by the office. users.email is the address of a sign-in, so theirs is null.
alter table users alter column email drop not null;
alter table users add constraint verified_email_exists check (email is not null or not email_verified);

drop index users_by_pieces;
create index users_by_pieces on users using gin (pieces(searchable(name || chr(10) || coalesce(email, ''))));

alter table members
  -- Address for letters of a person without a sign-in. A family may share one.
  add column contact_email text not null default ''
    constraint members_contact_email_check check (contact_email = lower(contact_email) and char_length(contact_email) <= 254),
  add column birth_date date constraint members_birth_date_check check (birth_date between '1900-01-01' and '2999-12-31'),
  -- The club's own number, as on a card.
  add column member_number text not null default ''
    constraint members_member_number_check check (char_length(member_number) <= 40),
  add column emergency_contact text not null default ''
    constraint members_emergency_contact_check check (char_length(emergency_contact) <= 200),
  -- BCP 47 tag of the preferred language.
  add column language text not null default '' constraint members_language_check check (char_length(language) <= 35),
  add column tags text[] not null default '{}' constraint members_tags_check check (cardinality(tags) <= 20),
  -- Day and origin of the consent to the newsletter, as the office recorded it.
  add column newsletter_consent_on date,
  add column newsletter_consent_origin text not null default ''
    constraint members_newsletter_consent_origin_check check (char_length(newsletter_consent_origin) <= 200),
  add constraint consent_has_an_origin check ((newsletter_consent_on is null) = (newsletter_consent_origin = ''));
create unique index one_member_per_number on members (member_number) where member_number <> '';

-- Notes about a member. They are removed, but not changed.
create table member_notes (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members (user_id),
  words text not null check (char_length(words) between 1 and 2000),
  -- A trainer's note is read by the member's trainers too.
  by_trainer boolean not null default false,
  written_by uuid references users (id),
  created_at timestamptz not null default club_now()
);
create index member_notes_of_member on member_notes (member_id, created_at);
create index on member_notes (written_by) where written_by is not null;
create trigger stays_erased before insert on member_notes for each row execute function refuse_erased('member_id');

-- The address to which letters for a person go: that of the sign-in, or the contact address; null without either.
create function letter_address(person users) returns text language sql stable as $$
  select coalesce(person.email, (select nullif(contact_email, '') from members where user_id = person.id))
$$;

-- A change that cannot be written to a person is a failed letter without an address, so that the office tells them.
alter table letters alter column email drop not null;
alter table letters add constraint sent_letters_have_an_address check (email is not null or failed_at is not null);

-- Invoices of a person without an address carry none.
create function fill_buyer_email() returns trigger language plpgsql as $$
begin
  new.buyer_email := coalesce(new.buyer_email, '');
  return new;
end $$;
create trigger buyer_email_filled before insert on invoices for each row execute function fill_buyer_email();

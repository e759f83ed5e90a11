-- A letter to many goes to subscribers, to all members with a running month, or to those of one trainer.
alter table newsletters
  add column audience text not null default 'subscribers' check (audience in ('subscribers', 'members')),
  add column trainer_id uuid references trainers (id),
  add constraint trainer_of_members check (trainer_id is null or audience = 'members');
create index newsletters_of_trainer on newsletters (trainer_id) where trainer_id is not null;

-- The key stands in announcements and switches them off without signing in.
alter table members
  add column announcements_key uuid not null default gen_random_uuid() unique,
  drop constraint members_unwanted_letters_check,
  add constraint members_unwanted_letters_check check (unwanted_letters <@ array['hours', 'announcements']);

-- There is no such address: it gets no letters to many any more. One that nobody took for a day may be better next time.
alter table letters add column address_refused boolean not null default false;
update letters set address_refused = tries < 30 where newsletter_id is not null and failed_at is not null;
create index letters_refused on letters (email) where address_refused;

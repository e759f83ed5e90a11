-- Guardians: adults who book and pay for members without a sign-in, such as their children.
create table guardians (
  member_id uuid not null references members (user_id),
  guardian_id uuid not null references members (user_id),
  -- The 18th birthday of a child, from which on the guardian acts no more; null for an adult.
  until date,
  created_at timestamptz not null default club_now(),
  primary key (member_id, guardian_id),
  check (member_id <> guardian_id)
);
create index on guardians (guardian_id);
create trigger stays_erased before insert on guardians for each row execute function refuse_erased('member_id');
create trigger guardian_stays_erased before insert on guardians for each row execute function refuse_erased('guardian_id');

-- Guardians who may act now: until the member is of age or has a sign-in.
create view acting_guardians as
  select member_id, guardian_id, guardians.created_at, until from guardians join users on users.id = member_id
  where (until is null or until > club_today()) and email is null;

-- The member for whom the person of a session acts.
alter table sessions add column acts_for uuid references members (user_id);
create index on sessions (acts_for) where acts_for is not null;

-- Letters for a person without an address go to their guardian.
create or replace function letter_address(person users) returns text language sql stable as $$
  select coalesce(person.email, (select nullif(contact_email, '') from members where user_id = person.id),
    (select users.email from acting_guardians join users on users.id = guardian_id
      where member_id = person.id and users.email is not null order by acting_guardians.created_at, guardian_id limit 1))
$$;

-- A person with a sign-in acts alone.
create function end_guardians() returns trigger language plpgsql as $$
begin
  delete from guardians where member_id = new.id;
  return null;
end $$;
create trigger guardians_ended after update of email on users for each row
  when (old.email is null and new.email is not null) execute function end_guardians();

-- Health questions of a version of the waiver, one a line, and before what the club needs a signature.
alter table waivers add column questions text not null default '' check (char_length(questions) <= 3000);
alter table club add column waiver_needed_before text not null default 'nothing'
  check (waiver_needed_before in ('nothing', 'visit', 'purchase', 'sign-up'));

-- Health answers, stored with consent. Withdrawn consent deletes the row.
create table health_answers (
  member_id uuid primary key references members (user_id),
  -- The version with the questions.
  waiver_version integer not null references waivers (version),
  -- One for each question: true is yes.
  answers boolean[] not null check (cardinality(answers) <= 100),
  details text not null default '' check (char_length(details) <= 1000),
  -- The words of the consent.
  consent text not null check (char_length(consent) between 1 and 500),
  -- Member of staff at whose device they were given; null for the person's own.
  taken_by uuid references members (user_id),
  answered_at timestamptz not null default club_now()
);
create index on health_answers (waiver_version);
create index on health_answers (taken_by) where taken_by is not null;
create index on health_answers (answered_at);
create trigger stays_erased before insert on health_answers for each row execute function refuse_erased('member_id');

-- Whether the club needs the current waiver before this step, and the member has not signed it.
create function lacks_waiver(member uuid, step text) returns boolean language sql stable as $$
  select coalesce((select case waiver_needed_before when 'nothing' then false when 'visit' then step = 'visit'
    when 'purchase' then step in ('visit', 'purchase') else true end
    from club), false) and not has_signed_waiver(member)
$$;

-- Records: the member's activity log, the audit log of the staff, and personal data on request.

create table activities (
  id bigint generated always as identity primary key,
  user_id uuid not null references members (user_id),
  kind text not null check (kind in
    ('account', 'booking', 'payment', 'refund', 'application', 'post', 'class', 'click', 'profile', 'sign-in')),
  -- A sentence for the member.
  summary text not null check (char_length(summary) between 1 and 500),
  booking_id uuid references bookings (id),
  -- Repeated acts, such as clicks of a day on a post, share a key and are counted.
  fold_key text check (char_length(fold_key) <= 200),
  times integer not null default 1 check (times > 0),
  happened_at timestamptz not null default club_now(),
  -- The summary is a title of a few words, the detail its subject.
  detail text check (char_length(detail) between 1 and 500)
);
create unique index one_folded_activity on activities (user_id, fold_key);
create index activities_newest_first on activities (user_id, happened_at desc, id desc);
create index on activities (booking_id) where booking_id is not null;
create trigger erased_reads_nothing before insert on activities for each row execute function skip_erased();

create table audit_entries (
  id bigint generated always as identity primary key,
  actor_id uuid references members (user_id),
  action text not null check (char_length(action) between 1 and 60),
  subject_kind text not null check (char_length(subject_kind) between 1 and 60),
  subject_id text not null check (char_length(subject_id) between 1 and 255),
  before jsonb,
  after jsonb,
  happened_at timestamptz not null default club_now()
);
create index audit_newest_first on audit_entries (happened_at desc, id desc);
-- Every foreign key has an index: removing a referenced row looks up the rows that reference it.
create index on audit_entries (actor_id) where actor_id is not null;
create index audit_of_subject on audit_entries (subject_id, id desc);

create function protect_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing()
    and to_jsonb(new) - array['before', 'after'] = to_jsonb(old) - array['before', 'after'] then
    return new;
  end if;
  raise exception 'the audit log is only ever appended to' using errcode = 'check_violation', constraint = 'append_only';
end $$;
create trigger append_only before update or delete on audit_entries
  for each row execute function protect_audit_entry();

-- Copies of personal data, the latest of each member. The file lies under this id until it expires.
create table copies (
  member_id uuid primary key references members (user_id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  requested_at timestamptz not null default club_now(),
  made_at timestamptz,
  until timestamptz,
  bytes bigint check (bytes > 0),
  constraint made_has_end check (num_nonnulls(made_at, until, bytes) in (0, 3))
);
create trigger stays_erased before insert or update on copies for each row execute function refuse_erased('member_id');

-- Erasure: the facts of a change in the audit log, without the texts of the erased person. Names become `nobody`.
create function facts_only(change jsonb, nobody text) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(change) = 'object' then coalesce((
    select jsonb_object_agg(key, case when key in ('name', 'author') then to_jsonb(nobody) else value end)
    from jsonb_each(change)
    where jsonb_typeof(value) in ('number', 'boolean', 'null')
      or key in ('state', 'role', 'method', 'plan', 'when', 'name', 'author')), '{}') end
$$;

-- Erasure: replaces a name in texts of the audit log. Ids, days, hours and fields that programs read stay, also where the
-- name is a word of them.
create function without_name(said jsonb, name text, nobody text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(said)
    when 'string' then
      -- neither an id nor a day nor an hour names anybody
      if said #>> '{}' ~ '^([[:xdigit:]]{8}(-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}$|\d{4}-\d\d-\d\d|\d\d:\d\d$)' then
        return said;
      end if;
      return to_jsonb(regexp_replace(said #>> '{}', name, nobody, 'gi'));
    when 'array' then
      return (select coalesce(jsonb_agg(without_name(value, name, nobody) order by place), '[]')
        from jsonb_array_elements(said) with ordinality as each (value, place));
    when 'object' then
      return (select coalesce(jsonb_object_agg(key,
          case when key in ('state', 'role', 'method', 'plan', 'when') then value else without_name(value, name, nobody) end), '{}')
        from jsonb_each(said));
    else return said;
  end case;
end $$;

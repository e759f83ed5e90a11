-- Imports of members from another program's table: uploaded, checked, brought in by a job, and undone.
create table imports (
  id uuid primary key default gen_random_uuid(),
  -- Null for the operator at the command line.
  made_by uuid references members (user_id),
  made_at timestamptz not null default club_now(),
  changed_at timestamptz not null default club_now(),
  file_name text not null check (char_length(file_name) between 1 and 200),
  file_digest text not null check (file_digest ~ '^[0-9a-f]{64}$'),
  -- The uploaded bytes, until the import starts.
  file bytea check (octet_length(file) <= 5242880),
  -- The program the table comes from. With the number of a person there it identifies them.
  source text not null check (char_length(source) between 1 and 60),
  encoding text check (encoding in ('utf-8', 'windows-1252', 'utf-16le', 'utf-16be')),
  separator text check (separator in ('comma', 'semicolon', 'tab', 'bar')),
  headings text[] not null check (cardinality(headings) between 1 and 100
    and char_length(array_to_string(headings, '')) <= 10000),
  row_count integer not null check (row_count between 1 and 5000),
  -- What each column is, as in import-columns.rules.ts.
  columns jsonb not null check (octet_length(columns::text) <= 20000),
  -- What each distinct value becomes, as in read-person.rules.ts.
  matched_values jsonb not null check (octet_length(matched_values::text) <= 200000),
  state text not null default 'draft'
    check (state in ('draft', 'checked', 'running', 'stopped', 'done', 'undoing', 'undone')),
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  invited_at timestamptz,
  -- Sums that outlive the rows.
  added_count integer not null default 0,
  changed_count integer not null default 0,
  -- People who stayed when the import was undone.
  stayed_count integer not null default 0,
  check ((started_at is null) = (state in ('draft', 'checked')))
);
create index imports_newest_first on imports (made_at desc, id desc);
create index on imports (made_by) where made_by is not null;

-- The rows of an import, and what each one did. They are deleted after their time.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  line integer not null check (line > 0),
  cells text[] not null check (cardinality(cells) <= 100 and char_length(array_to_string(cells, '')) <= 200000),
  -- As checked; null before.
  state text check (state in ('new', 'known', 'changed', 'wrong', 'twice')),
  name text not null default '' check (char_length(name) <= 201),
  sentence text not null default '' check (char_length(sentence) <= 2000),
  -- The member that the row added, changed or is.
  member_id uuid references members (user_id),
  done_at timestamptz,
  outcome text check (outcome in ('added', 'changed', 'nothing', 'taken out', 'stays')),
  -- What the row added to the member, for the undo.
  added jsonb check (octet_length(added::text) <= 20000),
  invited_at timestamptz,
  primary key (import_id, line),
  check ((done_at is null) = (outcome is null))
);
create index import_rows_by_state on import_rows (import_id, state, line);
create index import_rows_of_member on import_rows (member_id) where member_id is not null;

-- The member for each key of another program, so that importing a table again adds no member again.
create table import_keys (
  source text not null check (char_length(source) between 1 and 60),
  key text not null check (char_length(key) between 1 and 500),
  member_id uuid not null references members (user_id),
  import_id uuid references imports (id) on delete set null,
  primary key (source, key)
);
create index on import_keys (import_id) where import_id is not null;
create index on import_keys (member_id);
create trigger stays_erased before insert on import_keys for each row execute function refuse_erased('member_id');

-- What a member had left in another program. It is no income here: without ledger line, invoice and share.
create table opening_balances (
  member_id uuid not null references members (user_id),
  source text not null check (char_length(source) between 1 and 60),
  import_id uuid references imports (id) on delete set null,
  -- As the other program called it.
  membership text not null default '' check (char_length(membership) <= 100),
  -- What it is on our price list, if the office matched it.
  offer_id uuid references offers (id),
  trainer_id uuid references trainers (id),
  credits_left integer check (credits_left between 0 and 1000),
  runs_until date check (runs_until between '1900-01-01' and '2999-12-31'),
  price_cents integer check (price_cents between 0 and 100000000),
  next_charge_on date check (next_charge_on between '1900-01-01' and '2999-12-31'),
  made_at timestamptz not null default club_now(),
  primary key (member_id, source)
);
create index on opening_balances (import_id) where import_id is not null;
create index on opening_balances (offer_id) where offer_id is not null;
create index on opening_balances (trainer_id) where trainer_id is not null;
create trigger stays_erased before insert on opening_balances for each row execute function refuse_erased('member_id');

-- The schema that db/migrations result in. Written by npm run schema.

create table absences (
  id uuid not null default gen_random_uuid(),
  trainer_id uuid not null,
  from_day date not null,
  from_hour integer not null,
  until_day date not null,
  until_hour integer not null,
  set_by uuid not null,
  created_at timestamp with time zone not null default club_now(),
  constraint absences_from_hour_check CHECK (from_hour >= 0 AND from_hour <= 23),
  constraint absences_pkey PRIMARY KEY (id),
  constraint absences_set_by_fkey FOREIGN KEY (set_by) REFERENCES members(user_id),
  constraint absences_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id),
  constraint absences_until_hour_check CHECK (until_hour >= 1 AND until_hour <= 24),
  constraint away_for_a_month_at_most CHECK (until_day >= from_day AND until_day <= (from_day + 31)),
  constraint away_for_some_time CHECK ((ROW(until_day, until_hour) > ROW(from_day, from_hour)))
);
CREATE INDEX absences_of_trainer ON absences USING btree (trainer_id, until_day);
CREATE INDEX absences_set_by ON absences USING btree (set_by);

create table accounts (
  id uuid not null default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  updated_at timestamp with time zone not null,
  constraint access_token_bounded CHECK (char_length(access_token) <= 10000),
  constraint account_id_bounded CHECK (char_length(account_id) >= 1 AND char_length(account_id) <= 255),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint id_token_bounded CHECK (char_length(id_token) <= 10000),
  constraint password_bounded CHECK (char_length(password) <= 500),
  constraint provider_id_bounded CHECK (char_length(provider_id) >= 1 AND char_length(provider_id) <= 60),
  constraint refresh_token_bounded CHECK (char_length(refresh_token) <= 10000),
  constraint scope_bounded CHECK (char_length(scope) <= 1000)
);
CREATE INDEX accounts_of_user ON accounts USING btree (user_id);
CREATE UNIQUE INDEX one_account_per_provider_identity ON accounts USING btree (provider_id, account_id);
CREATE TRIGGER stays_erased BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id');

create table active_members (
  user_id uuid not null,
  joined_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint active_members_pkey PRIMARY KEY (user_id)
);
CREATE INDEX active_members_newest_first ON active_members USING btree (joined_at DESC, user_id DESC);

create table activities (
  id bigint not null generated always as identity,
  user_id uuid not null,
  kind text not null,
  summary text not null,
  booking_id uuid,
  fold_key text,
  times integer not null default 1,
  happened_at timestamp with time zone not null default club_now(),
  detail text,
  facts jsonb,
  constraint activities_detail_check CHECK (char_length(detail) >= 1 AND char_length(detail) <= 500),
  constraint activities_facts_check CHECK (octet_length(facts::text) <= 8000),
  constraint activities_fold_key_check CHECK (char_length(fold_key) <= 200),
  constraint activities_kind_check CHECK (kind = ANY (ARRAY['account'::text, 'booking'::text, 'payment'::text, 'refund'::text, 'application'::text, 'post'::text, 'class'::text, 'click'::text, 'profile'::text, 'sign-in'::text])),
  constraint activities_pkey PRIMARY KEY (id),
  constraint activities_summary_check CHECK (char_length(summary) >= 1 AND char_length(summary) <= 500),
  constraint activities_times_check CHECK (times > 0),
  constraint activities_user_id_fkey FOREIGN KEY (user_id) REFERENCES members(user_id),
  constraint activity_of_order FOREIGN KEY (booking_id) REFERENCES orders(id)
);
CREATE INDEX activities_booking_id_idx ON activities USING btree (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX activities_by_time ON activities USING btree (happened_at);
CREATE INDEX activities_newest_first ON activities USING btree (user_id, happened_at DESC, id DESC);
CREATE UNIQUE INDEX one_folded_activity ON activities USING btree (user_id, fold_key);
CREATE TRIGGER erased_reads_nothing BEFORE INSERT ON activities FOR EACH ROW EXECUTE FUNCTION skip_erased();

create table allowances (
  order_id uuid not null,
  member_id uuid not null,
  given integer,
  used integer not null default 0,
  during tstzrange not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default club_now(),
  constraint allowance_kept CHECK (used >= 0 AND (given IS NULL OR used <= given)),
  constraint allowances_during_check CHECK (NOT isempty(during) AND NOT lower_inf(during) AND NOT upper_inf(during)),
  constraint allowances_given_check CHECK (given >= 0 AND given <= 200),
  constraint allowances_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint allowances_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint allowances_pkey PRIMARY KEY (order_id)
);
CREATE INDEX allowances_by_end ON allowances USING btree (upper(during)) WHERE ended_at IS NULL;
CREATE INDEX allowances_of_member ON allowances USING btree (member_id, ended_at);

create table archived_statements (
  month date not null,
  trainer_id uuid not null,
  trainer_name text not null,
  tax_number text not null,
  constraint archived_statements_month_fkey FOREIGN KEY (month) REFERENCES month_archives(month),
  constraint archived_statements_pkey PRIMARY KEY (month, trainer_id),
  constraint archived_statements_tax_number_check CHECK (char_length(tax_number) <= 40),
  constraint archived_statements_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id),
  constraint archived_statements_trainer_name_check CHECK (char_length(trainer_name) <= 100)
);
CREATE INDEX archived_statements_trainer_id_idx ON archived_statements USING btree (trainer_id);

create table audit_entries (
  id bigint not null generated always as identity,
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  happened_at timestamp with time zone not null default club_now(),
  constraint audit_entries_action_check CHECK (char_length(action) >= 1 AND char_length(action) <= 60),
  constraint audit_entries_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES members(user_id),
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_subject_id_check CHECK (char_length(subject_id) >= 1 AND char_length(subject_id) <= 255),
  constraint audit_entries_subject_kind_check CHECK (char_length(subject_kind) >= 1 AND char_length(subject_kind) <= 60)
);
CREATE INDEX audit_entries_actor_id_idx ON audit_entries USING btree (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_newest_first ON audit_entries USING btree (happened_at DESC, id DESC);
CREATE INDEX audit_of_subject ON audit_entries USING btree (subject_id, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION protect_audit_entry();

create table bookings (
  id uuid not null default gen_random_uuid(),
  slot_id uuid not null,
  buyer_id uuid not null,
  state text not null default 'held'::text,
  plan text,
  slot_price_cents integer not null,
  amount_cents integer,
  currency character(3) not null default 'usd'::bpchar,
  attempt integer not null default 0,
  hold_expires_at timestamp with time zone,
  paid_at timestamp with time zone,
  paid_until timestamp with time zone,
  created_at timestamp with time zone not null default club_now(),
  changed_at timestamp with time zone not null default club_now(),
  network text,
  period text not null default 'current'::text,
  follows_id uuid,
  renewal text not null default 'undecided'::text,
  anchor_at timestamp with time zone,
  month_number integer not null default 1,
  begins_at timestamp with time zone,
  discount_cents integer not null default 0,
  discount_reason text,
  for_desk boolean not null default false,
  extended_days integer not null default 0,
  carried_days integer not null default 0,
  moved_at timestamp with time zone,
  held_slot text,
  held_hour integer,
  overlap_accepted_at timestamp with time zone,
  surcharge_cents integer,
  plan_classes integer,
  renewal_told_at timestamp with time zone,
  constraint booking_has_order FOREIGN KEY (id) REFERENCES orders(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint bookings_amount_cents_check CHECK (amount_cents >= 0),
  constraint bookings_attempt_check CHECK (attempt >= 0 AND attempt <= 1000),
  constraint bookings_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES members(user_id),
  constraint bookings_carried_days_check CHECK (carried_days >= 0),
  constraint bookings_check CHECK (moved_at IS NULL OR paid_at IS NOT NULL),
  constraint bookings_discount_cents_check CHECK (discount_cents >= 0),
  constraint bookings_discount_reason_check CHECK (char_length(discount_reason) >= 1 AND char_length(discount_reason) <= 200),
  constraint bookings_extended_days_check CHECK (extended_days >= 0 AND extended_days <= 31),
  constraint bookings_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES bookings(id),
  constraint bookings_held_slot_check CHECK (char_length(held_slot) <= 60),
  constraint bookings_id_amount_cents_currency_key UNIQUE (id, amount_cents, currency),
  constraint bookings_month_number_check CHECK (month_number >= 1 AND month_number <= 1200),
  constraint bookings_network_check CHECK (char_length(network) <= 43),
  constraint bookings_period_check CHECK (period = ANY (ARRAY['current'::text, 'upcoming'::text])),
  constraint bookings_pkey PRIMARY KEY (id),
  constraint bookings_plan_classes_check CHECK (plan_classes >= 1 AND plan_classes <= 60),
  constraint bookings_plan_fkey FOREIGN KEY (plan) REFERENCES plans(name),
  constraint bookings_renewal_check CHECK (renewal = ANY (ARRAY['undecided'::text, 'automatic'::text, 'declined'::text, 'closed'::text])),
  constraint bookings_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id),
  constraint bookings_slot_price_cents_check CHECK (slot_price_cents >= 1 AND slot_price_cents <= 90000000),
  constraint bookings_state_check CHECK (state = ANY (ARRAY['held'::text, 'paying'::text, 'paid'::text, 'expired'::text, 'cancelled'::text, 'refund_due'::text, 'refunded'::text, 'ended'::text])),
  constraint bookings_surcharge_cents_check CHECK (surcharge_cents >= 0 AND surcharge_cents <= 90000000),
  constraint discount_has_reason CHECK ((discount_cents > 0) = (discount_reason IS NOT NULL)),
  constraint hold_has_end CHECK ((state = ANY (ARRAY['held'::text, 'paying'::text])) = (hold_expires_at IS NOT NULL)),
  constraint hold_is_short CHECK (hold_expires_at <= (created_at +
CASE
    WHEN for_desk THEN '48:00:00'::interval
    ELSE '01:00:00'::interval
END)),
  constraint paid_has_dates CHECK ((paid_at IS NULL) = (paid_until IS NULL) AND ((state <> ALL (ARRAY['paid'::text, 'ended'::text])) OR paid_at IS NOT NULL)),
  constraint paid_month_begins CHECK (paid_at IS NULL OR begins_at IS NOT NULL AND anchor_at IS NOT NULL),
  constraint paying_has_plan CHECK ((state = ANY (ARRAY['held'::text, 'expired'::text, 'cancelled'::text])) OR plan IS NOT NULL),
  constraint plan_is_frozen CHECK (num_nonnulls(plan, surcharge_cents, plan_classes) = ANY (ARRAY[0, 3])),
  constraint upcoming_follows CHECK (period = 'current'::text OR follows_id IS NOT NULL)
);
CREATE INDEX bookings_follows_id_idx ON bookings USING btree (follows_id) WHERE follows_id IS NOT NULL;
CREATE INDEX bookings_of_buyer ON bookings USING btree (buyer_id, created_at DESC);
CREATE INDEX bookings_of_slot ON bookings USING btree (slot_id, created_at DESC);
CREATE INDEX bookings_renewing ON bookings USING btree (paid_until) WHERE renewal = 'automatic'::text AND state = 'paid'::text;
CREATE INDEX bookings_unpaid_by_time ON bookings USING btree (changed_at) WHERE state = ANY (ARRAY['expired'::text, 'cancelled'::text]);
CREATE INDEX holds_by_end ON bookings USING btree (hold_expires_at) WHERE state = ANY (ARRAY['held'::text, 'paying'::text]);
CREATE INDEX live_holds_of_network ON bookings USING btree (network) WHERE state = ANY (ARRAY['held'::text, 'paying'::text]);
CREATE INDEX months_of_buyer ON bookings USING btree (buyer_id, paid_until) WHERE state = 'paid'::text;
CREATE INDEX months_of_slot ON bookings USING btree (slot_id, paid_until, buyer_id) WHERE state = 'paid'::text;
CREATE UNIQUE INDEX one_desk_hold ON bookings USING btree (buyer_id) WHERE for_desk AND (state = ANY (ARRAY['held'::text, 'paying'::text]));
CREATE UNIQUE INDEX one_live_booking ON bookings USING btree (slot_id) WHERE (state = ANY (ARRAY['held'::text, 'paying'::text, 'paid'::text])) AND period = 'current'::text;
CREATE UNIQUE INDEX one_upcoming_booking ON bookings USING btree (slot_id) WHERE (state = ANY (ARRAY['held'::text, 'paying'::text, 'paid'::text])) AND period = 'upcoming'::text;
CREATE INDEX paid_by_end ON bookings USING btree (paid_until) WHERE state = 'paid'::text;
CREATE TRIGGER a_plan_frozen BEFORE INSERT OR UPDATE OF plan, amount_cents, surcharge_cents, plan_classes ON bookings FOR EACH ROW EXECUTE FUNCTION freeze_plan();
CREATE CONSTRAINT TRIGGER active_member_updated AFTER UPDATE OF state, paid_until, extended_days ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.state = 'paid'::text OR new.state = 'paid'::text) EXECUTE FUNCTION update_active_member();
CREATE TRIGGER active_members_rebuilt AFTER TRUNCATE ON bookings FOR EACH STATEMENT EXECUTE FUNCTION rebuild_active_members_on_truncate();
CREATE CONSTRAINT TRIGGER amount_adds_up AFTER INSERT OR UPDATE OF plan, surcharge_cents ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_amount_adds_up();
CREATE TRIGGER booking_begins BEFORE INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION check_booking_transition();
CREATE TRIGGER booking_transitions BEFORE UPDATE ON bookings FOR EACH ROW WHEN (NOT is_erasing() OR (to_jsonb(new.*) - ARRAY['network'::text, 'discount_reason'::text]) IS DISTINCT FROM (to_jsonb(old.*) - ARRAY['network'::text, 'discount_reason'::text])) EXECUTE FUNCTION check_booking_transition();
CREATE TRIGGER first_refusal_checked AFTER INSERT OR UPDATE OF state, slot_id ON bookings FOR EACH ROW EXECUTE FUNCTION check_first_refusal();
CREATE TRIGGER month_dates_set BEFORE INSERT OR UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION set_month_dates();
CREATE TRIGGER month_gives_classes AFTER UPDATE OF state, paid_until, begins_at ON bookings FOR EACH ROW WHEN (new.state = 'paid'::text OR old.state = 'paid'::text AND new.state <> 'paid'::text) EXECUTE FUNCTION give_month_classes();
CREATE CONSTRAINT TRIGGER new_active_member_updated AFTER INSERT ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'paid'::text) EXECUTE FUNCTION update_active_member();
CREATE TRIGGER price_is_the_slots BEFORE INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION check_slot_price();
CREATE TRIGGER slot_counts_rebuilt AFTER TRUNCATE ON bookings FOR EACH STATEMENT EXECUTE FUNCTION rebuild_slot_counts_on_truncate();
CREATE CONSTRAINT TRIGGER slot_counts_updated AFTER UPDATE OF state, period, slot_id ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.state = 'paid'::text OR new.state = 'paid'::text) EXECUTE FUNCTION update_slot_counts();
CREATE CONSTRAINT TRIGGER sold_slots_counted AFTER INSERT ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'paid'::text) EXECUTE FUNCTION update_slot_counts();
CREATE TRIGGER state_of_order AFTER INSERT OR UPDATE OF buyer_id, state, amount_cents, currency, discount_cents, discount_reason, attempt, hold_expires_at, for_desk, network, paid_at ON bookings FOR EACH ROW EXECUTE FUNCTION check_order_copied();
CREATE TRIGGER stays_erased BEFORE INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION refuse_erased('buyer_id');
CREATE TRIGGER trainer_works_here BEFORE UPDATE OF paid_at ON bookings FOR EACH ROW WHEN (old.paid_at IS NULL AND new.paid_at IS NOT NULL) EXECUTE FUNCTION refuse_month_of_retired();
CREATE TRIGGER upcoming_month_started AFTER UPDATE OF state ON bookings FOR EACH ROW WHEN (old.period = 'current'::text AND is_live(old.state) AND NOT is_live(new.state)) EXECUTE FUNCTION start_upcoming_month();

create table bounced_refunds (
  id uuid not null default gen_random_uuid(),
  refund_id uuid not null,
  amount_cents integer not null,
  settled_at timestamp with time zone not null,
  bounced_at timestamp with time zone not null,
  constraint bounced_refunds_amount_cents_check CHECK (amount_cents > 0),
  constraint bounced_refunds_pkey PRIMARY KEY (id),
  constraint bounced_refunds_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX bounced_refunds_bounced_at_idx ON bounced_refunds USING btree (bounced_at);
CREATE INDEX bounced_refunds_refund_id_idx ON bounced_refunds USING btree (refund_id);
CREATE INDEX bounced_refunds_settled_at_idx ON bounced_refunds USING btree (settled_at);
CREATE CONSTRAINT TRIGGER came_in_ledger_days AFTER INSERT OR DELETE OR UPDATE OF bounced_at, amount_cents ON bounced_refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_ledger('refund', 'bounced_at', '1');
CREATE CONSTRAINT TRIGGER went_in_ledger_days AFTER INSERT OR DELETE OR UPDATE OF settled_at, amount_cents ON bounced_refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_ledger('refund', 'settled_at', '-1');

create table cash_days (
  day date not null,
  begins_at timestamp with time zone not null default club_now(),
  ends_at timestamp with time zone not null default club_now(),
  opening_cents integer not null,
  expected_cents integer not null default 0,
  counted_cents integer not null,
  kept_cents integer not null,
  reason text,
  note text not null default ''::text,
  closed_by uuid not null,
  closed_at timestamp with time zone not null default club_now(),
  constraint cash_days_check CHECK (begins_at < ends_at),
  constraint cash_days_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES members(user_id),
  constraint cash_days_counted_cents_check CHECK (counted_cents >= 0),
  constraint cash_days_ends_at_key UNIQUE (ends_at),
  constraint cash_days_note_check CHECK (char_length(note) <= 500),
  constraint cash_days_opening_cents_check CHECK (opening_cents >= 0),
  constraint cash_days_pkey PRIMARY KEY (day),
  constraint cash_days_reason_check CHECK (reason = ANY (ARRAY['change'::text, 'expense'::text, 'miscount'::text, 'unknown'::text])),
  constraint difference_has_reason CHECK ((counted_cents = expected_cents) = (reason IS NULL)),
  constraint kept_is_counted CHECK (kept_cents >= 0 AND kept_cents <= counted_cents)
);
CREATE INDEX cash_days_closed_by_idx ON cash_days USING btree (closed_by);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON cash_days FOR EACH ROW EXECUTE FUNCTION freeze_text_of('note');
CREATE TRIGGER counted BEFORE INSERT ON cash_days FOR EACH ROW EXECUTE FUNCTION count_cash_day();

create table class_times (
  id uuid not null default gen_random_uuid(),
  class_id uuid not null,
  trainer_id uuid not null,
  room_id uuid not null,
  weekday integer not null,
  start_hour integer not null,
  start_minute integer not null,
  minutes integer not null,
  capacity integer not null,
  valid daterange not null,
  created_at timestamp with time zone not null default club_now(),
  week int4range default int4range((weekday - 1) * 1440 + start_hour * 60 + start_minute, (weekday - 1) * 1440 + start_hour * 60 + start_minute + minutes),
  constraint class_times_capacity_check CHECK (capacity >= 1 AND capacity <= 500),
  constraint class_times_class_id_fkey FOREIGN KEY (class_id) REFERENCES classes(id),
  constraint class_times_minutes_check CHECK (minutes >= 15 AND minutes <= 240),
  constraint class_times_pkey PRIMARY KEY (id),
  constraint class_times_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id),
  constraint class_times_start_hour_check CHECK (start_hour >= 0 AND start_hour <= 23),
  constraint class_times_start_minute_check CHECK (start_minute >= 0 AND start_minute <= 55 AND (start_minute % 5) = 0),
  constraint class_times_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id),
  constraint class_times_valid_check CHECK (NOT isempty(valid) AND NOT lower_inf(valid)),
  constraint class_times_weekday_check CHECK (weekday >= 1 AND weekday <= 7),
  constraint ends_the_same_day CHECK ((start_hour * 60 + start_minute + minutes) <= 1440),
  constraint room_free_weekly EXCLUDE USING gist (room_id WITH =, week WITH &&, valid WITH &&),
  constraint trainer_free_weekly EXCLUDE USING gist (trainer_id WITH =, week WITH &&, valid WITH &&)
);
CREATE INDEX class_times_of_class ON class_times USING btree (class_id);
CREATE INDEX class_times_of_room ON class_times USING btree (room_id);
CREATE TRIGGER class_time_frozen BEFORE UPDATE ON class_times FOR EACH ROW EXECUTE FUNCTION freeze_class_time();
CREATE TRIGGER room_has_places AFTER INSERT OR UPDATE ON class_times FOR EACH ROW EXECUTE FUNCTION check_room_capacity();
CREATE CONSTRAINT TRIGGER slot_or_class AFTER INSERT ON class_times DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_week_of_trainer();

create table classes (
  id uuid not null default gen_random_uuid(),
  title text not null,
  description text not null,
  image_id uuid not null,
  trainer_id uuid not null,
  created_at timestamp with time zone not null default club_now(),
  changed_at timestamp with time zone not null default club_now(),
  removed_at timestamp with time zone,
  constraint classes_description_check CHECK (char_length(description) >= 1 AND char_length(description) <= 5000),
  constraint classes_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint classes_pkey PRIMARY KEY (id),
  constraint classes_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 120),
  constraint classes_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id)
);
CREATE INDEX classes_image_id_idx ON classes USING btree (image_id);
CREATE INDEX classes_newest_first ON classes USING btree (created_at DESC, id DESC);
CREATE INDEX classes_of_trainer ON classes USING btree (trainer_id, created_at DESC);
CREATE TRIGGER former_picture_goes AFTER UPDATE OF image_id ON classes FOR EACH ROW WHEN (old.image_id <> new.image_id) EXECUTE FUNCTION delete_unused_picture();
CREATE TRIGGER picture_goes_with_it AFTER DELETE ON classes FOR EACH ROW EXECUTE FUNCTION delete_unused_picture();

create table closures (
  id uuid not null default gen_random_uuid(),
  from_day date not null,
  until_day date not null,
  reason text not null,
  set_by uuid not null,
  created_at timestamp with time zone not null default club_now(),
  constraint closed_for_a_month_at_most CHECK (until_day >= from_day AND until_day <= (from_day + 31)),
  constraint closed_once EXCLUDE USING gist (daterange(from_day, until_day, '[]'::text) WITH &&),
  constraint closures_pkey PRIMARY KEY (id),
  constraint closures_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 120),
  constraint closures_set_by_fkey FOREIGN KEY (set_by) REFERENCES members(user_id)
);
CREATE INDEX closures_set_by_idx ON closures USING btree (set_by);

create table club (
  only_row boolean not null default true,
  demo_begun_at timestamp with time zone,
  demo_loaded_at timestamp with time zone,
  time_zone text not null default 'UTC'::text,
  name text,
  company text not null default ''::text,
  address text not null default ''::text,
  telephone text not null default ''::text,
  email text not null default ''::text,
  open_since integer,
  at_the_door text not null default ''::text,
  about text not null default ''::text,
  headlines text[],
  taglines text[],
  points text[],
  service_names text[],
  service_lines text[],
  settings_saved_at timestamp with time zone,
  first_admin_digest text,
  first_admin_until timestamp with time zone,
  tax_number text,
  tax_percent numeric(4,2) not null default 0,
  invoice_prefix text not null default ''::text,
  pays_at_desk boolean not null default false,
  trainer_share integer not null default 100,
  currency character(3) not null default 'usd'::bpchar,
  language text not null default 'en'::text,
  letter_days integer not null default 365,
  activity_days integer not null default 730,
  audit_days integer not null default 3650,
  slot_price_cents integer not null default 5000,
  former_member_days integer not null default 1095,
  door_secret uuid not null default gen_random_uuid(),
  other_languages text[] not null default '{}'::text[],
  erases_former_members boolean not null default false,
  opens_on date,
  waiver_needed_before text not null default 'nothing'::text,
  first_page_saved_at timestamp with time zone,
  sepa_creditor_id text,
  constraint club_about_check CHECK (char_length(about) <= 5000),
  constraint club_activity_days_check CHECK (activity_days >= 90 AND activity_days <= 3650),
  constraint club_address_check CHECK (char_length(address) <= 300),
  constraint club_at_the_door_check CHECK (char_length(at_the_door) <= 1000),
  constraint club_audit_days_check CHECK (audit_days >= 365 AND audit_days <= 3650),
  constraint club_company_check CHECK (char_length(company) <= 120),
  constraint club_email_check CHECK (char_length(email) <= 254),
  constraint club_first_admin_digest_check CHECK (char_length(first_admin_digest) = 64),
  constraint club_former_member_days_check CHECK (former_member_days >= 365 AND former_member_days <= 3650),
  constraint club_invoice_prefix_check CHECK (invoice_prefix ~ '^([A-Z0-9][A-Z0-9-]{0,9})?$'::text),
  constraint club_language_check CHECK (char_length(language) >= 2 AND char_length(language) <= 20),
  constraint club_letter_days_check CHECK (letter_days >= 90 AND letter_days <= 3650),
  constraint club_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint club_only_row_check CHECK (only_row),
  constraint club_open_since_check CHECK (open_since >= 1800 AND open_since <= 2100),
  constraint club_other_languages_check CHECK (other_languages <@ ARRAY['de'::text, 'en'::text] AND array_position(other_languages, NULL::text) IS NULL),
  constraint club_pkey PRIMARY KEY (only_row),
  constraint club_slot_price_cents_check CHECK (slot_price_cents >= 1 AND slot_price_cents <= 90000000),
  constraint club_tax_number_check CHECK (char_length(tax_number) <= 40),
  constraint club_tax_percent_check CHECK (tax_percent >= 0::numeric),
  constraint club_telephone_check CHECK (char_length(telephone) <= 40),
  constraint club_trainer_share_check CHECK (trainer_share >= 0 AND trainer_share <= 100),
  constraint club_waiver_needed_before_check CHECK (waiver_needed_before = ANY (ARRAY['nothing'::text, 'visit'::text, 'purchase'::text, 'sign-up'::text])),
  constraint creditor_id_shape CHECK (sepa_creditor_id ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$'::text),
  constraint currency_is_code CHECK (currency ~ '^[a-z]{3}$'::text),
  constraint first_admin_has_end CHECK ((first_admin_digest IS NULL) = (first_admin_until IS NULL)),
  constraint ten_service_lines CHECK (lines_within(service_lines, 10, 160)),
  constraint ten_service_names CHECK (lines_within(service_names, 10, 60)),
  constraint three_headlines CHECK (lines_within(headlines, 3, 60)),
  constraint three_points CHECK (lines_within(points, 3, 300)),
  constraint three_taglines CHECK (lines_within(taglines, 3, 160)),
  constraint zone_is_known CHECK (is_time_zone(time_zone))
);
CREATE TRIGGER currency_frozen BEFORE UPDATE ON club FOR EACH ROW WHEN (old.currency <> new.currency) EXECUTE FUNCTION freeze_currency();
CREATE TRIGGER lessons_retimed AFTER UPDATE OF time_zone ON club FOR EACH ROW WHEN (old.time_zone <> new.time_zone) EXECUTE FUNCTION retime_lessons();
CREATE TRIGGER months_retimed AFTER UPDATE OF time_zone ON club FOR EACH ROW WHEN (old.time_zone <> new.time_zone) EXECUTE FUNCTION retime_months();
CREATE TRIGGER summed_again AFTER UPDATE OF time_zone ON club FOR EACH ROW WHEN (old.time_zone <> new.time_zone) EXECUTE FUNCTION sum_all_again();

create table club_devices (
  id uuid not null default gen_random_uuid(),
  name text not null,
  token_digest text not null,
  seen_at timestamp with time zone not null default club_now(),
  created_at timestamp with time zone not null default club_now(),
  constraint club_devices_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint club_devices_pkey PRIMARY KEY (id),
  constraint club_devices_token_digest_check CHECK (token_digest ~ '^[0-9a-f]{64}$'::text),
  constraint club_devices_token_digest_key UNIQUE (token_digest)
);

create table club_pictures (
  place text not null,
  image_id uuid,
  paper text,
  alt_text text not null default ''::text,
  drawing text,
  constraint club_pictures_alt_text_check CHECK (char_length(alt_text) <= 300),
  constraint club_pictures_check CHECK (num_nonnulls(image_id, drawing) = 1),
  constraint club_pictures_drawing_check CHECK (drawing ~ '^(service|poster|still)-[a-z-]{1,40}$'::text),
  constraint club_pictures_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint club_pictures_paper_check CHECK (paper = ANY (ARRAY['clay'::text, 'pool'::text, 'blush'::text, 'bone'::text, 'volt'::text, 'ink'::text])),
  constraint club_pictures_pkey PRIMARY KEY (place),
  constraint club_pictures_place_check CHECK (place = ANY (ARRAY['slide-1'::text, 'slide-2'::text, 'slide-3'::text, 'service-1'::text, 'service-2'::text, 'service-3'::text, 'service-4'::text, 'service-5'::text, 'service-6'::text, 'service-7'::text, 'service-8'::text, 'service-9'::text, 'service-10'::text, 'sign-in'::text, 'sign-up'::text, 'profile'::text]))
);
CREATE INDEX club_pictures_image_id_idx ON club_pictures USING btree (image_id);
CREATE TRIGGER former_picture_goes AFTER UPDATE OF image_id ON club_pictures FOR EACH ROW WHEN (old.image_id <> new.image_id) EXECUTE FUNCTION delete_unused_picture();
CREATE TRIGGER picture_goes_with_it AFTER DELETE ON club_pictures FOR EACH ROW EXECUTE FUNCTION delete_unused_picture();

create table collection_tries (
  order_id uuid not null,
  try integer not null,
  attempt integer not null,
  card_id uuid,
  asked_at timestamp with time zone not null default club_now(),
  outcome text,
  answered_at timestamp with time zone,
  constraint answered_has_time CHECK ((outcome IS NULL) = (answered_at IS NULL)),
  constraint collection_tries_card_id_fkey FOREIGN KEY (card_id) REFERENCES stored_cards(id) ON DELETE SET NULL,
  constraint collection_tries_order_id_attempt_fkey FOREIGN KEY (order_id, attempt) REFERENCES payment_attempts(booking_id, attempt) ON DELETE CASCADE,
  constraint collection_tries_order_id_fkey FOREIGN KEY (order_id) REFERENCES collections(order_id) ON DELETE CASCADE,
  constraint collection_tries_outcome_check CHECK (outcome = ANY (ARRAY['paid'::text, 'processing'::text, 'declined'::text, 'bank asks'::text, 'never again'::text, 'void'::text])),
  constraint collection_tries_pkey PRIMARY KEY (order_id, try),
  constraint collection_tries_try_check CHECK (try >= 1 AND try <= 20)
);
CREATE INDEX collection_tries_card_id_idx ON collection_tries USING btree (card_id) WHERE card_id IS NOT NULL;
CREATE INDEX collection_tries_order_id_attempt_idx ON collection_tries USING btree (order_id, attempt);
CREATE UNIQUE INDEX one_unanswered_try ON collection_tries USING btree (order_id) WHERE outcome IS NULL;
CREATE INDEX tries_unanswered ON collection_tries USING btree (asked_at) WHERE outcome IS NULL;
CREATE TRIGGER try_is_allowed BEFORE INSERT ON collection_tries FOR EACH ROW EXECUTE FUNCTION check_collection_try();

create table collections (
  order_id uuid not null,
  next_try_at timestamp with time zone,
  tries integer not null default 0,
  stopped_because text,
  last_failure text,
  constraint collections_last_failure_check CHECK (char_length(last_failure) >= 1 AND char_length(last_failure) <= 500),
  constraint collections_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint collections_pkey PRIMARY KEY (order_id),
  constraint collections_stopped_because_check CHECK (stopped_because = ANY (ARRAY['paid'::text, 'bank asks'::text, 'never again'::text, 'no card'::text, 'given up'::text])),
  constraint collections_tries_check CHECK (tries >= 0 AND tries <= 20),
  constraint stops_or_goes_on CHECK ((next_try_at IS NULL) = (stopped_because IS NOT NULL))
);
CREATE INDEX collections_due ON collections USING btree (next_try_at) WHERE next_try_at IS NOT NULL;

create table compared_charges (
  comparison_id uuid not null,
  charged_on date not null,
  line integer not null,
  name text not null,
  member_id uuid,
  amount_cents integer not null,
  constraint compared_charges_amount_cents_check CHECK (amount_cents >= 1 AND amount_cents <= 100000000),
  constraint compared_charges_comparison_id_fkey FOREIGN KEY (comparison_id) REFERENCES comparisons(id) ON DELETE CASCADE,
  constraint compared_charges_line_check CHECK (line > 0),
  constraint compared_charges_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint compared_charges_name_check CHECK (char_length(name) <= 201),
  constraint compared_charges_pkey PRIMARY KEY (comparison_id, charged_on, line)
);
CREATE INDEX compared_charges_member_id_idx ON compared_charges USING btree (member_id) WHERE member_id IS NOT NULL;
CREATE TRIGGER stays_erased BEFORE INSERT ON compared_charges FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table comparisons (
  id uuid not null default gen_random_uuid(),
  made_by uuid not null,
  made_at timestamp with time zone not null default club_now(),
  source text not null,
  until_day date not null default club_today() + 30,
  covered datemultirange not null default '{}'::datemultirange,
  constraint comparisons_made_by_fkey FOREIGN KEY (made_by) REFERENCES members(user_id),
  constraint comparisons_pkey PRIMARY KEY (id),
  constraint comparisons_source_check CHECK (char_length(source) >= 1 AND char_length(source) <= 60)
);
CREATE INDEX comparisons_made_by_idx ON comparisons USING btree (made_by);
CREATE UNIQUE INDEX one_comparison ON comparisons USING btree ((true));

create table consents (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  order_id uuid not null,
  kind text not null,
  words text not null,
  heard_by uuid,
  agreed_at timestamp with time zone not null default club_now(),
  creditor_id text,
  language text,
  constraint consents_creditor_id_check CHECK (char_length(creditor_id) >= 1 AND char_length(creditor_id) <= 35),
  constraint consents_heard_by_fkey FOREIGN KEY (heard_by) REFERENCES members(user_id),
  constraint consents_kind_check CHECK (kind = ANY (ARRAY['terms'::text, 'begin at once'::text, 'renewal'::text, 'stored card'::text, 'mandate'::text])),
  constraint consents_language_check CHECK (language ~ '^[a-z]{2,3}$'::text),
  constraint consents_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint consents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint consents_order_id_kind_key UNIQUE (order_id, kind),
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 4000),
  constraint mandate_names_creditor CHECK (creditor_id IS NULL OR kind = 'mandate'::text)
);
CREATE INDEX consents_heard_by_idx ON consents USING btree (heard_by) WHERE heard_by IS NOT NULL;
CREATE INDEX consents_of_member ON consents USING btree (member_id, agreed_at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table copies (
  member_id uuid not null,
  id uuid not null default gen_random_uuid(),
  requested_at timestamp with time zone not null default club_now(),
  made_at timestamp with time zone,
  until timestamp with time zone,
  bytes bigint,
  constraint copies_bytes_check CHECK (bytes > 0),
  constraint copies_id_key UNIQUE (id),
  constraint copies_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id) ON DELETE CASCADE,
  constraint copies_pkey PRIMARY KEY (member_id),
  constraint made_has_end CHECK (num_nonnulls(made_at, until, bytes) = ANY (ARRAY[0, 3]))
);
CREATE TRIGGER stays_erased BEFORE INSERT OR UPDATE ON copies FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table cover_payments (
  lesson_id uuid not null,
  booking_id uuid not null,
  from_trainer_id uuid not null,
  to_trainer_id uuid not null,
  amount_cents integer not null,
  currency character(3) not null,
  policy_version integer not null,
  created_at timestamp with time zone not null default club_now(),
  constraint cover_payments_amount_cents_check CHECK (amount_cents > 0),
  constraint cover_payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint cover_payments_from_trainer_id_fkey FOREIGN KEY (from_trainer_id) REFERENCES trainers(id),
  constraint cover_payments_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint cover_payments_pkey PRIMARY KEY (lesson_id),
  constraint cover_payments_policy_version_fkey FOREIGN KEY (policy_version) REFERENCES policies(version),
  constraint cover_payments_to_trainer_id_fkey FOREIGN KEY (to_trainer_id) REFERENCES trainers(id),
  constraint covers_another CHECK (from_trainer_id <> to_trainer_id)
);
CREATE INDEX cover_payments_booking_id_idx ON cover_payments USING btree (booking_id);
CREATE INDEX cover_payments_by_time ON cover_payments USING btree (created_at, lesson_id);
CREATE INDEX cover_payments_from_trainer ON cover_payments USING btree (from_trainer_id, created_at DESC);
CREATE INDEX cover_payments_to_trainer ON cover_payments USING btree (to_trainer_id, created_at DESC);
CREATE TRIGGER cover_payment_frozen BEFORE DELETE OR UPDATE ON cover_payments FOR EACH ROW EXECUTE FUNCTION freeze_cover_payment();
CREATE TRIGGER cover_payment_set BEFORE INSERT ON cover_payments FOR EACH ROW EXECUTE FUNCTION set_cover_payment();
CREATE CONSTRAINT TRIGGER from_in_ledger_days AFTER INSERT ON cover_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_ledger('cover', 'created_at', '-1');
CREATE CONSTRAINT TRIGGER in_trainer_sums AFTER INSERT ON cover_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_cover();
CREATE TRIGGER summed_again AFTER TRUNCATE ON cover_payments FOR EACH STATEMENT EXECUTE FUNCTION sum_all_again();
CREATE CONSTRAINT TRIGGER to_in_ledger_days AFTER INSERT ON cover_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_ledger('cover', 'created_at', '1');

create table desk_corrections (
  id uuid not null default gen_random_uuid(),
  payment_id uuid,
  refund_id uuid,
  cents integer not null,
  from_method text not null,
  to_method text not null,
  reason text not null,
  corrected_by uuid not null,
  corrected_at timestamp with time zone not null default club_now(),
  constraint desk_corrections_cents_check CHECK (cents <> 0),
  constraint desk_corrections_check CHECK (from_method <> to_method),
  constraint desk_corrections_check1 CHECK ((payment_id IS NULL) <> (refund_id IS NULL)),
  constraint desk_corrections_corrected_by_fkey FOREIGN KEY (corrected_by) REFERENCES members(user_id),
  constraint desk_corrections_from_method_check CHECK (from_method = ANY (ARRAY['cash'::text, 'transfer'::text, 'terminal'::text])),
  constraint desk_corrections_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint desk_corrections_pkey PRIMARY KEY (id),
  constraint desk_corrections_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint desk_corrections_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint desk_corrections_to_method_check CHECK (to_method = ANY (ARRAY['cash'::text, 'transfer'::text, 'terminal'::text]))
);
CREATE INDEX desk_corrections_corrected_at_idx ON desk_corrections USING btree (corrected_at);
CREATE INDEX desk_corrections_corrected_by_idx ON desk_corrections USING btree (corrected_by);
CREATE INDEX desk_corrections_payment_id_idx ON desk_corrections USING btree (payment_id);
CREATE INDEX desk_corrections_refund_id_idx ON desk_corrections USING btree (refund_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON desk_corrections FOR EACH ROW EXECUTE FUNCTION freeze_text_of('reason');
CREATE TRIGGER desk_day_closed AFTER INSERT ON desk_corrections FOR EACH ROW EXECUTE FUNCTION refuse_closed_desk('corrected_at', 'from_method');

create table disputes (
  id text not null,
  payment_id uuid,
  stray_charge_id uuid,
  amount_cents integer not null,
  currency character(3) not null,
  reason text not null,
  status text not null,
  opened_at timestamp with time zone not null default club_now(),
  answer_by timestamp with time zone,
  version integer not null default 0,
  changed_at timestamp with time zone not null default club_now(),
  constraint disputes_amount_cents_check CHECK (amount_cents > 0),
  constraint disputes_check CHECK ((payment_id IS NULL) <> (stray_charge_id IS NULL)),
  constraint disputes_id_check CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_reason_check CHECK (char_length(reason) <= 200),
  constraint disputes_status_check CHECK (char_length(status) <= 60),
  constraint disputes_stray_charge_id_fkey FOREIGN KEY (stray_charge_id) REFERENCES stray_charges(id)
);
CREATE INDEX disputes_by_time ON disputes USING btree (opened_at);
CREATE INDEX disputes_payment_id_idx ON disputes USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX disputes_stray_charge_id_idx ON disputes USING btree (stray_charge_id) WHERE stray_charge_id IS NOT NULL;
CREATE INDEX disputes_under_way ON disputes USING btree (opened_at) WHERE status <> ALL (ARRAY['won'::text, 'lost'::text, 'warning_closed'::text, 'prevented'::text]);

create table first_refusals (
  slot_id uuid not null,
  booking_id uuid not null,
  until timestamp with time zone,
  constraint first_refusals_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint first_refusals_booking_id_key UNIQUE (booking_id),
  constraint first_refusals_pkey PRIMARY KEY (slot_id),
  constraint first_refusals_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES slots(id) ON DELETE CASCADE
);

create table fraud_warnings (
  id text not null,
  payment_id uuid,
  stray_charge_id uuid,
  fraud_type text not null,
  warned_at timestamp with time zone not null default club_now(),
  kept_by uuid,
  kept_at timestamp with time zone,
  constraint fraud_warnings_check CHECK ((payment_id IS NULL) <> (stray_charge_id IS NULL)),
  constraint fraud_warnings_check1 CHECK ((kept_by IS NULL) = (kept_at IS NULL)),
  constraint fraud_warnings_fraud_type_check CHECK (char_length(fraud_type) <= 60),
  constraint fraud_warnings_id_check CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint fraud_warnings_kept_by_fkey FOREIGN KEY (kept_by) REFERENCES members(user_id),
  constraint fraud_warnings_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint fraud_warnings_pkey PRIMARY KEY (id),
  constraint fraud_warnings_stray_charge_id_fkey FOREIGN KEY (stray_charge_id) REFERENCES stray_charges(id)
);
CREATE INDEX fraud_warnings_kept_by_idx ON fraud_warnings USING btree (kept_by) WHERE kept_by IS NOT NULL;
CREATE INDEX fraud_warnings_payment_id_idx ON fraud_warnings USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX fraud_warnings_stray_charge_id_idx ON fraud_warnings USING btree (stray_charge_id) WHERE stray_charge_id IS NOT NULL;

create table gallery_items (
  id uuid not null default gen_random_uuid(),
  image_id uuid not null,
  caption text not null default ''::text,
  alt_text text not null default ''::text,
  position integer not null,
  created_at timestamp with time zone not null default club_now(),
  constraint gallery_items_alt_text_check CHECK (char_length(alt_text) <= 300),
  constraint gallery_items_caption_check CHECK (char_length(caption) <= 200),
  constraint gallery_items_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint gallery_items_pkey PRIMARY KEY (id)
);
CREATE INDEX gallery_in_order ON gallery_items USING btree ("position", id);
CREATE INDEX gallery_items_image_id_idx ON gallery_items USING btree (image_id);
CREATE TRIGGER picture_goes_with_it AFTER DELETE ON gallery_items FOR EACH ROW EXECUTE FUNCTION delete_unused_picture();

create table guardians (
  member_id uuid not null,
  guardian_id uuid not null,
  until date,
  created_at timestamp with time zone not null default club_now(),
  constraint guardians_check CHECK (member_id <> guardian_id),
  constraint guardians_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES members(user_id),
  constraint guardians_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint guardians_pkey PRIMARY KEY (member_id, guardian_id)
);
CREATE INDEX guardians_guardian_id_idx ON guardians USING btree (guardian_id);
CREATE TRIGGER guardian_stays_erased BEFORE INSERT ON guardians FOR EACH ROW EXECUTE FUNCTION refuse_erased('guardian_id');
CREATE TRIGGER stays_erased BEFORE INSERT ON guardians FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table health_answers (
  member_id uuid not null,
  waiver_version integer not null,
  answers boolean[] not null,
  details text not null default ''::text,
  consent text not null,
  taken_by uuid,
  answered_at timestamp with time zone not null default club_now(),
  constraint health_answers_answers_check CHECK (cardinality(answers) <= 100),
  constraint health_answers_consent_check CHECK (char_length(consent) >= 1 AND char_length(consent) <= 500),
  constraint health_answers_details_check CHECK (char_length(details) <= 1000),
  constraint health_answers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint health_answers_pkey PRIMARY KEY (member_id),
  constraint health_answers_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES members(user_id),
  constraint health_answers_waiver_version_fkey FOREIGN KEY (waiver_version) REFERENCES waivers(version)
);
CREATE INDEX health_answers_answered_at_idx ON health_answers USING btree (answered_at);
CREATE INDEX health_answers_taken_by_idx ON health_answers USING btree (taken_by) WHERE taken_by IS NOT NULL;
CREATE INDEX health_answers_waiver_version_idx ON health_answers USING btree (waiver_version);
CREATE TRIGGER stays_erased BEFORE INSERT ON health_answers FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table images (
  id uuid not null default gen_random_uuid(),
  owner_id uuid,
  width integer not null,
  height integer not null,
  colour text not null,
  bytes bigint not null,
  created_at timestamp with time zone not null default club_now(),
  constraint images_bytes_check CHECK (bytes > 0),
  constraint images_colour_check CHECK (colour ~ '^#[0-9a-f]{6}$'::text),
  constraint images_height_check CHECK (height >= 1 AND height <= 20000),
  constraint images_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint images_pkey PRIMARY KEY (id),
  constraint images_width_check CHECK (width >= 1 AND width <= 20000)
);
CREATE INDEX images_of_owner ON images USING btree (owner_id, created_at);
CREATE TRIGGER removal_is_notified AFTER DELETE ON images FOR EACH ROW EXECUTE FUNCTION notify_removed_picture();
CREATE TRIGGER stays_erased BEFORE INSERT ON images FOR EACH ROW WHEN (new.owner_id IS NOT NULL) EXECUTE FUNCTION refuse_erased('owner_id');

create table import_keys (
  source text not null,
  key text not null,
  member_id uuid not null,
  import_id uuid,
  constraint import_keys_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL,
  constraint import_keys_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 500),
  constraint import_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint import_keys_pkey PRIMARY KEY (source, key),
  constraint import_keys_source_check CHECK (char_length(source) >= 1 AND char_length(source) <= 60)
);
CREATE INDEX import_keys_import_id_idx ON import_keys USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX import_keys_member_id_idx ON import_keys USING btree (member_id);
CREATE TRIGGER stays_erased BEFORE INSERT ON import_keys FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table import_rows (
  import_id uuid not null,
  line integer not null,
  cells text[] not null,
  state text,
  name text not null default ''::text,
  sentence text not null default ''::text,
  member_id uuid,
  done_at timestamp with time zone,
  outcome text,
  added jsonb,
  invited_at timestamp with time zone,
  facts jsonb,
  constraint import_rows_added_check CHECK (octet_length(added::text) <= 20000),
  constraint import_rows_cells_check CHECK (cardinality(cells) <= 100 AND char_length(array_to_string(cells, ''::text)) <= 200000),
  constraint import_rows_check CHECK ((done_at IS NULL) = (outcome IS NULL)),
  constraint import_rows_facts_check CHECK (octet_length(facts::text) <= 10000),
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_rows_line_check CHECK (line > 0),
  constraint import_rows_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint import_rows_name_check CHECK (char_length(name) <= 201),
  constraint import_rows_outcome_check CHECK (outcome = ANY (ARRAY['added'::text, 'changed'::text, 'nothing'::text, 'taken out'::text, 'stays'::text])),
  constraint import_rows_pkey PRIMARY KEY (import_id, line),
  constraint import_rows_sentence_check CHECK (char_length(sentence) <= 2000),
  constraint import_rows_state_check CHECK (state = ANY (ARRAY['new'::text, 'known'::text, 'changed'::text, 'wrong'::text, 'twice'::text]))
);
CREATE INDEX import_rows_by_state ON import_rows USING btree (import_id, state, line);
CREATE INDEX import_rows_of_member ON import_rows USING btree (member_id) WHERE member_id IS NOT NULL;

create table imports (
  id uuid not null default gen_random_uuid(),
  made_by uuid,
  made_at timestamp with time zone not null default club_now(),
  changed_at timestamp with time zone not null default club_now(),
  file_name text not null,
  file_digest text not null,
  file bytea,
  source text not null,
  encoding text,
  separator text,
  headings text[] not null,
  row_count integer not null,
  columns jsonb not null,
  matched_values jsonb not null,
  state text not null default 'draft'::text,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  undone_at timestamp with time zone,
  invited_at timestamp with time zone,
  added_count integer not null default 0,
  changed_count integer not null default 0,
  stayed_count integer not null default 0,
  constraint imports_check CHECK ((started_at IS NULL) = (state = ANY (ARRAY['draft'::text, 'checked'::text]))),
  constraint imports_columns_check CHECK (octet_length(columns::text) <= 20000),
  constraint imports_encoding_check CHECK (encoding = ANY (ARRAY['utf-8'::text, 'windows-1252'::text, 'utf-16le'::text, 'utf-16be'::text])),
  constraint imports_file_check CHECK (octet_length(file) <= 5242880),
  constraint imports_file_digest_check CHECK (file_digest ~ '^[0-9a-f]{64}$'::text),
  constraint imports_file_name_check CHECK (char_length(file_name) >= 1 AND char_length(file_name) <= 200),
  constraint imports_headings_check CHECK (cardinality(headings) >= 1 AND cardinality(headings) <= 100 AND char_length(array_to_string(headings, ''::text)) <= 10000),
  constraint imports_made_by_fkey FOREIGN KEY (made_by) REFERENCES members(user_id),
  constraint imports_matched_values_check CHECK (octet_length(matched_values::text) <= 200000),
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_row_count_check CHECK (row_count >= 1 AND row_count <= 5000),
  constraint imports_separator_check CHECK (separator = ANY (ARRAY['comma'::text, 'semicolon'::text, 'tab'::text, 'bar'::text])),
  constraint imports_source_check CHECK (char_length(source) >= 1 AND char_length(source) <= 60),
  constraint imports_state_check CHECK (state = ANY (ARRAY['draft'::text, 'checked'::text, 'running'::text, 'stopped'::text, 'done'::text, 'undoing'::text, 'undone'::text]))
);
CREATE INDEX imports_made_by_idx ON imports USING btree (made_by) WHERE made_by IS NOT NULL;
CREATE INDEX imports_newest_first ON imports USING btree (made_at DESC, id DESC);

create table invoices (
  id uuid not null default gen_random_uuid(),
  year integer not null,
  ordinal integer not null,
  number text not null,
  payment_id uuid not null,
  refund_id uuid,
  given_at timestamp with time zone not null,
  amount_cents integer not null,
  tax_cents integer not null,
  tax_percent numeric(4,2) not null,
  currency character(3) not null,
  reason text not null default ''::text,
  seller_name text not null,
  seller_address text not null,
  seller_telephone text not null,
  seller_email text not null,
  tax_number text,
  buyer_name text not null,
  buyer_email text not null,
  slot_name text,
  start_hour integer,
  weekdays text[],
  trainer_name text,
  plan text,
  classes integer,
  slot_price_cents integer,
  surcharge_cents integer,
  month_from timestamp with time zone,
  month_until timestamp with time zone,
  lesson_count integer,
  first_lesson_on date,
  last_lesson_on date,
  buyer_address text not null default ''::text,
  title text,
  description text,
  price_cents integer,
  corrects uuid,
  for_name text,
  language text,
  constraint corrections_are_of_a_payment CHECK (corrects IS NULL OR refund_id IS NULL),
  constraint invoice_of_hour_or_title CHECK (num_nonnulls(slot_name, start_hour, weekdays, trainer_name, plan, classes, slot_price_cents, surcharge_cents, lesson_count) =
CASE
    WHEN title IS NULL THEN 9
    ELSE 0
END AND (title IS NULL) = (price_cents IS NULL) AND (title IS NOT NULL OR description IS NULL)),
  constraint invoices_amount_cents_check CHECK (amount_cents <> 0),
  constraint invoices_buyer_address_check CHECK (char_length(buyer_address) <= 300),
  constraint invoices_buyer_email_check CHECK (char_length(buyer_email) <= 254),
  constraint invoices_buyer_name_check CHECK (char_length(buyer_name) <= 100),
  constraint invoices_corrects_fkey FOREIGN KEY (corrects) REFERENCES invoices(id),
  constraint invoices_description_check CHECK (char_length(description) >= 1 AND char_length(description) <= 1000),
  constraint invoices_for_name_check CHECK (char_length(for_name) <= 100),
  constraint invoices_language_check CHECK (language ~ '^[a-z]{2,3}$'::text),
  constraint invoices_number_check CHECK (char_length(number) <= 40),
  constraint invoices_ordinal_check CHECK (ordinal > 0),
  constraint invoices_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_plan_check CHECK (plan = ANY (ARRAY['silver'::text, 'gold'::text, 'diamond'::text])),
  constraint invoices_reason_check CHECK (char_length(reason) <= 500),
  constraint invoices_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint invoices_seller_address_check CHECK (char_length(seller_address) <= 300),
  constraint invoices_seller_email_check CHECK (char_length(seller_email) <= 254),
  constraint invoices_seller_name_check CHECK (char_length(seller_name) >= 1 AND char_length(seller_name) <= 120),
  constraint invoices_seller_telephone_check CHECK (char_length(seller_telephone) <= 40),
  constraint invoices_slot_name_check CHECK (char_length(slot_name) <= 60),
  constraint invoices_tax_number_check CHECK (char_length(tax_number) <= 40),
  constraint invoices_tax_percent_check CHECK (tax_percent >= 0::numeric),
  constraint invoices_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 120),
  constraint invoices_trainer_name_check CHECK (char_length(trainer_name) <= 100),
  constraint invoices_weekdays_check CHECK (are_weekdays(weekdays)),
  constraint one_invoice_a_number UNIQUE (year, ordinal)
);
CREATE INDEX invoices_by_time ON invoices USING btree (given_at, year, ordinal);
CREATE INDEX invoices_of_payment ON invoices USING btree (payment_id);
CREATE INDEX invoices_of_refund ON invoices USING btree (refund_id);
CREATE UNIQUE INDEX one_correction_an_invoice ON invoices USING btree (corrects, (amount_cents > 0));
CREATE UNIQUE INDEX one_invoice_a_payment ON invoices USING btree (payment_id) WHERE refund_id IS NULL AND corrects IS NULL;
CREATE TRIGGER buyer_email_filled BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION fill_buyer_email();
CREATE TRIGGER erased_buyer_has_no_address BEFORE INSERT ON invoices FOR EACH ROW WHEN (new.buyer_email ~~ '%@erased.invalid'::text) EXECUTE FUNCTION omit_erased_address();
CREATE TRIGGER invoice_frozen BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION freeze_invoice();
CREATE TRIGGER language_kept BEFORE INSERT ON invoices FOR EACH ROW WHEN (new.language IS NULL) EXECUTE FUNCTION keep_invoice_language();

create table ledger_days (
  day date not null,
  kind text not null,
  plan text,
  cents bigint not null,
  entries integer not null,
  constraint ledger_days_day_kind_plan_key UNIQUE NULLS NOT DISTINCT (day, kind, plan),
  constraint ledger_days_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text, 'payout'::text, 'dispute'::text, 'fee'::text, 'cover'::text])),
  constraint ledger_days_plan_fkey FOREIGN KEY (plan) REFERENCES plans(name)
);

create table lessons (
  id uuid not null default gen_random_uuid(),
  booking_id uuid,
  trainer_id uuid not null,
  on_date date not null,
  start_hour integer not null,
  starts_at timestamp with time zone not null,
  state text not null default 'planned'::text,
  called_off_because text,
  created_at timestamp with time zone not null default club_now(),
  sequence integer not null default 0,
  changed_at timestamp with time zone not null default club_now(),
  instead_of uuid,
  cover_until timestamp with time zone,
  cover_policy_version integer,
  kind text not null default 'hour'::text,
  start_minute integer not null default 0,
  minutes integer not null default 60,
  class_id uuid,
  class_time_id uuid,
  room_id uuid,
  capacity integer,
  taken integer not null default 0,
  span tsrange not null default tsrange(on_date + make_time(start_hour, start_minute, 0::double precision), on_date + make_time(start_hour, start_minute, 0::double precision) + make_interval(mins => minutes)),
  list_closed_at timestamp with time zone,
  constraint called_off_says_why CHECK ((state = 'called_off'::text) = (called_off_because IS NOT NULL)),
  constraint hour_lasts_an_hour CHECK (kind = 'class'::text OR start_minute = 0 AND minutes = 60),
  constraint hour_or_class CHECK ((kind = 'hour'::text) = (booking_id IS NOT NULL) AND num_nonnulls(class_id, class_time_id, room_id, capacity) =
CASE kind
    WHEN 'class'::text THEN 4
    ELSE 0
END),
  constraint lessons_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint lessons_called_off_because_check CHECK (called_off_because = ANY (ARRAY['refunded'::text, 'month over'::text, 'no such hour'::text, 'given back'::text, 'moved'::text, 'by the club'::text, 'closed'::text, 'paused'::text, 'trainer away'::text])),
  constraint lessons_capacity_check CHECK (capacity >= 1 AND capacity <= 500),
  constraint lessons_check CHECK (instead_of <> trainer_id),
  constraint lessons_class_id_fkey FOREIGN KEY (class_id) REFERENCES classes(id),
  constraint lessons_class_time_id_fkey FOREIGN KEY (class_time_id) REFERENCES class_times(id),
  constraint lessons_cover_policy_version_fkey FOREIGN KEY (cover_policy_version) REFERENCES policies(version),
  constraint lessons_instead_of_fkey FOREIGN KEY (instead_of) REFERENCES trainers(id),
  constraint lessons_kind_check CHECK (kind = ANY (ARRAY['hour'::text, 'class'::text])),
  constraint lessons_minutes_check CHECK (minutes >= 15 AND minutes <= 240),
  constraint lessons_pkey PRIMARY KEY (id),
  constraint lessons_room_id_fkey FOREIGN KEY (room_id) REFERENCES rooms(id),
  constraint lessons_start_hour_check CHECK (start_hour >= 0 AND start_hour <= 23),
  constraint lessons_start_minute_check CHECK (start_minute >= 0 AND start_minute <= 55),
  constraint lessons_state_check CHECK (state = ANY (ARRAY['planned'::text, 'called_off'::text])),
  constraint lessons_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id),
  constraint room_used_once EXCLUDE USING gist (room_id WITH =, span WITH &&) WHERE (state = 'planned'::text AND room_id IS NOT NULL),
  constraint trainer_in_one_place EXCLUDE USING gist (trainer_id WITH =, span WITH &&) WHERE (state = 'planned'::text),
  constraint within_capacity CHECK (taken >= 0 AND taken <= COALESCE(capacity, 0))
);
CREATE INDEX classes_by_time ON lessons USING btree (starts_at, id) WHERE kind = 'class'::text;
CREATE INDEX lessons_by_time ON lessons USING btree (on_date, start_hour, id);
CREATE INDEX lessons_instead_of ON lessons USING btree (instead_of) WHERE instead_of IS NOT NULL;
CREATE INDEX lessons_of_booking ON lessons USING btree (booking_id, on_date);
CREATE INDEX lessons_of_class ON lessons USING btree (class_id, starts_at) WHERE class_id IS NOT NULL;
CREATE INDEX lessons_of_closed_days ON lessons USING btree (on_date) WHERE called_off_because = 'closed'::text;
CREATE INDEX lessons_of_day_roster ON lessons USING btree (on_date, starts_at, id) WHERE state = 'planned'::text OR called_off_because = 'trainer away'::text;
CREATE INDEX lessons_of_room ON lessons USING btree (room_id, on_date) WHERE room_id IS NOT NULL;
CREATE INDEX lessons_of_trainer ON lessons USING btree (trainer_id, starts_at);
CREATE INDEX lessons_with_cover_to_pay ON lessons USING btree (starts_at) WHERE cover_policy_version IS NOT NULL;
CREATE UNIQUE INDEX one_lesson_a_week ON lessons USING btree (class_time_id, on_date) WHERE class_time_id IS NOT NULL;
CREATE INDEX open_covers ON lessons USING btree (cover_until) WHERE cover_until IS NOT NULL;
CREATE INDEX planned_lessons_of_trainer ON lessons USING btree (trainer_id, on_date, start_hour) WHERE state = 'planned'::text;
CREATE TRIGGER cover_policy_set BEFORE INSERT OR UPDATE OF trainer_id, state ON lessons FOR EACH ROW EXECUTE FUNCTION set_cover_policy();
CREATE CONSTRAINT TRIGGER lesson_has_its_member AFTER INSERT OR UPDATE OF state ON lessons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_lesson_has_its_member();
CREATE TRIGGER lesson_maintained BEFORE INSERT OR UPDATE ON lessons FOR EACH ROW EXECUTE FUNCTION maintain_lesson();
CREATE TRIGGER one_place_at_a_time_added AFTER INSERT ON lessons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_one_place();
CREATE TRIGGER one_place_at_a_time_changed AFTER UPDATE ON lessons REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_one_place();

create table letters (
  id uuid not null default gen_random_uuid(),
  cause text not null,
  letter text not null,
  user_id uuid,
  name text not null,
  email text,
  subject text not null,
  html text,
  text text,
  queued_at timestamp with time zone not null default club_now(),
  useful_until timestamp with time zone,
  tries integer not null default 0,
  next_try_at timestamp with time zone default club_now(),
  handed_over_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  newsletter_id uuid,
  unsubscribe_path text,
  paused boolean not null default false,
  address_refused boolean not null default false,
  tell_by timestamp with time zone,
  tell_until timestamp with time zone,
  trainer_ids uuid[] not null default '{}'::uuid[],
  refused_at timestamp with time zone,
  constraint letters_cause_check CHECK (char_length(cause) >= 1 AND char_length(cause) <= 200),
  constraint letters_cause_key UNIQUE (cause),
  constraint letters_email_check CHECK (char_length(email) >= 3 AND char_length(email) <= 254),
  constraint letters_failure_check CHECK (char_length(failure) <= 500),
  constraint letters_html_check CHECK (char_length(html) <= 500000),
  constraint letters_letter_check CHECK (char_length(letter) >= 1 AND char_length(letter) <= 60),
  constraint letters_name_check CHECK (char_length(name) <= 100),
  constraint letters_newsletter_id_fkey FOREIGN KEY (newsletter_id) REFERENCES newsletters(id),
  constraint letters_pkey PRIMARY KEY (id),
  constraint letters_subject_check CHECK (char_length(subject) >= 1 AND char_length(subject) <= 300),
  constraint letters_text_check CHECK (char_length(text) <= 200000),
  constraint letters_trainer_ids_check CHECK (cardinality(trainer_ids) <= 1000),
  constraint letters_unsubscribe_path_check CHECK (char_length(unsubscribe_path) <= 200),
  constraint letters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint one_fate CHECK (num_nonnulls(next_try_at, handed_over_at, failed_at) = 1),
  constraint sent_letters_have_an_address CHECK (email IS NOT NULL OR failed_at IS NOT NULL),
  constraint told_by_the_last CHECK (tell_by <= tell_until),
  constraint told_within CHECK ((tell_by IS NULL) = (tell_until IS NULL)),
  constraint words_until_handed_over CHECK (handed_over_at IS NOT NULL OR num_nonnulls(html, text) = 2)
);
CREATE INDEX letters_due ON letters USING btree (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX letters_failed ON letters USING btree (failed_at DESC) WHERE failed_at IS NOT NULL;
CREATE INDEX letters_handed_over ON letters USING btree (handed_over_at) WHERE handed_over_at IS NOT NULL;
CREATE INDEX letters_newest_first ON letters USING btree (queued_at DESC, id DESC);
CREATE INDEX letters_of_newsletter ON letters USING btree (newsletter_id, email) WHERE newsletter_id IS NOT NULL;
CREATE INDEX letters_of_user ON letters USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX letters_refused ON letters USING btree (email) WHERE address_refused;
CREATE INDEX letters_to_tell ON letters USING btree (tell_until) WHERE tell_until IS NOT NULL;
CREATE TRIGGER accepted_letter_unmarks AFTER UPDATE OF handed_over_at ON letters FOR EACH ROW WHEN (old.handed_over_at IS NULL AND new.handed_over_at IS NOT NULL) EXECUTE FUNCTION unmark_address();
CREATE TRIGGER erased_reads_nothing BEFORE INSERT ON letters FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION skip_erased();
CREATE CONSTRAINT TRIGGER in_newsletter_sums AFTER INSERT OR DELETE OR UPDATE OF newsletter_id, handed_over_at, failed_at ON letters DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_newsletter();
CREATE TRIGGER summed_again AFTER TRUNCATE ON letters FOR EACH STATEMENT EXECUTE FUNCTION sum_all_mailing_again();

create table make_ups (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  booking_id uuid not null,
  because text not null,
  from_lesson_id uuid,
  from_date date not null,
  until date not null,
  created_at timestamp with time zone not null default club_now(),
  spent_on uuid,
  granted_by uuid,
  reason text,
  request_key text,
  refund_id uuid,
  checked_on date not null default club_today(),
  was_usable boolean not null default true,
  constraint granted_by_somebody CHECK (num_nonnulls(granted_by, reason, request_key) =
CASE because
    WHEN 'granted'::text THEN 3
    ELSE 0
END),
  constraint granted_for_no_lesson CHECK (because <> 'granted'::text OR from_lesson_id IS NULL),
  constraint make_ups_because_check CHECK (because = ANY (ARRAY['no such hour'::text, 'trainer taken'::text, 'given back'::text, 'moved'::text, 'by the club'::text, 'closed'::text, 'paid late'::text, 'paused'::text, 'trainer away'::text, 'granted'::text, 'class then'::text])),
  constraint make_ups_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint make_ups_from_lesson_id_fkey FOREIGN KEY (from_lesson_id) REFERENCES lessons(id),
  constraint make_ups_from_lesson_id_key UNIQUE (from_lesson_id),
  constraint make_ups_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES members(user_id),
  constraint make_ups_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint make_ups_pkey PRIMARY KEY (id),
  constraint make_ups_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 300),
  constraint make_ups_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint make_ups_request_key_check CHECK (char_length(request_key) >= 1 AND char_length(request_key) <= 200),
  constraint make_ups_request_key_key UNIQUE (request_key),
  constraint make_ups_spent_on_fkey FOREIGN KEY (spent_on) REFERENCES lessons(id),
  constraint refunded_once UNIQUE (refund_id),
  constraint spent_once UNIQUE (spent_on),
  constraint spent_or_refunded CHECK (num_nonnulls(spent_on, refund_id) < 2)
);
CREATE INDEX make_ups_booking_id_idx ON make_ups USING btree (booking_id);
CREATE INDEX make_ups_granted_by_idx ON make_ups USING btree (granted_by) WHERE granted_by IS NOT NULL;
CREATE INDEX make_ups_of_member ON make_ups USING btree (member_id, until);
CREATE INDEX make_ups_of_skipped_hours ON make_ups USING btree (created_at) WHERE because = 'no such hour'::text;
CREATE INDEX make_ups_to_check ON make_ups USING btree (checked_on, until) WHERE spent_on IS NULL AND refund_id IS NULL;
CREATE UNIQUE INDEX one_make_up_a_date ON make_ups USING btree (booking_id, from_date) WHERE from_lesson_id IS NULL AND because <> 'granted'::text;

create table member_notes (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  words text not null,
  by_trainer boolean not null default false,
  written_by uuid,
  created_at timestamp with time zone not null default club_now(),
  is_contact boolean not null default false,
  constraint member_notes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint member_notes_pkey PRIMARY KEY (id),
  constraint member_notes_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 2000),
  constraint member_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id)
);
CREATE INDEX contacts_with_members ON member_notes USING btree (created_at) WHERE is_contact;
CREATE INDEX member_notes_of_member ON member_notes USING btree (member_id, created_at);
CREATE INDEX member_notes_written_by_idx ON member_notes USING btree (written_by) WHERE written_by IS NOT NULL;
CREATE TRIGGER stays_erased BEFORE INSERT ON member_notes FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table members (
  user_id uuid not null,
  role text not null default 'member'::text,
  role_version integer not null default 0,
  photo_id uuid,
  height_cm integer,
  age integer,
  blood_group text,
  skills text[] not null default '{}'::text[],
  description text not null default ''::text,
  created_at timestamp with time zone not null default club_now(),
  updated_at timestamp with time zone not null default club_now(),
  unwanted_letters text[] not null default '{}'::text[],
  calendar_version integer not null default 1,
  announcements_key uuid not null default gen_random_uuid(),
  leaving_since timestamp with time zone,
  postal_address text not null default ''::text,
  leaving_by_club boolean not null default false,
  telephone text not null default ''::text,
  dates_seen_at timestamp with time zone,
  preferred_name text not null default ''::text,
  contact_email text not null default ''::text,
  birth_date date,
  member_number text not null default ''::text,
  emergency_contact text not null default ''::text,
  language text not null default ''::text,
  tags text[] not null default '{}'::text[],
  newsletter_consent_on date,
  newsletter_consent_origin text not null default ''::text,
  duty text,
  last_seen_on date default club_today(),
  erasure_announced_on date,
  blood_group_consented_at timestamp with time zone,
  constraint club_decides_to_leave CHECK (leaving_since IS NOT NULL OR NOT leaving_by_club),
  constraint consent_has_an_origin CHECK ((newsletter_consent_on IS NULL) = (newsletter_consent_origin = ''::text)),
  constraint members_age_check CHECK (age >= 10 AND age <= 120),
  constraint members_announcements_key_key UNIQUE (announcements_key),
  constraint members_birth_date_check CHECK (birth_date >= '1900-01-01'::date AND birth_date <= '2999-12-31'::date),
  constraint members_blood_group_check CHECK (blood_group = ANY (ARRAY['A+'::text, 'A-'::text, 'B+'::text, 'B-'::text, 'AB+'::text, 'AB-'::text, 'O+'::text, 'O-'::text])),
  constraint members_calendar_version_check CHECK (calendar_version >= 1),
  constraint members_contact_email_check CHECK (contact_email = lower(contact_email) AND char_length(contact_email) <= 254),
  constraint members_description_check CHECK (char_length(description) <= 2000),
  constraint members_duty_check CHECK (duty = 'reception'::text),
  constraint members_emergency_contact_check CHECK (char_length(emergency_contact) <= 200),
  constraint members_height_cm_check CHECK (height_cm >= 50 AND height_cm <= 260),
  constraint members_language_check CHECK (char_length(language) <= 35),
  constraint members_member_number_check CHECK (char_length(member_number) <= 40),
  constraint members_newsletter_consent_origin_check CHECK (char_length(newsletter_consent_origin) <= 200),
  constraint members_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES images(id),
  constraint members_pkey PRIMARY KEY (user_id),
  constraint members_postal_address_check CHECK (char_length(postal_address) <= 300),
  constraint members_preferred_name_check CHECK (char_length(preferred_name) <= 100),
  constraint members_role_check CHECK (role = ANY (ARRAY['admin'::text, 'trainer'::text, 'member'::text, 'applied'::text])),
  constraint members_skills_check CHECK (cardinality(skills) <= 5),
  constraint members_tags_check CHECK (cardinality(tags) <= 20),
  constraint members_telephone_check CHECK (char_length(telephone) <= 40),
  constraint members_unwanted_letters_check CHECK (unwanted_letters <@ ARRAY['hours'::text, 'reminders'::text, 'announcements'::text]),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX members_by_last_seen ON members USING btree (last_seen_on) WHERE role = 'member'::text;
CREATE INDEX members_by_role ON members USING btree (role);
CREATE INDEX members_leaving ON members USING btree (leaving_since) WHERE leaving_since IS NOT NULL;
CREATE INDEX members_newest_first ON members USING btree (created_at DESC, user_id DESC);
CREATE INDEX members_of_role ON members USING btree (role, created_at DESC, user_id DESC);
CREATE INDEX members_photo_id_idx ON members USING btree (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX members_without_announcements ON members USING btree (user_id) WHERE 'announcements'::text = ANY (unwanted_letters);
CREATE UNIQUE INDEX one_member_per_number ON members USING btree (member_number) WHERE member_number <> ''::text;
CREATE TRIGGER last_admin_stays BEFORE DELETE OR UPDATE OF role ON members FOR EACH ROW EXECUTE FUNCTION protect_last_admin();
CREATE CONSTRAINT TRIGGER role_agrees AFTER INSERT OR UPDATE OF role ON members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_role_agrees();
CREATE TRIGGER role_changes_counted BEFORE UPDATE OF role, duty ON members FOR EACH ROW EXECUTE FUNCTION count_role_change();
CREATE TRIGGER stays_erased BEFORE UPDATE ON members FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id');

create table memberships (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  offer_id uuid not null,
  state text not null default 'begun'::text,
  anchor_at timestamp with time zone,
  ends_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  over_because text,
  created_at timestamp with time zone not null default club_now(),
  card_id uuid,
  paused_days integer not null default 0,
  next_offer_id uuid,
  next_offer_from timestamp with time zone,
  next_offer_told_at timestamp with time zone,
  next_offer_by text,
  leaving_reason text,
  voucher_id uuid,
  constraint cancelled_has_end CHECK ((cancelled_at IS NULL) = (ends_at IS NULL)),
  constraint change_was_told CHECK (next_offer_by <> 'club'::text OR next_offer_from >= (next_offer_told_at + '30 days'::interval)),
  constraint memberships_card_id_fkey FOREIGN KEY (card_id) REFERENCES stored_cards(id) ON DELETE SET NULL,
  constraint memberships_leaving_reason_check CHECK (leaving_reason = ANY (ARRAY['moved'::text, 'time'::text, 'price'::text, 'offer'::text, 'elsewhere'::text, 'other'::text])),
  constraint memberships_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint memberships_next_offer_by_check CHECK (next_offer_by = ANY (ARRAY['member'::text, 'club'::text])),
  constraint memberships_next_offer_id_fkey FOREIGN KEY (next_offer_id) REFERENCES offers(id),
  constraint memberships_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
  constraint memberships_over_because_check CHECK (over_because = ANY (ARRAY['cancelled'::text, 'not paid'::text, 'never paid'::text, 'refunded'::text, 'left'::text, 'withdrawn'::text])),
  constraint memberships_paused_days_check CHECK (paused_days >= 0 AND paused_days <= 3660),
  constraint memberships_pkey PRIMARY KEY (id),
  constraint memberships_state_check CHECK (state = ANY (ARRAY['begun'::text, 'running'::text, 'over'::text])),
  constraint memberships_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id),
  constraint next_offer_is_whole CHECK (num_nonnulls(next_offer_id, next_offer_from, next_offer_told_at, next_offer_by) = ANY (ARRAY[0, 4])),
  constraint over_has_reason CHECK ((state = 'over'::text) = (over_because IS NOT NULL)),
  constraint reason_is_of_cancellation CHECK (leaving_reason IS NULL OR cancelled_at IS NOT NULL),
  constraint running_has_anchor CHECK (state <> 'running'::text OR anchor_at IS NOT NULL)
);
CREATE INDEX memberships_by_end ON memberships USING btree (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX memberships_card_id_idx ON memberships USING btree (card_id) WHERE card_id IS NOT NULL;
CREATE INDEX memberships_next_offer_id_idx ON memberships USING btree (next_offer_id) WHERE next_offer_id IS NOT NULL;
CREATE INDEX memberships_of_member ON memberships USING btree (member_id, created_at DESC);
CREATE INDEX memberships_offer_id_idx ON memberships USING btree (offer_id);
CREATE INDEX memberships_voucher_id_idx ON memberships USING btree (voucher_id) WHERE voucher_id IS NOT NULL;
CREATE UNIQUE INDEX one_membership_each ON memberships USING btree (member_id) WHERE state <> 'over'::text;
CREATE TRIGGER change_as_planned BEFORE UPDATE OF offer_id ON memberships FOR EACH ROW EXECUTE FUNCTION check_offer_changed();
CREATE TRIGGER stays_erased BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table month_archives (
  month date not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  time_zone text not null,
  seller_name text not null,
  seller_address text not null,
  seller_contact text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null default club_now(),
  constraint month_archives_check CHECK (from_at < until_at),
  constraint month_archives_made_by_fkey FOREIGN KEY (made_by) REFERENCES members(user_id),
  constraint month_archives_month_check CHECK (month = month_of(month)),
  constraint month_archives_pkey PRIMARY KEY (month),
  constraint month_archives_seller_address_check CHECK (char_length(seller_address) <= 300),
  constraint month_archives_seller_contact_check CHECK (char_length(seller_contact) <= 300),
  constraint month_archives_seller_name_check CHECK (char_length(seller_name) <= 120),
  constraint month_archives_time_zone_check CHECK (char_length(time_zone) <= 60)
);
CREATE INDEX month_archives_made_by_idx ON month_archives USING btree (made_by);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON month_archives FOR EACH ROW EXECUTE FUNCTION freeze_text_of('');

create table months (
  booking_id uuid not null,
  weekdays text[] not null,
  start_hour integer not null,
  dates_from timestamp with time zone not null,
  dates_until timestamp with time zone not null,
  policy_version integer not null,
  constraint months_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  constraint months_pkey PRIMARY KEY (booking_id, dates_from),
  constraint months_policy_version_fkey FOREIGN KEY (policy_version) REFERENCES policies(version),
  constraint months_start_hour_check CHECK (start_hour >= 0 AND start_hour <= 23),
  constraint months_weekdays_check CHECK (are_weekdays(weekdays))
);

create table newsletter_sums (
  newsletter_id uuid not null,
  letters integer not null,
  handed_over integer not null,
  failed integer not null,
  is_final boolean not null default false,
  constraint newsletter_sums_newsletter_id_fkey FOREIGN KEY (newsletter_id) REFERENCES newsletters(id) ON DELETE CASCADE,
  constraint newsletter_sums_pkey PRIMARY KEY (newsletter_id)
);

create table newsletters (
  id uuid not null default gen_random_uuid(),
  subject text not null,
  words text not null,
  author_id uuid not null,
  state text not null default 'draft'::text,
  created_at timestamp with time zone not null default club_now(),
  changed_at timestamp with time zone not null default club_now(),
  tested_at timestamp with time zone,
  begun_at timestamp with time zone,
  written_at timestamp with time zone,
  unsubscribed integer not null default 0,
  image_id uuid,
  alt_text text not null default ''::text,
  audience text not null default 'subscribers'::text,
  trainer_id uuid,
  refused_in_a_row integer not null default 0,
  pause_reason text,
  constraint begun_unless_draft CHECK ((state = 'draft'::text) = (begun_at IS NULL)),
  constraint newsletters_alt_text_check CHECK (char_length(alt_text) <= 300),
  constraint newsletters_audience_check CHECK (audience = ANY (ARRAY['subscribers'::text, 'members'::text])),
  constraint newsletters_author_id_fkey FOREIGN KEY (author_id) REFERENCES members(user_id),
  constraint newsletters_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint newsletters_pause_reason_check CHECK (char_length(pause_reason) <= 500),
  constraint newsletters_pkey PRIMARY KEY (id),
  constraint newsletters_refused_in_a_row_check CHECK (refused_in_a_row >= 0),
  constraint newsletters_state_check CHECK (state = ANY (ARRAY['draft'::text, 'sending'::text, 'paused'::text])),
  constraint newsletters_subject_check CHECK (char_length(subject) >= 1 AND char_length(subject) <= 120),
  constraint newsletters_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id),
  constraint newsletters_unsubscribed_check CHECK (unsubscribed >= 0),
  constraint newsletters_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 10000),
  constraint picture_has_words CHECK ((image_id IS NULL) = (alt_text = ''::text)),
  constraint trainer_of_members CHECK (trainer_id IS NULL OR audience = 'members'::text)
);
CREATE INDEX newsletters_author_id_idx ON newsletters USING btree (author_id);
CREATE INDEX newsletters_newest_first ON newsletters USING btree (created_at DESC, id DESC);
CREATE INDEX newsletters_of_image ON newsletters USING btree (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX newsletters_of_trainer ON newsletters USING btree (trainer_id) WHERE trainer_id IS NOT NULL;

create table offers (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  title text not null,
  description text not null default ''::text,
  price_cents integer not null,
  currency character(3) not null default 'usd'::bpchar,
  classes integer,
  period_months integer,
  min_months integer,
  notice_days integer,
  valid_days integer,
  sold_to text not null default 'everybody'::text,
  version integer not null default 1,
  replaces_id uuid,
  set_by uuid,
  created_at timestamp with time zone not null default club_now(),
  withdrawn_at timestamp with time zone,
  constraint few_classes CHECK ((kind <> ALL (ARRAY['class'::text, 'trial'::text])) OR classes >= 1 AND classes <=
CASE kind
    WHEN 'class'::text THEN 1
    ELSE 5
END),
  constraint offer_has_price CHECK (price_cents > 0 OR kind = 'trial'::text),
  constraint offer_has_terms CHECK (
CASE kind
    WHEN 'membership'::text THEN num_nonnulls(period_months, min_months, notice_days) = 3 AND valid_days IS NULL
    WHEN 'gift_card'::text THEN num_nonnulls(period_months, min_months, notice_days, classes) = 0
    ELSE num_nonnulls(period_months, min_months, notice_days) = 0 AND num_nonnulls(valid_days, classes) = 2
END),
  constraint offers_classes_check CHECK (classes >= 1 AND classes <= 200),
  constraint offers_description_check CHECK (char_length(description) <= 500),
  constraint offers_kind_check CHECK (kind = ANY (ARRAY['membership'::text, 'pack'::text, 'class'::text, 'trial'::text, 'gift_card'::text])),
  constraint offers_min_months_check CHECK (min_months >= 0 AND min_months <= 24),
  constraint offers_notice_days_check CHECK (notice_days >= 0 AND notice_days <= 30),
  constraint offers_period_months_check CHECK (period_months = ANY (ARRAY[1, 3, 6, 12])),
  constraint offers_pkey PRIMARY KEY (id),
  constraint offers_price_cents_check CHECK (price_cents >= 0 AND price_cents <= 90000000),
  constraint offers_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES offers(id),
  constraint offers_replaces_id_key UNIQUE (replaces_id),
  constraint offers_set_by_fkey FOREIGN KEY (set_by) REFERENCES members(user_id),
  constraint offers_sold_to_check CHECK (sold_to = ANY (ARRAY['everybody'::text, 'members'::text, 'newcomers'::text, 'desk'::text])),
  constraint offers_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 80),
  constraint offers_valid_days_check CHECK (valid_days >= 1 AND valid_days <= 1095),
  constraint offers_version_check CHECK (version >= 1 AND version <= 10000)
);
CREATE INDEX offers_on_sale ON offers USING btree (kind, price_cents, id) WHERE withdrawn_at IS NULL;
CREATE INDEX offers_set_by_idx ON offers USING btree (set_by) WHERE set_by IS NOT NULL;
CREATE TRIGGER offer_in_club_currency BEFORE INSERT ON offers FOR EACH ROW EXECUTE FUNCTION use_club_currency();
CREATE TRIGGER offer_keeps_codes AFTER INSERT ON offers FOR EACH ROW WHEN (new.replaces_id IS NOT NULL) EXECUTE FUNCTION keep_offer_codes();
CREATE TRIGGER offer_kept BEFORE DELETE OR UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION keep_offer();
CREATE TRIGGER replaced_on_sale BEFORE INSERT ON offers FOR EACH ROW WHEN (new.replaces_id IS NOT NULL) EXECUTE FUNCTION replace_offer();

create table opening_balances (
  member_id uuid not null,
  source text not null,
  import_id uuid,
  membership text not null default ''::text,
  offer_id uuid,
  trainer_id uuid,
  credits_left integer,
  runs_until date,
  price_cents integer,
  next_charge_on date,
  made_at timestamp with time zone not null default club_now(),
  constraint opening_balances_credits_left_check CHECK (credits_left >= 0 AND credits_left <= 1000),
  constraint opening_balances_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL,
  constraint opening_balances_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint opening_balances_membership_check CHECK (char_length(membership) <= 100),
  constraint opening_balances_next_charge_on_check CHECK (next_charge_on >= '1900-01-01'::date AND next_charge_on <= '2999-12-31'::date),
  constraint opening_balances_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
  constraint opening_balances_pkey PRIMARY KEY (member_id, source),
  constraint opening_balances_price_cents_check CHECK (price_cents >= 0 AND price_cents <= 100000000),
  constraint opening_balances_runs_until_check CHECK (runs_until >= '1900-01-01'::date AND runs_until <= '2999-12-31'::date),
  constraint opening_balances_source_check CHECK (char_length(source) >= 1 AND char_length(source) <= 60),
  constraint opening_balances_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id)
);
CREATE INDEX opening_balances_import_id_idx ON opening_balances USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX opening_balances_offer_id_idx ON opening_balances USING btree (offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX opening_balances_trainer_id_idx ON opening_balances USING btree (trainer_id) WHERE trainer_id IS NOT NULL;
CREATE TRIGGER stays_erased BEFORE INSERT ON opening_balances FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table opening_hours (
  weekday text not null,
  opens time without time zone not null,
  closes time without time zone not null,
  span integer not null default 1,
  constraint opening_hours_pkey PRIMARY KEY (weekday, span),
  constraint opening_hours_weekday_check CHECK (weekday = ANY (ARRAY['Monday'::text, 'Tuesday'::text, 'Wednesday'::text, 'Thursday'::text, 'Friday'::text, 'Saturday'::text, 'Sunday'::text])),
  constraint opening_spans_are_apart EXCLUDE USING gist (opening_minutes(weekday, opens, closes) WITH &&),
  constraint opening_takes_time CHECK (opens <> closes),
  constraint two_spans_a_day CHECK (span = ANY (ARRAY[1, 2]))
);

create table orders (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  buyer_id uuid not null,
  holder_id uuid not null,
  state text not null default 'held'::text,
  title text,
  description text,
  price_cents integer,
  discount_cents integer not null default 0,
  discount_reason text,
  amount_cents integer,
  currency character(3) not null,
  attempt integer not null default 0,
  hold_expires_at timestamp with time zone,
  for_desk boolean not null default false,
  network text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone not null default club_now(),
  changed_at timestamp with time zone not null default club_now(),
  offer_id uuid,
  begins_at timestamp with time zone,
  until_at timestamp with time zone,
  membership_id uuid,
  period integer,
  gift_cents integer not null default 0,
  guardian_id uuid,
  repeats_id uuid,
  request_key text,
  lesson_id uuid,
  constraint gift_card_costs_its_value CHECK (kind <> 'gift_card'::text OR offer_id IS NULL OR discount_cents = 0),
  constraint gift_card_pays_offers CHECK (gift_cents = 0 OR (kind <> ALL (ARRAY['hour'::text, 'gift_card'::text]))),
  constraint hour_has_no_offer CHECK (kind <> 'hour'::text OR num_nonnulls(offer_id, begins_at, until_at) = 0),
  constraint only_a_class_names_its_date CHECK (lesson_id IS NULL OR kind = 'class'::text),
  constraint order_adds_up CHECK (amount_cents = (price_cents - discount_cents - gift_cents)),
  constraint order_discount_has_reason CHECK ((discount_cents > 0) = (discount_reason IS NOT NULL)),
  constraint order_has_both_ends CHECK (num_nonnulls(begins_at, until_at) = ANY (ARRAY[0, 2])),
  constraint order_has_price CHECK (kind = 'hour'::text OR price_cents IS NOT NULL),
  constraint order_has_title CHECK ((kind = 'hour'::text) = (title IS NULL) AND (title IS NOT NULL OR description IS NULL)),
  constraint order_hold_has_end CHECK ((state = ANY (ARRAY['held'::text, 'paying'::text])) = (hold_expires_at IS NOT NULL)),
  constraint order_hold_is_short CHECK (kind <> 'hour'::text OR hold_expires_at <= (created_at +
CASE
    WHEN for_desk THEN '48:00:00'::interval
    ELSE '01:00:00'::interval
END)),
  constraint orders_amount_cents_check CHECK (amount_cents >= 0),
  constraint orders_attempt_check CHECK (attempt >= 0 AND attempt <= 1000),
  constraint orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES members(user_id),
  constraint orders_description_check CHECK (char_length(description) >= 1 AND char_length(description) <= 1000),
  constraint orders_discount_cents_check CHECK (discount_cents >= 0),
  constraint orders_discount_reason_check CHECK (char_length(discount_reason) >= 1 AND char_length(discount_reason) <= 200),
  constraint orders_gift_cents_check CHECK (gift_cents >= 0),
  constraint orders_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES members(user_id),
  constraint orders_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES members(user_id),
  constraint orders_id_amount_cents_currency_key UNIQUE (id, amount_cents, currency),
  constraint orders_kind_check CHECK (kind = ANY (ARRAY['hour'::text, 'membership'::text, 'pack'::text, 'class'::text, 'trial'::text, 'gift_card'::text])),
  constraint orders_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint orders_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES memberships(id),
  constraint orders_network_check CHECK (char_length(network) <= 43),
  constraint orders_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
  constraint orders_period_check CHECK (period >= 1 AND period <= 1200),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_price_cents_check CHECK (price_cents >= 0),
  constraint orders_repeats_id_fkey FOREIGN KEY (repeats_id) REFERENCES orders(id),
  constraint orders_request_key_check CHECK (char_length(request_key) >= 1 AND char_length(request_key) <= 200),
  constraint orders_state_check CHECK (state = ANY (ARRAY['held'::text, 'paying'::text, 'paid'::text, 'expired'::text, 'cancelled'::text, 'refund_due'::text, 'refunded'::text, 'ended'::text])),
  constraint orders_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 120),
  constraint paid_order_has_time CHECK ((state <> ALL (ARRAY['paid'::text, 'ended'::text])) OR paid_at IS NOT NULL),
  constraint paying_has_price CHECK ((state = ANY (ARRAY['held'::text, 'expired'::text, 'cancelled'::text])) OR amount_cents IS NOT NULL),
  constraint period_of_membership CHECK ((membership_id IS NULL) = (period IS NULL) AND (membership_id IS NULL OR kind = 'membership'::text) AND (kind <> 'membership'::text OR offer_id IS NULL OR membership_id IS NOT NULL)),
  constraint price_has_amount CHECK ((price_cents IS NULL) = (amount_cents IS NULL)),
  constraint repeat_is_plain CHECK (repeats_id IS NULL OR num_nonnulls(offer_id, membership_id, period) = 0)
);
CREATE UNIQUE INDEX one_order_a_period ON orders USING btree (membership_id, period) WHERE state <> ALL (ARRAY['expired'::text, 'cancelled'::text]);
CREATE UNIQUE INDEX one_order_a_request ON orders USING btree (buyer_id, request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX one_repeat_an_order ON orders USING btree (repeats_id) WHERE repeats_id IS NOT NULL;
CREATE UNIQUE INDEX one_trial_each ON orders USING btree (holder_id) WHERE kind = 'trial'::text AND (state <> ALL (ARRAY['expired'::text, 'cancelled'::text]));
CREATE UNIQUE INDEX one_unpaid_order_a_place ON orders USING btree (holder_id, lesson_id) WHERE lesson_id IS NOT NULL AND (state = ANY (ARRAY['held'::text, 'paying'::text]));
CREATE INDEX order_holds_by_end ON orders USING btree (hold_expires_at) WHERE state = ANY (ARRAY['held'::text, 'paying'::text]);
CREATE INDEX orders_guardian_id_idx ON orders USING btree (guardian_id) WHERE guardian_id IS NOT NULL;
CREATE INDEX orders_of_buyer ON orders USING btree (buyer_id, created_at DESC);
CREATE INDEX orders_of_holder ON orders USING btree (holder_id, created_at DESC);
CREATE INDEX orders_of_lesson ON orders USING btree (lesson_id) WHERE lesson_id IS NOT NULL;
CREATE INDEX orders_of_membership ON orders USING btree (membership_id, period) WHERE membership_id IS NOT NULL;
CREATE INDEX orders_of_offer ON orders USING btree (offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX orders_unpaid_by_time ON orders USING btree (changed_at) WHERE state = ANY (ARRAY['expired'::text, 'cancelled'::text]);
CREATE TRIGGER allowance_moves AFTER UPDATE OF until_at ON orders FOR EACH ROW WHEN (new.membership_id IS NOT NULL AND old.until_at IS NOT NULL AND new.until_at <> old.until_at) EXECUTE FUNCTION move_allowance();
CREATE CONSTRAINT TRIGGER amount_adds_up AFTER UPDATE OF price_cents ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind = 'hour'::text) EXECUTE FUNCTION check_amount_adds_up();
CREATE TRIGGER collection_stops AFTER UPDATE OF state ON orders FOR EACH ROW WHEN ((old.state = ANY (ARRAY['held'::text, 'paying'::text])) AND (new.state <> ALL (ARRAY['held'::text, 'paying'::text]))) EXECUTE FUNCTION stop_collection();
CREATE TRIGGER hour_copied AFTER UPDATE ON orders FOR EACH ROW WHEN (new.kind = 'hour'::text) EXECUTE FUNCTION copy_order_to_booking();
CREATE TRIGGER lesson_of_order_stays BEFORE UPDATE OF lesson_id ON orders FOR EACH ROW WHEN (new.lesson_id IS DISTINCT FROM old.lesson_id) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER offer_on_sale BEFORE INSERT ON orders FOR EACH ROW WHEN (new.offer_id IS NOT NULL AND COALESCE(new.period, 1) = 1) EXECUTE FUNCTION check_offer_ordered();
CREATE TRIGGER order_begins BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION check_order_transition();
CREATE TRIGGER order_days BEFORE UPDATE ON orders FOR EACH ROW WHEN (new.kind <> 'hour'::text) EXECUTE FUNCTION set_order_days();
CREATE TRIGGER order_gives_classes AFTER UPDATE OF state ON orders FOR EACH ROW WHEN (new.kind <> 'gift_card'::text AND new.until_at IS NOT NULL AND new.state <> old.state AND ('paid'::text = new.state OR 'paid'::text = old.state OR (new.state = ANY (ARRAY['expired'::text, 'cancelled'::text, 'refund_due'::text])))) EXECUTE FUNCTION give_order_classes();
CREATE TRIGGER order_transitions BEFORE UPDATE ON orders FOR EACH ROW WHEN (NOT is_erasing() OR (to_jsonb(new.*) - ARRAY['network'::text, 'discount_reason'::text, 'request_key'::text]) IS DISTINCT FROM (to_jsonb(old.*) - ARRAY['network'::text, 'discount_reason'::text, 'request_key'::text])) EXECUTE FUNCTION check_order_transition();
CREATE CONSTRAINT TRIGGER paid_class_has_its_place AFTER UPDATE OF state ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.lesson_id IS NOT NULL AND new.state = 'paid'::text AND old.state <> 'paid'::text) EXECUTE FUNCTION check_paid_place();
CREATE TRIGGER period_follows BEFORE INSERT ON orders FOR EACH ROW WHEN (new.membership_id IS NOT NULL) EXECUTE FUNCTION check_period_ordered();
CREATE TRIGGER period_gives_classes AFTER INSERT ON orders FOR EACH ROW WHEN (new.period > 1) EXECUTE FUNCTION give_period_classes();
CREATE TRIGGER place_follows_order AFTER UPDATE OF state ON orders FOR EACH ROW WHEN (new.lesson_id IS NOT NULL AND new.state <> old.state AND (new.state <> ALL (ARRAY['held'::text, 'paying'::text]))) EXECUTE FUNCTION move_held_place();
CREATE TRIGGER repeat_is_owed BEFORE INSERT ON orders FOR EACH ROW WHEN (new.repeats_id IS NOT NULL) EXECUTE FUNCTION check_repeat();
CREATE TRIGGER repeat_stays BEFORE UPDATE OF repeats_id ON orders FOR EACH ROW WHEN (new.repeats_id IS DISTINCT FROM old.repeats_id) EXECUTE FUNCTION check_repeat();
CREATE TRIGGER stays_erased BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION refuse_erased('buyer_id');
CREATE TRIGGER voucher_returned AFTER UPDATE OF state ON orders FOR EACH ROW WHEN (new.kind <> 'hour'::text AND new.state <> old.state AND ((new.state = ANY (ARRAY['expired'::text, 'cancelled'::text, 'refunded'::text])) OR new.state = 'paid'::text AND (old.state = ANY (ARRAY['expired'::text, 'cancelled'::text])))) EXECUTE FUNCTION return_voucher();

create table participants (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  member_id uuid not null,
  state text not null default 'booked'::text,
  free_until timestamp with time zone not null,
  policy_version integer not null,
  booked_at timestamp with time zone not null default club_now(),
  changed_at timestamp with time zone not null default club_now(),
  kind text not null default 'hour'::text,
  allowance_id uuid,
  invited_by uuid,
  queue_number integer,
  promoted_at timestamp with time zone,
  attendance text,
  marked_by uuid,
  marked_at timestamp with time zone,
  constraint class_is_paid CHECK (kind <> 'class'::text OR (state = ANY (ARRAY['waiting'::text, 'held'::text, 'left'::text, 'called_off'::text])) OR num_nonnulls(allowance_id, invited_by) = 1),
  constraint hour_is_paid_by_its_month CHECK (kind <> 'hour'::text OR num_nonnulls(allowance_id, invited_by, queue_number) = 0),
  constraint marked_by_somebody CHECK ((attendance IS NULL) = (marked_by IS NULL)),
  constraint only_a_place_is_marked CHECK (attendance IS NULL OR state = 'booked'::text OR state = 'late'::text AND attendance = 'excused'::text),
  constraint participants_allowance_id_fkey FOREIGN KEY (allowance_id) REFERENCES allowances(order_id),
  constraint participants_attendance_check CHECK (attendance = ANY (ARRAY['attended'::text, 'missed'::text, 'excused'::text])),
  constraint participants_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES members(user_id),
  constraint participants_kind_check CHECK (kind = ANY (ARRAY['hour'::text, 'class'::text])),
  constraint participants_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint participants_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES members(user_id),
  constraint participants_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint participants_pkey PRIMARY KEY (id),
  constraint participants_policy_version_fkey FOREIGN KEY (policy_version) REFERENCES policies(version),
  constraint participants_queue_number_check CHECK (queue_number > 0),
  constraint participants_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'held'::text, 'booked'::text, 'cancelled'::text, 'late'::text, 'left'::text, 'called_off'::text])),
  constraint waits_in_line CHECK (state <> 'waiting'::text OR queue_number IS NOT NULL)
);
CREATE UNIQUE INDEX one_member_a_lesson ON participants USING btree (lesson_id) WHERE state = 'booked'::text AND kind = 'hour'::text;
CREATE UNIQUE INDEX one_number_in_line ON participants USING btree (lesson_id, queue_number) WHERE queue_number IS NOT NULL;
CREATE UNIQUE INDEX one_place_each ON participants USING btree (lesson_id, member_id) WHERE state = ANY (ARRAY['waiting'::text, 'held'::text, 'booked'::text]);
CREATE INDEX participants_invited_by_idx ON participants USING btree (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX participants_marked_by_idx ON participants USING btree (marked_by) WHERE marked_by IS NOT NULL;
CREATE INDEX participants_of_allowance ON participants USING btree (allowance_id) WHERE allowance_id IS NOT NULL;
CREATE INDEX participants_of_lesson ON participants USING btree (lesson_id);
CREATE INDEX participants_of_member ON participants USING btree (member_id);
CREATE INDEX waiting_participants ON participants USING btree (lesson_id, queue_number) WHERE state = 'waiting'::text;
CREATE TRIGGER allowance_counted AFTER INSERT OR UPDATE OF state, allowance_id, attendance ON participants FOR EACH ROW WHEN (new.kind = 'class'::text) EXECUTE FUNCTION count_allowance();
CREATE CONSTRAINT TRIGGER lesson_has_its_member AFTER INSERT OR UPDATE OF state ON participants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_lesson_has_its_member();
CREATE TRIGGER one_class_at_a_time AFTER INSERT OR UPDATE OF state ON participants FOR EACH ROW WHEN (new.state = ANY (ARRAY['held'::text, 'booked'::text])) EXECUTE FUNCTION check_one_class_at_a_time();
CREATE TRIGGER one_place_at_a_time AFTER INSERT ON participants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_one_place();
CREATE TRIGGER participant_transitions BEFORE INSERT OR UPDATE ON participants FOR EACH ROW EXECUTE FUNCTION check_participant_transition();
CREATE TRIGGER places_counted AFTER INSERT OR UPDATE OF state ON participants FOR EACH ROW WHEN (new.kind = 'class'::text) EXECUTE FUNCTION count_places();
CREATE TRIGGER set_mark_time BEFORE UPDATE OF attendance ON participants FOR EACH ROW EXECUTE FUNCTION set_mark_time();

create table pauses (
  id uuid not null default gen_random_uuid(),
  membership_id uuid not null,
  days daterange not null,
  asked_by uuid not null,
  created_at timestamp with time zone not null default club_now(),
  constraint paused_once EXCLUDE USING gist (membership_id WITH =, days WITH &&),
  constraint pauses_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES members(user_id),
  constraint pauses_days_check CHECK (NOT isempty(days) AND NOT lower_inf(days) AND NOT upper_inf(days) AND (upper(days) - lower(days)) <= 92),
  constraint pauses_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES memberships(id),
  constraint pauses_pkey PRIMARY KEY (id)
);
CREATE INDEX pauses_asked_by_idx ON pauses USING btree (asked_by);
CREATE TRIGGER pause_applied AFTER INSERT OR DELETE OR UPDATE OF days ON pauses FOR EACH ROW EXECUTE FUNCTION apply_pause();

create table payment_attempts (
  booking_id uuid not null,
  attempt integer not null,
  processor text not null,
  amount_cents integer not null,
  currency character(3) not null,
  intent_id text,
  client_secret text,
  state text not null default 'creating'::text,
  failure text,
  created_at timestamp with time zone not null default club_now(),
  changed_at timestamp with time zone not null default club_now(),
  customer_ref text,
  processing_since timestamp with time zone,
  takes_debit boolean not null default false,
  constraint attempt_of_order FOREIGN KEY (booking_id) REFERENCES orders(id),
  constraint payment_attempts_amount_cents_check CHECK (amount_cents > 0),
  constraint payment_attempts_attempt_check CHECK (attempt > 0),
  constraint payment_attempts_check CHECK ((intent_id IS NULL) = (client_secret IS NULL)),
  constraint payment_attempts_check1 CHECK ((state = ANY (ARRAY['creating'::text, 'cancelled'::text])) OR intent_id IS NOT NULL),
  constraint payment_attempts_client_secret_check CHECK (char_length(client_secret) >= 1 AND char_length(client_secret) <= 500),
  constraint payment_attempts_customer_ref_check CHECK (char_length(customer_ref) >= 1 AND char_length(customer_ref) <= 255),
  constraint payment_attempts_failure_check CHECK (char_length(failure) >= 1 AND char_length(failure) <= 500),
  constraint payment_attempts_intent_id_check CHECK (char_length(intent_id) >= 1 AND char_length(intent_id) <= 255),
  constraint payment_attempts_intent_id_key UNIQUE (intent_id),
  constraint payment_attempts_pkey PRIMARY KEY (booking_id, attempt),
  constraint payment_attempts_processor_check CHECK (processor = ANY (ARRAY['stripe'::text, 'sandbox'::text])),
  constraint payment_attempts_state_check CHECK (state = ANY (ARRAY['creating'::text, 'open'::text, 'succeeded'::text, 'cancelled'::text]))
);
CREATE INDEX attempts_cancelled_by_time ON payment_attempts USING btree (changed_at) WHERE state = 'cancelled'::text;
CREATE INDEX attempts_in_flight ON payment_attempts USING btree (changed_at) WHERE state = ANY (ARRAY['creating'::text, 'open'::text]);
CREATE UNIQUE INDEX one_open_attempt ON payment_attempts USING btree (booking_id) WHERE state = ANY (ARRAY['creating'::text, 'open'::text]);

create table payments (
  id uuid not null default gen_random_uuid(),
  booking_id uuid not null,
  intent_id text,
  charge_id text,
  amount_cents integer not null,
  currency character(3) not null,
  refunded_cents integer not null default 0,
  received_at timestamp with time zone not null default club_now(),
  method text not null default 'card'::text,
  taken_by uuid,
  slip text,
  banked_on date,
  share_percent integer,
  card_brand text,
  card_last4 text,
  disputed_cents integer not null default 0,
  handed_back_cents integer not null default 0,
  constraint card_brand_length CHECK (char_length(card_brand) >= 1 AND char_length(card_brand) <= 30),
  constraint card_has_intent CHECK ((method = 'card'::text) = (intent_id IS NOT NULL)),
  constraint card_is_named CHECK ((card_brand IS NULL) = (card_last4 IS NULL)),
  constraint card_last4_digits CHECK (card_last4 ~ '^[0-9A-Z]{4}$'::text),
  constraint desk_has_taker CHECK ((method = 'card'::text) = (taken_by IS NULL)),
  constraint payment_of_order FOREIGN KEY (booking_id, amount_cents, currency) REFERENCES orders(id, amount_cents, currency),
  constraint payments_amount_cents_check CHECK (amount_cents > 0),
  constraint payments_booking_id_key UNIQUE (booking_id),
  constraint payments_charge_id_check CHECK (char_length(charge_id) >= 1 AND char_length(charge_id) <= 255),
  constraint payments_charge_id_key UNIQUE (charge_id),
  constraint payments_intent_id_check CHECK (char_length(intent_id) >= 1 AND char_length(intent_id) <= 255),
  constraint payments_intent_id_key UNIQUE (intent_id),
  constraint payments_method_check CHECK (method = ANY (ARRAY['card'::text, 'cash'::text, 'transfer'::text, 'terminal'::text])),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_share_percent_check CHECK (share_percent >= 0 AND share_percent <= 100),
  constraint payments_slip_check CHECK (char_length(slip) >= 1 AND char_length(slip) <= 60),
  constraint payments_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES members(user_id),
  constraint refunds_within_payment CHECK (handed_back_cents >= 0 AND handed_back_cents <= refunded_cents AND (refunded_cents - handed_back_cents) >= 0 AND (refunded_cents - handed_back_cents) <= amount_cents),
  constraint terminal_has_slip CHECK ((method = 'terminal'::text) = (slip IS NOT NULL)),
  constraint transfer_has_day CHECK ((method = 'transfer'::text) = (banked_on IS NOT NULL))
);
CREATE INDEX payments_by_time ON payments USING btree (received_at DESC, id);
CREATE INDEX payments_of_desk ON payments USING btree (received_at) WHERE method <> 'card'::text;
CREATE INDEX payments_taken_by_idx ON payments USING btree (taken_by) WHERE taken_by IS NOT NULL;
CREATE TRIGGER desk_day_closed AFTER INSERT OR DELETE OR UPDATE OF received_at, amount_cents, currency, method, taken_by, slip, banked_on, booking_id ON payments FOR EACH ROW EXECUTE FUNCTION refuse_closed_desk('received_at', 'method');
CREATE TRIGGER gift_card_withheld AFTER UPDATE OF refunded_cents, disputed_cents ON payments FOR EACH ROW EXECUTE FUNCTION withhold_gift_card();
CREATE CONSTRAINT TRIGGER in_ledger_days AFTER INSERT OR DELETE OR UPDATE OF received_at, amount_cents ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_ledger('payment', 'received_at', '1');
CREATE CONSTRAINT TRIGGER in_trainer_sums AFTER INSERT OR DELETE OR UPDATE OF amount_cents, refunded_cents, disputed_cents, share_percent ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_sale();
CREATE TRIGGER intent_received AFTER INSERT OR UPDATE OF intent_id ON payments FOR EACH ROW WHEN (new.intent_id IS NOT NULL) EXECUTE FUNCTION note_received_intent();
CREATE CONSTRAINT TRIGGER payment_is_invoiced AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invoice_payment();
CREATE TRIGGER share_frozen BEFORE INSERT OR UPDATE OF share_percent ON payments FOR EACH ROW EXECUTE FUNCTION set_sale_share();
CREATE TRIGGER summed_again AFTER TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION sum_all_again();

create table payouts (
  id uuid not null default gen_random_uuid(),
  trainer_id uuid not null,
  amount_cents integer not null,
  currency character(3) not null default 'usd'::bpchar,
  note text not null default ''::text,
  request_key text not null,
  recorded_by uuid not null,
  created_at timestamp with time zone not null default club_now(),
  reverses_id uuid,
  constraint payout_amount CHECK (amount_cents <> 0 AND (amount_cents < 0) = (reverses_id IS NOT NULL)),
  constraint payouts_note_check CHECK (char_length(note) <= 500),
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES members(user_id),
  constraint payouts_request_key_check CHECK (char_length(request_key) >= 1 AND char_length(request_key) <= 200),
  constraint payouts_request_key_key UNIQUE (request_key),
  constraint payouts_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES payouts(id),
  constraint payouts_reverses_id_key UNIQUE (reverses_id),
  constraint payouts_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id)
);
CREATE INDEX payouts_by_time ON payouts USING btree (created_at DESC, id);
CREATE INDEX payouts_of_trainer ON payouts USING btree (trainer_id, created_at DESC);
CREATE INDEX payouts_recorded_by_idx ON payouts USING btree (recorded_by);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION freeze_text_of('note');
CREATE CONSTRAINT TRIGGER in_ledger_days AFTER INSERT OR DELETE OR UPDATE OF created_at, amount_cents ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_ledger('payout', 'created_at', '-1');
CREATE CONSTRAINT TRIGGER in_trainer_sums AFTER INSERT OR DELETE OR UPDATE OF amount_cents ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_payout();
CREATE TRIGGER payout_in_club_currency BEFORE INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION use_club_currency();
CREATE CONSTRAINT TRIGGER payout_reversed AFTER INSERT OR UPDATE ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.reverses_id IS NOT NULL) EXECUTE FUNCTION check_reversed_payout();
CREATE TRIGGER summed_again AFTER TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION sum_all_again();

create table plans (
  name text not null,
  surcharge_cents integer not null,
  classes integer not null,
  position integer not null,
  constraint plans_classes_check CHECK (classes >= 1 AND classes <= 60),
  constraint plans_name_check CHECK (name = ANY (ARRAY['silver'::text, 'gold'::text, 'diamond'::text])),
  constraint plans_pkey PRIMARY KEY (name),
  constraint plans_position_key UNIQUE ("position"),
  constraint plans_surcharge_cents_check CHECK (surcharge_cents >= 0 AND surcharge_cents <= 90000000)
);

create table policies (
  version integer not null generated always as identity,
  quiet_from time without time zone not null default '21:00:00'::time without time zone,
  quiet_until time without time zone not null default '07:00:00'::time without time zone,
  cancellation_hours integer not null default 8,
  grace_minutes integer not null default 15,
  first_hour_notice_minutes integer not null default 120,
  make_up_days integer not null default 45,
  set_at timestamp with time zone not null default club_now(),
  make_ups_a_month integer not null default 2,
  make_up_ahead_days integer not null default 7,
  remind_at time without time zone not null default '18:00:00'::time without time zone,
  renewal_open_days integer not null default 10,
  cool_off_hours integer not null default 72,
  pause_notice_hours integer not null default 24,
  cover_hours integer not null default 3,
  close_notice_days integer not null default 14,
  cover_percent integer,
  class_cancellation_hours integer not null default 3,
  promoted_notice_minutes integer not null default 60,
  book_ahead_days integer not null default 14,
  waiting_lists integer not null default 3,
  late_costs boolean not null default true,
  missed_costs boolean not null default true,
  list_open_hours integer not null default 24,
  away_days integer not null default 10,
  constraint policies_away_days_check CHECK (away_days >= 3 AND away_days <= 90),
  constraint policies_book_ahead_days_check CHECK (book_ahead_days >= 1 AND book_ahead_days <= 42),
  constraint policies_cancellation_hours_check CHECK (cancellation_hours >= 0 AND cancellation_hours <= 72),
  constraint policies_class_cancellation_hours_check CHECK (class_cancellation_hours >= 0 AND class_cancellation_hours <= 72),
  constraint policies_close_notice_days_check CHECK (close_notice_days >= 1 AND close_notice_days <= 27),
  constraint policies_cool_off_hours_check CHECK (cool_off_hours >= 0 AND cool_off_hours <= 336),
  constraint policies_cover_hours_check CHECK (cover_hours >= 0 AND cover_hours <= 48),
  constraint policies_cover_percent_check CHECK (cover_percent >= 0 AND cover_percent <= 100),
  constraint policies_first_hour_notice_minutes_check CHECK (first_hour_notice_minutes >= 0 AND first_hour_notice_minutes <= 1440),
  constraint policies_grace_minutes_check CHECK (grace_minutes >= 0 AND grace_minutes <= 120),
  constraint policies_list_open_hours_check CHECK (list_open_hours >= 1 AND list_open_hours <= 168),
  constraint policies_make_up_ahead_days_check CHECK (make_up_ahead_days >= 1 AND make_up_ahead_days <= 30),
  constraint policies_make_up_days_check CHECK (make_up_days >= 7 AND make_up_days <= 180),
  constraint policies_make_ups_a_month_check CHECK (make_ups_a_month >= 0 AND make_ups_a_month <= 31),
  constraint policies_pause_notice_hours_check CHECK (pause_notice_hours >= 0 AND pause_notice_hours <= 168),
  constraint policies_pkey PRIMARY KEY (version),
  constraint policies_promoted_notice_minutes_check CHECK (promoted_notice_minutes >= 0 AND promoted_notice_minutes <= 720),
  constraint policies_renewal_open_days_check CHECK (renewal_open_days >= 1 AND renewal_open_days <= 20),
  constraint policies_waiting_lists_check CHECK (waiting_lists >= 0 AND waiting_lists <= 20)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON policies FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table post_clicks (
  post_id uuid not null,
  user_id uuid not null,
  likes integer not null default 0,
  dislikes integer not null default 0,
  constraint fifty_clicks CHECK ((likes + dislikes) >= 1 AND (likes + dislikes) <= 50),
  constraint post_clicks_dislikes_check CHECK (dislikes >= 0),
  constraint post_clicks_likes_check CHECK (likes >= 0),
  constraint post_clicks_pkey PRIMARY KEY (post_id, user_id),
  constraint post_clicks_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint post_clicks_user_id_fkey FOREIGN KEY (user_id) REFERENCES members(user_id)
);
CREATE INDEX post_clicks_user_id_idx ON post_clicks USING btree (user_id);
CREATE TRIGGER stays_erased BEFORE INSERT ON post_clicks FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id');

create table post_days (
  day date not null,
  posts integer not null,
  constraint post_days_pkey PRIMARY KEY (day)
);
CREATE TRIGGER post_day_counted AFTER INSERT OR DELETE OR UPDATE ON post_days FOR EACH ROW EXECUTE FUNCTION count_post_day();

create table post_months (
  month date not null,
  posts integer not null,
  constraint post_months_pkey PRIMARY KEY (month)
);

create table posts (
  id uuid not null default gen_random_uuid(),
  author_id uuid not null,
  caption text not null,
  image_id uuid not null,
  likes integer not null default 0,
  dislikes integer not null default 0,
  created_at timestamp with time zone not null default club_now(),
  changed_at timestamp with time zone not null default club_now(),
  constraint posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES members(user_id),
  constraint posts_caption_check CHECK (char_length(caption) >= 1 AND char_length(caption) <= 5000),
  constraint posts_dislikes_check CHECK (dislikes >= 0),
  constraint posts_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint posts_likes_check CHECK (likes >= 0),
  constraint posts_pkey PRIMARY KEY (id)
);
CREATE INDEX posts_image_id_idx ON posts USING btree (image_id);
CREATE INDEX posts_newest_first ON posts USING btree (created_at DESC, id DESC);
CREATE INDEX posts_of_author ON posts USING btree (author_id, created_at DESC);
CREATE TRIGGER former_picture_goes AFTER UPDATE OF image_id ON posts FOR EACH ROW WHEN (old.image_id <> new.image_id) EXECUTE FUNCTION delete_unused_picture();
CREATE TRIGGER picture_goes_with_it AFTER DELETE ON posts FOR EACH ROW EXECUTE FUNCTION delete_unused_picture();
CREATE TRIGGER post_counted AFTER INSERT OR DELETE OR UPDATE OF created_at ON posts FOR EACH ROW EXECUTE FUNCTION count_post();
CREATE TRIGGER stays_erased BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION refuse_erased('author_id');
CREATE TRIGGER summed_again AFTER TRUNCATE ON posts FOR EACH STATEMENT EXECUTE FUNCTION sum_all_again();

create table processor_checks (
  only_row boolean not null default true,
  checked_at timestamp with time zone,
  movements_until timestamp with time zone,
  missing_events text[],
  has_endpoint boolean,
  constraint processor_checks_missing_events_check CHECK (cardinality(missing_events) <= 100),
  constraint processor_checks_only_row_check CHECK (only_row),
  constraint processor_checks_pkey PRIMARY KEY (only_row)
);

create table processor_customers (
  member_id uuid not null,
  processor text not null,
  customer_ref text not null,
  created_at timestamp with time zone not null default club_now(),
  constraint processor_customers_customer_ref_check CHECK (char_length(customer_ref) >= 1 AND char_length(customer_ref) <= 255),
  constraint processor_customers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint processor_customers_pkey PRIMARY KEY (member_id, processor),
  constraint processor_customers_processor_check CHECK (processor = ANY (ARRAY['stripe'::text, 'sandbox'::text]))
);
CREATE TRIGGER stays_erased BEFORE INSERT ON processor_customers FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table processor_events (
  id text not null,
  type text not null,
  received_at timestamp with time zone not null default club_now(),
  constraint processor_events_id_check CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint processor_events_pkey PRIMARY KEY (id),
  constraint processor_events_type_check CHECK (char_length(type) <= 100)
);
CREATE INDEX processor_events_by_time ON processor_events USING btree (received_at);

create table processor_movements (
  id uuid not null default gen_random_uuid(),
  cost_id uuid not null default gen_random_uuid(),
  processor_id text not null,
  kind text not null,
  payment_id uuid,
  stray_charge_id uuid,
  dispute_id text,
  gross_cents integer not null,
  fee_cents integer not null,
  currency character(3) not null,
  moved_cents integer not null default 0,
  cost_cents integer not null default 0,
  happened_at timestamp with time zone not null,
  entered_at timestamp with time zone not null default club_now(),
  payout_id text,
  constraint moved_by_dispute CHECK (moved_cents = 0 OR dispute_id IS NOT NULL),
  constraint processor_movements_check CHECK (num_nonnulls(payment_id, stray_charge_id) < 2),
  constraint processor_movements_cost_id_key UNIQUE (cost_id),
  constraint processor_movements_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id),
  constraint processor_movements_kind_check CHECK (kind = ANY (ARRAY['charge'::text, 'refund'::text, 'refund failure'::text, 'dispute'::text, 'dispute reversal'::text, 'fee'::text, 'payout'::text, 'payout reversal'::text, 'other'::text])),
  constraint processor_movements_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint processor_movements_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES processor_payouts(id),
  constraint processor_movements_pkey PRIMARY KEY (id),
  constraint processor_movements_processor_id_check CHECK (char_length(processor_id) >= 1 AND char_length(processor_id) <= 255),
  constraint processor_movements_processor_id_key UNIQUE (processor_id),
  constraint processor_movements_stray_charge_id_fkey FOREIGN KEY (stray_charge_id) REFERENCES stray_charges(id)
);
CREATE INDEX disputed_money_by_time ON processor_movements USING btree (entered_at) WHERE moved_cents <> 0;
CREATE INDEX processor_costs_by_time ON processor_movements USING btree (entered_at) WHERE cost_cents <> 0;
CREATE INDEX processor_movements_by_time ON processor_movements USING btree (happened_at);
CREATE INDEX processor_movements_dispute_id_idx ON processor_movements USING btree (dispute_id) WHERE dispute_id IS NOT NULL;
CREATE INDEX processor_movements_payment_id_idx ON processor_movements USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX processor_movements_payout_id_idx ON processor_movements USING btree (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX processor_movements_stray_charge_id_idx ON processor_movements USING btree (stray_charge_id) WHERE stray_charge_id IS NOT NULL;
CREATE CONSTRAINT TRIGGER costs_in_ledger_days AFTER INSERT ON processor_movements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.cost_cents <> 0) EXECUTE FUNCTION sum_ledger('fee', 'entered_at', '-1', 'cost_cents');
CREATE TRIGGER disputed_money_noted AFTER INSERT ON processor_movements FOR EACH ROW WHEN (new.moved_cents <> 0) EXECUTE FUNCTION note_disputed_money();
CREATE CONSTRAINT TRIGGER disputes_in_ledger_days AFTER INSERT ON processor_movements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.moved_cents <> 0) EXECUTE FUNCTION sum_ledger('dispute', 'entered_at', '1', 'moved_cents');
CREATE TRIGGER movement_frozen BEFORE DELETE OR UPDATE ON processor_movements FOR EACH ROW EXECUTE FUNCTION freeze_processor_movement();
CREATE TRIGGER summed_again AFTER TRUNCATE ON processor_movements FOR EACH STATEMENT EXECUTE FUNCTION sum_all_again();

create table processor_payouts (
  id text not null,
  amount_cents integer not null,
  currency character(3) not null,
  status text not null,
  arrives_on date not null,
  made_at timestamp with time zone not null,
  reference text,
  failure text,
  itemised_at timestamp with time zone,
  is_automatic boolean not null,
  constraint processor_payouts_failure_check CHECK (char_length(failure) >= 1 AND char_length(failure) <= 500),
  constraint processor_payouts_id_check CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint processor_payouts_pkey PRIMARY KEY (id),
  constraint processor_payouts_reference_check CHECK (char_length(reference) >= 1 AND char_length(reference) <= 255),
  constraint processor_payouts_status_check CHECK (char_length(status) <= 60)
);
CREATE INDEX processor_payouts_by_time ON processor_payouts USING btree (made_at DESC, id);

create table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table received_intents (
  intent_id text not null,
  constraint one_intent_one_charge PRIMARY KEY (intent_id),
  constraint received_intents_intent_id_check CHECK (char_length(intent_id) >= 1 AND char_length(intent_id) <= 255)
);

create table refund_settlements (
  refund_id uuid not null,
  how text not null,
  why text not null,
  settled_by uuid not null,
  settled_at timestamp with time zone not null default club_now(),
  constraint refund_settlements_how_check CHECK (how = ANY (ARRAY['cash'::text, 'transfer'::text, 'bank'::text, 'given up'::text])),
  constraint refund_settlements_pkey PRIMARY KEY (refund_id),
  constraint refund_settlements_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint refund_settlements_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES members(user_id),
  constraint refund_settlements_why_check CHECK (char_length(why) >= 1 AND char_length(why) <= 500)
);
CREATE INDEX refund_settlements_settled_by_idx ON refund_settlements USING btree (settled_by);

create table refunds (
  id uuid not null default gen_random_uuid(),
  payment_id uuid,
  stray_charge_id uuid,
  amount_cents integer not null,
  reason text not null,
  request_key text not null,
  attempt integer not null default 1,
  processor_refund_id text,
  state text not null default 'pending'::text,
  requested_by uuid,
  created_at timestamp with time zone not null default club_now(),
  settled_at timestamp with time zone,
  handed_back text,
  handed_back_by uuid,
  constraint handed_back_by_somebody CHECK ((handed_back IS NULL) = (handed_back_by IS NULL)),
  constraint handed_back_is_done CHECK (handed_back IS NULL OR state = 'succeeded'::text AND processor_refund_id IS NULL),
  constraint refunds_amount_cents_check CHECK (amount_cents > 0),
  constraint refunds_attempt_check CHECK (attempt > 0),
  constraint refunds_check CHECK ((payment_id IS NULL) <> (stray_charge_id IS NULL)),
  constraint refunds_check1 CHECK ((state = 'pending'::text) = (settled_at IS NULL)),
  constraint refunds_handed_back_by_fkey FOREIGN KEY (handed_back_by) REFERENCES members(user_id),
  constraint refunds_handed_back_check CHECK (handed_back = ANY (ARRAY['cash'::text, 'transfer'::text, 'terminal'::text])),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_processor_refund_id_check CHECK (char_length(processor_refund_id) >= 1 AND char_length(processor_refund_id) <= 255),
  constraint refunds_processor_refund_id_key UNIQUE (processor_refund_id),
  constraint refunds_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  constraint refunds_request_key_check CHECK (char_length(request_key) >= 1 AND char_length(request_key) <= 200),
  constraint refunds_request_key_key UNIQUE (request_key),
  constraint refunds_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES members(user_id),
  constraint refunds_state_check CHECK (state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  constraint refunds_stray_charge_id_fkey FOREIGN KEY (stray_charge_id) REFERENCES stray_charges(id)
);
CREATE INDEX refunds_by_settling ON refunds USING btree (settled_at) WHERE state = 'succeeded'::text;
CREATE INDEX refunds_by_time ON refunds USING btree (created_at DESC, id);
CREATE INDEX refunds_handed_back ON refunds USING btree (settled_at) WHERE handed_back IS NOT NULL;
CREATE INDEX refunds_handed_back_by_idx ON refunds USING btree (handed_back_by) WHERE handed_back_by IS NOT NULL;
CREATE INDEX refunds_of_payment ON refunds USING btree (payment_id);
CREATE INDEX refunds_of_stray ON refunds USING btree (stray_charge_id);
CREATE INDEX refunds_requested_by_idx ON refunds USING btree (requested_by) WHERE requested_by IS NOT NULL;
CREATE TRIGGER bounce_noted AFTER UPDATE OF state ON refunds FOR EACH ROW WHEN (old.state = 'succeeded'::text AND new.state <> 'succeeded'::text) EXECUTE FUNCTION note_bounced_refund();
CREATE TRIGGER desk_day_closed AFTER INSERT OR DELETE OR UPDATE OF settled_at, amount_cents, handed_back, handed_back_by, state, payment_id, stray_charge_id ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_closed_desk('settled_at', 'handed_back');
CREATE CONSTRAINT TRIGGER in_ledger_days AFTER INSERT OR DELETE OR UPDATE OF settled_at, state, amount_cents ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_ledger('refund', 'settled_at', '-1');
CREATE CONSTRAINT TRIGGER refund_is_invoiced AFTER INSERT OR UPDATE OF state ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.payment_id IS NOT NULL) EXECUTE FUNCTION invoice_refund();
CREATE TRIGGER refunds_reserved AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION check_refund_reserved();

create table reports (
  post_id uuid not null,
  reporter_id uuid not null,
  reason text not null,
  created_at timestamp with time zone not null default club_now(),
  left_at timestamp with time zone,
  words text,
  constraint reports_pkey PRIMARY KEY (post_id, reporter_id),
  constraint reports_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint reports_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 400),
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES members(user_id),
  constraint reports_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 5000)
);
CREATE INDEX reports_of_person ON reports USING btree (reporter_id, created_at DESC);
CREATE INDEX reports_that_wait ON reports USING btree (post_id, created_at) WHERE left_at IS NULL;
CREATE TRIGGER stays_erased BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION refuse_erased('reporter_id');

create table rooms (
  id uuid not null default gen_random_uuid(),
  name text not null,
  capacity integer not null,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null default club_now(),
  constraint rooms_capacity_check CHECK (capacity >= 1 AND capacity <= 500),
  constraint rooms_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint rooms_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX one_room_a_name ON rooms USING btree (lower(name)) WHERE removed_at IS NULL;
CREATE TRIGGER room_has_places AFTER UPDATE OF capacity ON rooms FOR EACH ROW EXECUTE FUNCTION check_room_capacity();

create table sandbox_intents (
  id text not null,
  client_secret text not null,
  amount_cents integer not null,
  currency character(3) not null,
  booking_id text not null,
  attempt integer not null,
  status text not null,
  decline_code text,
  decline_message text,
  charge_id text,
  refuses_refunds boolean not null default false,
  idempotency_key text not null,
  created_at timestamp with time zone not null default club_now(),
  card_brand text,
  card_last4 text,
  customer_id text,
  method_id text,
  debit text,
  debited_at timestamp with time zone,
  constraint booking_id_bounded CHECK (char_length(booking_id) >= 1 AND char_length(booking_id) <= 255),
  constraint charge_id_bounded CHECK (char_length(charge_id) <= 255),
  constraint client_secret_bounded CHECK (char_length(client_secret) >= 1 AND char_length(client_secret) <= 500),
  constraint decline_code_bounded CHECK (char_length(decline_code) <= 100),
  constraint decline_message_bounded CHECK (char_length(decline_message) <= 500),
  constraint id_bounded CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint idempotency_key_bounded CHECK (char_length(idempotency_key) >= 1 AND char_length(idempotency_key) <= 255),
  constraint sandbox_intents_amount_cents_check CHECK (amount_cents > 0),
  constraint sandbox_intents_card_brand_check CHECK (char_length(card_brand) <= 30),
  constraint sandbox_intents_card_last4_check CHECK (card_last4 ~ '^[0-9A-Z]{4}$'::text),
  constraint sandbox_intents_customer_id_check CHECK (char_length(customer_id) >= 1 AND char_length(customer_id) <= 255),
  constraint sandbox_intents_debit_check CHECK (debit = ANY (ARRAY['pays'::text, 'pays soon'::text, 'fails'::text, 'taken back'::text])),
  constraint sandbox_intents_idempotency_key_key UNIQUE (idempotency_key),
  constraint sandbox_intents_method_id_check CHECK (char_length(method_id) >= 1 AND char_length(method_id) <= 255),
  constraint sandbox_intents_pkey PRIMARY KEY (id),
  constraint sandbox_intents_status_check CHECK (status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'processing'::text, 'succeeded'::text, 'canceled'::text]))
);

create table sandbox_methods (
  id text not null,
  customer_id text not null,
  brand text not null,
  last4 text not null,
  expires_on date,
  later text not null,
  created_at timestamp with time zone not null default club_now(),
  mandate_ref text,
  debit text,
  constraint sandbox_methods_brand_check CHECK (char_length(brand) <= 30),
  constraint sandbox_methods_customer_id_check CHECK (char_length(customer_id) >= 1 AND char_length(customer_id) <= 255),
  constraint sandbox_methods_debit_check CHECK (debit = ANY (ARRAY['pays'::text, 'pays soon'::text, 'fails'::text, 'taken back'::text])),
  constraint sandbox_methods_id_check CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint sandbox_methods_last4_check CHECK (last4 ~ '^[0-9A-Z]{4}$'::text),
  constraint sandbox_methods_later_check CHECK (later = ANY (ARRAY['succeeds'::text, 'declines'::text, 'asks'::text])),
  constraint sandbox_methods_mandate_ref_check CHECK (char_length(mandate_ref) >= 1 AND char_length(mandate_ref) <= 255),
  constraint sandbox_methods_pkey PRIMARY KEY (id)
);

create table sandbox_refunds (
  id text not null,
  intent_id text not null,
  amount_cents integer not null,
  refund_id text not null,
  idempotency_key text not null,
  created_at timestamp with time zone not null default club_now(),
  constraint id_bounded CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint idempotency_key_bounded CHECK (char_length(idempotency_key) >= 1 AND char_length(idempotency_key) <= 255),
  constraint intent_id_bounded CHECK (char_length(intent_id) >= 1 AND char_length(intent_id) <= 255),
  constraint refund_id_bounded CHECK (char_length(refund_id) >= 1 AND char_length(refund_id) <= 255),
  constraint sandbox_refunds_amount_cents_check CHECK (amount_cents > 0),
  constraint sandbox_refunds_idempotency_key_key UNIQUE (idempotency_key),
  constraint sandbox_refunds_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES sandbox_intents(id),
  constraint sandbox_refunds_pkey PRIMARY KEY (id)
);
CREATE INDEX sandbox_refunds_of_intent ON sandbox_refunds USING btree (intent_id);

create table sandbox_setups (
  id text not null,
  client_secret text not null,
  customer_id text not null,
  status text not null default 'requires_payment_method'::text,
  method_id text,
  created_at timestamp with time zone not null default club_now(),
  constraint sandbox_setups_client_secret_check CHECK (char_length(client_secret) >= 1 AND char_length(client_secret) <= 255),
  constraint sandbox_setups_client_secret_key UNIQUE (client_secret),
  constraint sandbox_setups_customer_id_check CHECK (char_length(customer_id) >= 1 AND char_length(customer_id) <= 255),
  constraint sandbox_setups_id_check CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint sandbox_setups_method_id_check CHECK (char_length(method_id) >= 1 AND char_length(method_id) <= 255),
  constraint sandbox_setups_pkey PRIMARY KEY (id),
  constraint sandbox_setups_status_check CHECK (status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'succeeded'::text]))
);

create table sessions (
  id uuid not null default gen_random_uuid(),
  expires_at timestamp with time zone not null,
  token text not null,
  created_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  updated_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  user_id uuid not null,
  acts_for uuid,
  constraint ip_address_bounded CHECK (char_length(ip_address) <= 100),
  constraint sessions_acts_for_fkey FOREIGN KEY (acts_for) REFERENCES members(user_id),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint token_bounded CHECK (char_length(token) >= 1 AND char_length(token) <= 255),
  constraint user_agent_bounded CHECK (char_length(user_agent) <= 500)
);
CREATE INDEX sessions_acts_for_idx ON sessions USING btree (acts_for) WHERE acts_for IS NOT NULL;
CREATE INDEX sessions_by_end ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id);
CREATE TRIGGER stays_erased BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id');
CREATE TRIGGER user_agent_cut BEFORE INSERT OR UPDATE OF user_agent ON sessions FOR EACH ROW EXECUTE FUNCTION cut_user_agent();

create table shares (
  trainer_id uuid not null,
  counts_from date not null,
  percent integer not null,
  set_by uuid not null,
  set_at timestamp with time zone not null default club_now(),
  constraint shares_percent_check CHECK (percent >= 0 AND percent <= 100),
  constraint shares_pkey PRIMARY KEY (trainer_id, counts_from),
  constraint shares_set_by_fkey FOREIGN KEY (set_by) REFERENCES members(user_id),
  constraint shares_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id)
);
CREATE INDEX shares_by_admin ON shares USING btree (set_by);

create table slot_totals (
  only_row boolean not null default true,
  offered bigint not null,
  sold bigint not null,
  constraint slot_totals_only_row_check CHECK (only_row),
  constraint slot_totals_pkey PRIMARY KEY (only_row)
);

create table slots (
  id uuid not null default gen_random_uuid(),
  trainer_id uuid not null,
  name text not null,
  start_hour integer not null,
  price_cents integer not null,
  currency character(3) not null default 'usd'::bpchar,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null default club_now(),
  offered_at timestamp with time zone not null default club_now(),
  constraint slots_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint slots_pkey PRIMARY KEY (id),
  constraint slots_price_cents_check CHECK (price_cents >= 1 AND price_cents <= 90000000),
  constraint slots_start_hour_check CHECK (start_hour >= 0 AND start_hour <= 23),
  constraint slots_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id)
);
CREATE UNIQUE INDEX one_slot_a_name ON slots USING btree (trainer_id, name) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX one_slot_an_hour ON slots USING btree (trainer_id, start_hour) WHERE removed_at IS NULL;
CREATE INDEX slots_by_price ON slots USING btree (price_cents) WHERE removed_at IS NULL;
CREATE INDEX slots_of_trainer ON slots USING btree (trainer_id);
CREATE TRIGGER offer_noted BEFORE UPDATE OF start_hour, price_cents, currency ON slots FOR EACH ROW WHEN (old.start_hour IS DISTINCT FROM new.start_hour OR old.price_cents IS DISTINCT FROM new.price_cents OR old.currency IS DISTINCT FROM new.currency) EXECUTE FUNCTION note_offer();
CREATE TRIGGER slot_counts_rebuilt AFTER TRUNCATE ON slots FOR EACH STATEMENT EXECUTE FUNCTION rebuild_slot_counts_on_truncate();
CREATE CONSTRAINT TRIGGER slot_counts_updated AFTER INSERT OR DELETE OR UPDATE OF trainer_id, removed_at ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION update_slot_counts();
CREATE TRIGGER slot_in_club_currency BEFORE INSERT ON slots FOR EACH ROW EXECUTE FUNCTION use_club_currency();
CREATE CONSTRAINT TRIGGER slot_or_class AFTER INSERT OR UPDATE OF start_hour, removed_at ON slots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.removed_at IS NULL) EXECUTE FUNCTION check_week_of_trainer();
CREATE TRIGGER sold_slot_frozen BEFORE DELETE OR UPDATE ON slots FOR EACH ROW EXECUTE FUNCTION freeze_sold_slot();

create table stored_cards (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  processor text not null,
  customer_ref text not null,
  method_ref text not null,
  brand text not null,
  last4 text not null,
  expires_on date,
  consent_id uuid not null,
  created_at timestamp with time zone not null default club_now(),
  mandate_ref text,
  creditor_id text,
  constraint card_expires CHECK ((expires_on IS NULL) = (brand = 'sepa_debit'::text)),
  constraint debit_has_mandate CHECK (num_nonnulls(mandate_ref, creditor_id) =
CASE brand
    WHEN 'sepa_debit'::text THEN 2
    ELSE 0
END),
  constraint stored_cards_brand_check CHECK (char_length(brand) >= 1 AND char_length(brand) <= 30),
  constraint stored_cards_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES consents(id),
  constraint stored_cards_creditor_id_check CHECK (char_length(creditor_id) >= 1 AND char_length(creditor_id) <= 35),
  constraint stored_cards_customer_ref_check CHECK (char_length(customer_ref) >= 1 AND char_length(customer_ref) <= 255),
  constraint stored_cards_last4_check CHECK (last4 ~ '^[0-9A-Z]{4}$'::text),
  constraint stored_cards_mandate_ref_check CHECK (char_length(mandate_ref) >= 1 AND char_length(mandate_ref) <= 255),
  constraint stored_cards_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint stored_cards_method_ref_check CHECK (char_length(method_ref) >= 1 AND char_length(method_ref) <= 255),
  constraint stored_cards_method_ref_key UNIQUE (method_ref),
  constraint stored_cards_pkey PRIMARY KEY (id),
  constraint stored_cards_processor_check CHECK (processor = ANY (ARRAY['stripe'::text, 'sandbox'::text]))
);
CREATE INDEX stored_cards_consent_id_idx ON stored_cards USING btree (consent_id);
CREATE INDEX stored_cards_member_id_idx ON stored_cards USING btree (member_id);
CREATE TRIGGER stays_erased BEFORE INSERT ON stored_cards FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');

create table stray_charges (
  id uuid not null default gen_random_uuid(),
  booking_id uuid not null,
  intent_id text not null,
  charge_id text,
  amount_cents integer not null,
  currency character(3) not null,
  refunded_cents integer not null default 0,
  received_at timestamp with time zone not null default club_now(),
  handed_back_cents integer not null default 0,
  constraint refunds_within_stray CHECK (handed_back_cents >= 0 AND handed_back_cents <= refunded_cents AND (refunded_cents - handed_back_cents) >= 0 AND (refunded_cents - handed_back_cents) <= amount_cents),
  constraint stray_charge_of_order FOREIGN KEY (booking_id) REFERENCES orders(id),
  constraint stray_charges_amount_cents_check CHECK (amount_cents > 0),
  constraint stray_charges_charge_id_check CHECK (char_length(charge_id) >= 1 AND char_length(charge_id) <= 255),
  constraint stray_charges_charge_id_key UNIQUE (charge_id),
  constraint stray_charges_intent_id_check CHECK (char_length(intent_id) >= 1 AND char_length(intent_id) <= 255),
  constraint stray_charges_intent_id_key UNIQUE (intent_id),
  constraint stray_charges_pkey PRIMARY KEY (id)
);
CREATE INDEX stray_charges_by_time ON stray_charges USING btree (received_at);
CREATE INDEX stray_charges_of_booking ON stray_charges USING btree (booking_id);
CREATE CONSTRAINT TRIGGER in_ledger_days AFTER INSERT OR DELETE OR UPDATE OF received_at, amount_cents ON stray_charges DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_ledger('payment', 'received_at', '1');
CREATE TRIGGER intent_received AFTER INSERT OR UPDATE OF intent_id ON stray_charges FOR EACH ROW EXECUTE FUNCTION note_received_intent();

create table subscriber_days (
  day date not null,
  people integer not null,
  confirmed integer not null,
  constraint subscriber_days_pkey PRIMARY KEY (day)
);
CREATE TRIGGER subscriber_day_counted AFTER INSERT OR DELETE OR UPDATE ON subscriber_days FOR EACH ROW EXECUTE FUNCTION count_subscriber_day();

create table subscriber_months (
  month date not null,
  people integer not null,
  constraint subscriber_months_pkey PRIMARY KEY (month)
);

create table subscribers (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  created_at timestamp with time zone not null default club_now(),
  confirmed_at timestamp with time zone,
  key uuid not null default gen_random_uuid(),
  language text not null default ''::text,
  constraint subscribers_email_check CHECK (email = lower(email) AND char_length(email) >= 3 AND char_length(email) <= 254),
  constraint subscribers_email_key UNIQUE (email),
  constraint subscribers_key_key UNIQUE (key),
  constraint subscribers_language_check CHECK (char_length(language) <= 35),
  constraint subscribers_name_check CHECK (char_length(name) <= 100),
  constraint subscribers_pkey PRIMARY KEY (id)
);
CREATE INDEX subscribers_by_pieces ON subscribers USING gin (pieces(searchable((name || chr(10)) || email)));
CREATE INDEX subscribers_newest_first ON subscribers USING btree (created_at DESC, id DESC);
CREATE INDEX subscribers_unconfirmed ON subscribers USING btree (created_at) WHERE confirmed_at IS NULL;
CREATE TRIGGER confirmed_reader_unmarks AFTER UPDATE OF confirmed_at ON subscribers FOR EACH ROW WHEN (new.confirmed_at IS NOT NULL) EXECUTE FUNCTION unmark_address();
CREATE CONSTRAINT TRIGGER in_subscriber_days AFTER INSERT OR DELETE OR UPDATE OF created_at, confirmed_at ON subscribers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_subscriber();
CREATE TRIGGER summed_again AFTER TRUNCATE ON subscribers FOR EACH STATEMENT EXECUTE FUNCTION sum_all_mailing_again();

create table tellings (
  letter_id uuid not null,
  told_by uuid not null,
  told_at timestamp with time zone not null default club_now(),
  constraint tellings_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES letters(id) ON DELETE CASCADE,
  constraint tellings_pkey PRIMARY KEY (letter_id),
  constraint tellings_told_by_fkey FOREIGN KEY (told_by) REFERENCES members(user_id)
);
CREATE INDEX tellings_told_by_idx ON tellings USING btree (told_by);

create table testimonials (
  id uuid not null default gen_random_uuid(),
  name text not null,
  who text not null default ''::text,
  words text not null,
  image_id uuid not null,
  agreed_on date not null,
  created_at timestamp with time zone not null default club_now(),
  constraint testimonials_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id),
  constraint testimonials_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint testimonials_pkey PRIMARY KEY (id),
  constraint testimonials_who_check CHECK (char_length(who) <= 100),
  constraint testimonials_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 400)
);
CREATE INDEX testimonials_image_id_idx ON testimonials USING btree (image_id);
CREATE TRIGGER former_picture_goes AFTER UPDATE OF image_id ON testimonials FOR EACH ROW WHEN (old.image_id <> new.image_id) EXECUTE FUNCTION delete_unused_picture();
CREATE TRIGGER picture_goes_with_it AFTER DELETE ON testimonials FOR EACH ROW EXECUTE FUNCTION delete_unused_picture();

create table trainer_applications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  years_of_experience integer not null,
  hours_a_day integer not null,
  weekdays text[] not null,
  skills text[] not null default '{}'::text[],
  photo_id uuid,
  state text not null default 'pending'::text,
  reason text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default club_now(),
  constraint trainer_applications_check CHECK ((state = 'pending'::text) = (decided_at IS NULL)),
  constraint trainer_applications_check1 CHECK (state <> 'declined'::text OR reason IS NOT NULL),
  constraint trainer_applications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES members(user_id),
  constraint trainer_applications_hours_a_day_check CHECK (hours_a_day >= 1 AND hours_a_day <= 12),
  constraint trainer_applications_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint trainer_applications_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES images(id),
  constraint trainer_applications_pkey PRIMARY KEY (id),
  constraint trainer_applications_reason_check CHECK (char_length(reason) >= 1 AND char_length(reason) <= 1000),
  constraint trainer_applications_skills_check CHECK (are_skills(skills)),
  constraint trainer_applications_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text])),
  constraint trainer_applications_user_id_fkey FOREIGN KEY (user_id) REFERENCES members(user_id),
  constraint trainer_applications_weekdays_check CHECK (are_weekdays(weekdays)),
  constraint trainer_applications_years_of_experience_check CHECK (years_of_experience >= 0 AND years_of_experience <= 60)
);
CREATE INDEX applications_by_state ON trainer_applications USING btree (state, created_at);
CREATE INDEX applications_of_user ON trainer_applications USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX one_open_application ON trainer_applications USING btree (user_id) WHERE state = 'pending'::text;
CREATE INDEX trainer_applications_decided_by_idx ON trainer_applications USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX trainer_applications_photo_id_idx ON trainer_applications USING btree (photo_id) WHERE photo_id IS NOT NULL;
CREATE CONSTRAINT TRIGGER role_agrees AFTER INSERT OR DELETE OR UPDATE ON trainer_applications DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_role_agrees();
CREATE TRIGGER stays_erased BEFORE INSERT ON trainer_applications FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id');

create table trainer_slot_counts (
  trainer_id uuid not null,
  offered integer not null,
  sold integer not null,
  constraint trainer_slot_counts_pkey PRIMARY KEY (trainer_id),
  constraint trainer_slot_counts_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id)
);

create table trainer_sums (
  trainer_id uuid not null,
  sold_cents bigint not null,
  part_cents bigint not null,
  paid_out_cents bigint not null,
  constraint trainer_sums_pkey PRIMARY KEY (trainer_id),
  constraint trainer_sums_trainer_id_fkey FOREIGN KEY (trainer_id) REFERENCES trainers(id)
);
CREATE INDEX trainers_owed ON trainer_sums USING btree ((part_cents - paid_out_cents) DESC) WHERE part_cents > paid_out_cents;

create table trainers (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  years_of_experience integer not null,
  hours_a_day integer not null,
  weekdays text[] not null,
  skills text[] not null default '{}'::text[],
  photo_id uuid,
  joined_at timestamp with time zone not null default club_now(),
  retired_at timestamp with time zone,
  about text not null default ''::text,
  offered_at timestamp with time zone not null default club_now(),
  tax_number text not null default ''::text,
  statement_series integer not null generated always as identity,
  constraint trainers_about_check CHECK (char_length(about) <= 2000),
  constraint trainers_hours_a_day_check CHECK (hours_a_day >= 1 AND hours_a_day <= 12),
  constraint trainers_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint trainers_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES images(id),
  constraint trainers_pkey PRIMARY KEY (id),
  constraint trainers_skills_check CHECK (are_skills(skills)),
  constraint trainers_tax_number_check CHECK (char_length(tax_number) <= 40),
  constraint trainers_user_id_fkey FOREIGN KEY (user_id) REFERENCES members(user_id),
  constraint trainers_user_id_key UNIQUE (user_id),
  constraint trainers_weekdays_check CHECK (are_weekdays(weekdays)),
  constraint trainers_years_of_experience_check CHECK (years_of_experience >= 0 AND years_of_experience <= 60)
);
CREATE UNIQUE INDEX one_trainer_a_statement_series ON trainers USING btree (statement_series);
CREATE INDEX trainers_by_joining ON trainers USING btree (joined_at, id);
CREATE INDEX trainers_by_name ON trainers USING btree (name, id) WHERE retired_at IS NULL;
CREATE INDEX trainers_photo_id_idx ON trainers USING btree (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX trainers_with_name ON trainers USING btree (name, id);
CREATE TRIGGER offer_noted BEFORE UPDATE OF weekdays ON trainers FOR EACH ROW WHEN (old.weekdays <> new.weekdays) EXECUTE FUNCTION note_offer();
CREATE CONSTRAINT TRIGGER role_agrees AFTER INSERT OR DELETE OR UPDATE ON trainers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_role_agrees();
CREATE CONSTRAINT TRIGGER slot_counts_updated AFTER UPDATE OF retired_at ON trainers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION update_slot_counts();
CREATE CONSTRAINT TRIGGER slot_or_class AFTER UPDATE OF weekdays ON trainers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.weekdays <> new.weekdays) EXECUTE FUNCTION check_week_of_trainer();
CREATE TRIGGER trainer_renamed AFTER UPDATE OF name ON trainers FOR EACH ROW WHEN (old.name <> new.name) EXECUTE FUNCTION mark_hours_of_trainer();

create table translations (
  language text not null,
  source_key text not null default md5(source),
  source text not null,
  words text not null,
  constraint translations_language_check CHECK (language ~ '^[a-z]{2,3}$'::text),
  constraint translations_pkey PRIMARY KEY (language, source_key),
  constraint translations_source_check CHECK (char_length(source) >= 1 AND char_length(source) <= 10000),
  constraint translations_source_key_check CHECK (char_length(source_key) = 32),
  constraint translations_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 10000)
);

create table two_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  last_used_step bigint,
  constraint two_factors_backup_codes_check CHECK (char_length(backup_codes) <= 2000),
  constraint two_factors_last_used_step_check CHECK (last_used_step >= 0),
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_secret_check CHECK (char_length(secret) <= 500),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint two_factors_user_id_key UNIQUE (user_id)
);
CREATE TRIGGER stays_erased BEFORE INSERT ON two_factors FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id');

create table users (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text,
  email_verified boolean not null,
  image text,
  created_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  updated_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  two_factor_enabled boolean not null default false,
  erased_at timestamp with time zone,
  constraint users_email_check CHECK (email = lower(email) AND char_length(email) >= 3 AND char_length(email) <= 254),
  constraint users_email_key UNIQUE (email),
  constraint users_image_check CHECK (char_length(image) <= 500),
  constraint users_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint users_pkey PRIMARY KEY (id),
  constraint verified_email_exists CHECK (email IS NOT NULL OR NOT email_verified)
);
CREATE INDEX users_by_pieces ON users USING gin (pieces(searchable((name || chr(10)) || COALESCE(email, ''::text))));
CREATE INDEX users_erased ON users USING btree (erased_at) WHERE erased_at IS NOT NULL;
CREATE INDEX users_newest_first ON users USING btree (created_at DESC, id DESC);
CREATE INDEX users_not_proved ON users USING btree (id) WHERE NOT email_verified;
CREATE TRIGGER confirmed_person_unmarks AFTER UPDATE OF email_verified ON users FOR EACH ROW WHEN (new.email_verified AND NOT old.email_verified) EXECUTE FUNCTION unmark_address();
CREATE TRIGGER guardians_ended AFTER UPDATE OF email ON users FOR EACH ROW WHEN (old.email IS NULL AND new.email IS NOT NULL) EXECUTE FUNCTION end_guardians();
CREATE TRIGGER member_renamed AFTER UPDATE OF name ON users FOR EACH ROW WHEN (old.name <> new.name) EXECUTE FUNCTION mark_hours_of_member();
CREATE TRIGGER stays_erased BEFORE UPDATE ON users FOR EACH ROW WHEN (old.erased_at IS NOT NULL) EXECUTE FUNCTION refuse_erased('id');

create table verifications (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  updated_at timestamp with time zone not null default CURRENT_TIMESTAMP,
  constraint identifier_bounded CHECK (char_length(identifier) >= 1 AND char_length(identifier) <= 500),
  constraint value_bounded CHECK (char_length(value) <= 10000),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_by_identifier ON verifications USING btree (identifier);

create table visits (
  id uuid not null,
  member_id uuid not null,
  lesson_id uuid,
  came_at timestamp with time zone not null,
  source text not null,
  recorded_by uuid,
  undone_at timestamp with time zone,
  received_at timestamp with time zone not null default club_now(),
  constraint visits_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint visits_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint visits_pkey PRIMARY KEY (id),
  constraint visits_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES members(user_id),
  constraint visits_source_check CHECK (source = ANY (ARRAY['door'::text, 'desk'::text, 'trainer'::text]))
);
CREATE UNIQUE INDEX one_visit_a_lesson ON visits USING btree (lesson_id, member_id) WHERE lesson_id IS NOT NULL AND undone_at IS NULL;
CREATE INDEX visits_by_time ON visits USING btree (came_at DESC);
CREATE INDEX visits_of_lesson ON visits USING btree (lesson_id) WHERE lesson_id IS NOT NULL;
CREATE INDEX visits_of_member ON visits USING btree (member_id, came_at DESC);
CREATE INDEX visits_recorded_by ON visits USING btree (recorded_by) WHERE recorded_by IS NOT NULL;

create table voucher_offers (
  voucher_id uuid not null,
  offer_id uuid not null,
  constraint voucher_offers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
  constraint voucher_offers_pkey PRIMARY KEY (voucher_id, offer_id),
  constraint voucher_offers_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX voucher_offers_offer_id_idx ON voucher_offers USING btree (offer_id);

create table voucher_uses (
  order_id uuid not null,
  voucher_id uuid not null,
  cents integer not null,
  returned_cents integer not null default 0,
  returned_at timestamp with time zone,
  created_at timestamp with time zone not null default club_now(),
  is_renewal boolean not null default false,
  constraint returned_as_a_whole CHECK (returned_at IS NULL OR returned_cents = cents),
  constraint voucher_uses_cents_check CHECK (cents > 0),
  constraint voucher_uses_check CHECK (returned_cents >= 0 AND returned_cents <= cents),
  constraint voucher_uses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint voucher_uses_pkey PRIMARY KEY (order_id),
  constraint voucher_uses_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX uses_of_voucher ON voucher_uses USING btree (voucher_id, created_at DESC);
CREATE TRIGGER voucher_counted AFTER INSERT OR UPDATE OF returned_cents, returned_at ON voucher_uses FOR EACH ROW EXECUTE FUNCTION count_voucher_use();

create table vouchers (
  id uuid not null default gen_random_uuid(),
  code text not null,
  kind text not null,
  percent integer,
  off_cents integer,
  currency character(3) not null default 'usd'::bpchar,
  from_on date,
  until_on date,
  most_uses integer,
  most_uses_each integer,
  uses integer not null default 0,
  value_cents integer,
  spent_cents integer not null default 0,
  withheld_cents integer not null default 0,
  order_id uuid,
  set_by uuid,
  created_at timestamp with time zone not null default club_now(),
  ended_at timestamp with time zone,
  periods integer default 1,
  constraint gift_card_pays_once CHECK (kind <> 'gift_card'::text OR periods = 1),
  constraint uses_kept CHECK (uses >= 0 AND uses <= COALESCE(most_uses, uses)),
  constraint value_kept CHECK (spent_cents >= 0 AND spent_cents <= COALESCE(value_cents, 0)),
  constraint voucher_days_in_order CHECK (until_on >= from_on),
  constraint voucher_has_worth CHECK (
CASE kind
    WHEN 'gift_card'::text THEN num_nonnulls(value_cents, order_id) = 2 AND num_nonnulls(percent, off_cents, most_uses, most_uses_each) = 0
    ELSE num_nonnulls(percent, off_cents) = 1 AND num_nonnulls(value_cents, order_id) = 0
END),
  constraint vouchers_code_check CHECK (code ~ '^[A-Z0-9]{4,24}$'::text),
  constraint vouchers_code_key UNIQUE (code),
  constraint vouchers_kind_check CHECK (kind = ANY (ARRAY['discount'::text, 'gift_card'::text])),
  constraint vouchers_most_uses_check CHECK (most_uses >= 1 AND most_uses <= 100000),
  constraint vouchers_most_uses_each_check CHECK (most_uses_each >= 1 AND most_uses_each <= 1000),
  constraint vouchers_off_cents_check CHECK (off_cents >= 1 AND off_cents <= 90000000),
  constraint vouchers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint vouchers_order_id_key UNIQUE (order_id),
  constraint vouchers_percent_check CHECK (percent >= 1 AND percent <= 100),
  constraint vouchers_periods_check CHECK (periods >= 1 AND periods <= 120),
  constraint vouchers_pkey PRIMARY KEY (id),
  constraint vouchers_set_by_fkey FOREIGN KEY (set_by) REFERENCES members(user_id),
  constraint vouchers_value_cents_check CHECK (value_cents >= 1 AND value_cents <= 90000000),
  constraint vouchers_withheld_cents_check CHECK (withheld_cents >= 0)
);
CREATE INDEX vouchers_by_age ON vouchers USING btree (created_at DESC, id);
CREATE INDEX vouchers_set_by_idx ON vouchers USING btree (set_by) WHERE set_by IS NOT NULL;
CREATE TRIGGER voucher_in_club_currency BEFORE INSERT ON vouchers FOR EACH ROW EXECUTE FUNCTION use_club_currency();
CREATE TRIGGER voucher_kept BEFORE UPDATE ON vouchers FOR EACH ROW EXECUTE FUNCTION keep_voucher();

create table waiver_signatures (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  waiver_version integer not null,
  signer_name text not null,
  drawing text,
  network text not null,
  taken_by uuid,
  signed_at timestamp with time zone not null default club_now(),
  words_read text,
  constraint waiver_signatures_drawing_check CHECK (char_length(drawing) >= 1 AND char_length(drawing) <= 20000 AND drawing ~ '^[ML0-9 ]+$'::text),
  constraint waiver_signatures_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(user_id),
  constraint waiver_signatures_member_id_waiver_version_key UNIQUE (member_id, waiver_version),
  constraint waiver_signatures_network_check CHECK (char_length(network) <= 100),
  constraint waiver_signatures_pkey PRIMARY KEY (id),
  constraint waiver_signatures_signer_name_check CHECK (char_length(signer_name) >= 1 AND char_length(signer_name) <= 100),
  constraint waiver_signatures_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES members(user_id),
  constraint waiver_signatures_waiver_version_fkey FOREIGN KEY (waiver_version) REFERENCES waivers(version),
  constraint waiver_signatures_words_read_check CHECK (char_length(words_read) >= 1 AND char_length(words_read) <= 10000)
);
CREATE INDEX waiver_signatures_taken_by_idx ON waiver_signatures USING btree (taken_by) WHERE taken_by IS NOT NULL;
CREATE INDEX waiver_signatures_waiver_version_idx ON waiver_signatures USING btree (waiver_version);
CREATE TRIGGER stays_erased BEFORE INSERT ON waiver_signatures FOR EACH ROW EXECUTE FUNCTION refuse_erased('member_id');
CREATE TRIGGER waiver_frozen BEFORE UPDATE ON waiver_signatures FOR EACH ROW WHEN (NOT is_erasing()) EXECUTE FUNCTION freeze_waiver();

create table waivers (
  version integer not null,
  words text not null,
  written_by uuid,
  created_at timestamp with time zone not null default club_now(),
  questions text not null default ''::text,
  constraint waivers_pkey PRIMARY KEY (version),
  constraint waivers_questions_check CHECK (char_length(questions) <= 3000),
  constraint waivers_version_check CHECK (version > 0),
  constraint waivers_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 10000),
  constraint waivers_written_by_fkey FOREIGN KEY (written_by) REFERENCES members(user_id)
);
CREATE INDEX waivers_written_by_idx ON waivers USING btree (written_by) WHERE written_by IS NOT NULL;
CREATE TRIGGER waiver_frozen BEFORE DELETE OR UPDATE ON waivers FOR EACH ROW WHEN (NOT is_erasing()) EXECUTE FUNCTION freeze_waiver();

create table withdrawals (
  order_id uuid not null,
  declared_at timestamp with time zone not null default club_now(),
  due_at timestamp with time zone not null,
  amount_cents integer,
  done_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  constraint done_has_amount CHECK ((done_at IS NULL) = (amount_cents IS NULL)),
  constraint done_or_taken_back CHECK (num_nonnulls(done_at, taken_back_at) <= 1),
  constraint due_after_declared CHECK (due_at >= declared_at),
  constraint withdrawals_amount_cents_check CHECK (amount_cents >= 0),
  constraint withdrawals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint withdrawals_pkey PRIMARY KEY (order_id)
);
CREATE INDEX withdrawals_due ON withdrawals USING btree (due_at) WHERE done_at IS NULL AND taken_back_at IS NULL;

create view acting_guardians as
 SELECT guardians.member_id,
    guardians.guardian_id,
    guardians.created_at,
    guardians.until
   FROM guardians
     JOIN users ON users.id = guardians.member_id
  WHERE (guardians.until IS NULL OR guardians.until > club_today()) AND users.email IS NULL;

create view commitments as
 SELECT p.member_id AS person_id,
    false AS gives,
    l.on_date,
    l.start_hour,
    l.trainer_id,
    l.booking_id,
    l.id AS lesson_id
   FROM participants p
     JOIN lessons l ON l.id = p.lesson_id
  WHERE p.state = 'booked'::text AND l.state = 'planned'::text AND l.kind = 'hour'::text
UNION ALL
 SELECT t.user_id AS person_id,
    true AS gives,
    l.on_date,
    l.start_hour,
    l.trainer_id,
    l.booking_id,
    l.id AS lesson_id
   FROM lessons l
     JOIN trainers t ON t.id = l.trainer_id
  WHERE l.state = 'planned'::text AND l.kind = 'hour'::text
UNION ALL
 SELECT hours_on_hold.buyer_id AS person_id,
    false AS gives,
    hours_on_hold.on_date,
    hours_on_hold.start_hour,
    hours_on_hold.trainer_id,
    hours_on_hold.booking_id,
    NULL::uuid AS lesson_id
   FROM hours_on_hold
UNION ALL
 SELECT hours_on_hold.trainer_user_id AS person_id,
    true AS gives,
    hours_on_hold.on_date,
    hours_on_hold.start_hour,
    hours_on_hold.trainer_id,
    hours_on_hold.booking_id,
    NULL::uuid AS lesson_id
   FROM hours_on_hold
UNION ALL
 SELECT p.member_id AS person_id,
    false AS gives,
    l.on_date,
    hour.hour AS start_hour,
    l.trainer_id,
    NULL::uuid AS booking_id,
    l.id AS lesson_id
   FROM participants p
     JOIN lessons l ON l.id = p.lesson_id
     CROSS JOIN LATERAL generate_series(l.start_hour, (l.start_hour * 60 + l.start_minute + l.minutes - 1) / 60) hour(hour)
  WHERE (p.state = ANY (ARRAY['held'::text, 'booked'::text])) AND l.state = 'planned'::text AND l.kind = 'class'::text
UNION ALL
 SELECT t.user_id AS person_id,
    true AS gives,
    l.on_date,
    hour.hour AS start_hour,
    l.trainer_id,
    NULL::uuid AS booking_id,
    l.id AS lesson_id
   FROM lessons l
     JOIN trainers t ON t.id = l.trainer_id
     CROSS JOIN LATERAL generate_series(l.start_hour, (l.start_hour * 60 + l.start_minute + l.minutes - 1) / 60) hour(hour)
  WHERE l.state = 'planned'::text AND l.kind = 'class'::text;

create view desk_movements as
 SELECT p.id AS entry_id,
    'payment'::text AS kind,
    p.booking_id,
    p.received_at AS moved_at,
    p.amount_cents AS cents,
    p.currency,
    p.method,
    p.taken_by AS staff_id,
    p.slip,
    ''::text AS note
   FROM payments p
  WHERE p.method <> 'card'::text
UNION ALL
 SELECT r.id AS entry_id,
    'refund'::text AS kind,
    COALESCE(p.booking_id, s.booking_id) AS booking_id,
    r.settled_at AS moved_at,
    - r.amount_cents AS cents,
    COALESCE(p.currency, s.currency) AS currency,
    r.handed_back AS method,
    r.handed_back_by AS staff_id,
    NULL::text AS slip,
    r.reason AS note
   FROM refunds r
     LEFT JOIN payments p ON p.id = r.payment_id
     LEFT JOIN stray_charges s ON s.id = r.stray_charge_id
  WHERE r.handed_back IS NOT NULL AND r.state = 'succeeded'::text
UNION ALL
 SELECT c.id AS entry_id,
    'correction'::text AS kind,
    COALESCE(p.booking_id, rp.booking_id) AS booking_id,
    c.corrected_at AS moved_at,
    c.cents * side.sign AS cents,
    COALESCE(p.currency, rp.currency) AS currency,
    side.method,
    c.corrected_by AS staff_id,
    NULL::text AS slip,
    c.reason AS note
   FROM desk_corrections c
     LEFT JOIN payments p ON p.id = c.payment_id
     LEFT JOIN refunds r ON r.id = c.refund_id
     LEFT JOIN payments rp ON rp.id = r.payment_id
     CROSS JOIN LATERAL ( VALUES (c.from_method,'-1'::integer), (c.to_method,1)) side(method, sign);

create view failed_refunds as
 SELECT r.id,
    r.payment_id,
    r.stray_charge_id,
    COALESCE(p.booking_id, s.booking_id) AS booking_id,
    r.amount_cents,
    COALESCE(p.currency, s.currency) AS currency,
    r.reason,
    r.settled_at
   FROM refunds r
     LEFT JOIN payments p ON p.id = r.payment_id
     LEFT JOIN stray_charges s ON s.id = r.stray_charge_id
  WHERE r.state = 'failed'::text AND NOT (EXISTS ( SELECT
           FROM refunds again
          WHERE again.request_key = ('again:'::text || r.id))) AND NOT (EXISTS ( SELECT
           FROM refund_settlements ended
          WHERE ended.refund_id = r.id)) AND r.amount_cents <= COALESCE(p.amount_cents - p.refunded_cents, s.amount_cents - s.refunded_cents);

create view hours_on_hold as
 SELECT b.buyer_id,
    t.user_id AS trainer_user_id,
    day.day::date AS on_date,
    s.start_hour,
    t.id AS trainer_id,
    b.id AS booking_id
   FROM bookings b
     JOIN slots s ON s.id = b.slot_id
     JOIN trainers t ON t.id = s.trainer_id
     CROSS JOIN LATERAL ( SELECT COALESCE(b.begins_at, club_now()) AS begins,
            COALESCE(month_end(b.anchor_at, b.month_number, b.carried_days), month_end(club_now(), 1)) AS ends) month
     CROSS JOIN LATERAL generate_series((month.begins AT TIME ZONE club_zone())::date::timestamp without time zone, (month.ends AT TIME ZONE club_zone())::date::timestamp without time zone, '1 day'::interval) day(day)
  WHERE (b.state = ANY (ARRAY['held'::text, 'paying'::text])) AND (b.state = 'paying'::text OR b.hold_expires_at > club_now()) AND (to_char(day.day, 'FMDay'::text) = ANY (t.weekdays)) AND ((day.day + make_interval(hours => s.start_hour)) AT TIME ZONE club_zone()) >= month.begins AND ((day.day + make_interval(hours => s.start_hour)) AT TIME ZONE club_zone()) < month.ends;

create view ledger as
 SELECT 'payment'::text AS kind,
    p.id AS entry_id,
    p.booking_id,
    NULL::uuid AS trainer_id,
    p.amount_cents AS cents,
    p.currency,
    p.received_at AS entered_at,
    ''::text AS note,
    p.method
   FROM payments p
UNION ALL
 SELECT 'payment'::text AS kind,
    s.id AS entry_id,
    s.booking_id,
    NULL::uuid AS trainer_id,
    s.amount_cents AS cents,
    s.currency,
    s.received_at AS entered_at,
    'Paid twice'::text AS note,
    'card'::text AS method
   FROM stray_charges s
UNION ALL
 SELECT 'refund'::text AS kind,
    r.id AS entry_id,
    COALESCE(p.booking_id, s.booking_id) AS booking_id,
    NULL::uuid AS trainer_id,
    - r.amount_cents AS cents,
    COALESCE(p.currency, s.currency) AS currency,
    r.settled_at AS entered_at,
    r.reason AS note,
    COALESCE(r.handed_back, 'card'::text) AS method
   FROM refunds r
     LEFT JOIN payments p ON p.id = r.payment_id
     LEFT JOIN stray_charges s ON s.id = r.stray_charge_id
  WHERE r.state = 'succeeded'::text
UNION ALL
 SELECT 'refund'::text AS kind,
    r.id AS entry_id,
    COALESCE(p.booking_id, s.booking_id) AS booking_id,
    NULL::uuid AS trainer_id,
    - b.amount_cents AS cents,
    COALESCE(p.currency, s.currency) AS currency,
    b.settled_at AS entered_at,
    r.reason AS note,
    COALESCE(r.handed_back, 'card'::text) AS method
   FROM bounced_refunds b
     JOIN refunds r ON r.id = b.refund_id
     LEFT JOIN payments p ON p.id = r.payment_id
     LEFT JOIN stray_charges s ON s.id = r.stray_charge_id
UNION ALL
 SELECT 'refund'::text AS kind,
    r.id AS entry_id,
    COALESCE(p.booking_id, s.booking_id) AS booking_id,
    NULL::uuid AS trainer_id,
    b.amount_cents AS cents,
    COALESCE(p.currency, s.currency) AS currency,
    b.bounced_at AS entered_at,
    r.reason AS note,
    COALESCE(r.handed_back, 'card'::text) AS method
   FROM bounced_refunds b
     JOIN refunds r ON r.id = b.refund_id
     LEFT JOIN payments p ON p.id = r.payment_id
     LEFT JOIN stray_charges s ON s.id = r.stray_charge_id
UNION ALL
 SELECT 'payout'::text AS kind,
    o.id AS entry_id,
    NULL::uuid AS booking_id,
    o.trainer_id,
    - o.amount_cents AS cents,
    o.currency,
    o.created_at AS entered_at,
    o.note,
    NULL::text AS method
   FROM payouts o
UNION ALL
 SELECT 'dispute'::text AS kind,
    m.id AS entry_id,
    COALESCE(p.booking_id, s.booking_id) AS booking_id,
    NULL::uuid AS trainer_id,
    m.moved_cents AS cents,
    COALESCE(p.currency, s.currency) AS currency,
    m.entered_at,
    d.reason AS note,
    'card'::text AS method
   FROM processor_movements m
     JOIN disputes d ON d.id = m.dispute_id
     LEFT JOIN payments p ON p.id = m.payment_id
     LEFT JOIN stray_charges s ON s.id = m.stray_charge_id
  WHERE m.moved_cents <> 0
UNION ALL
 SELECT 'fee'::text AS kind,
    m.cost_id AS entry_id,
    COALESCE(p.booking_id, s.booking_id) AS booking_id,
    NULL::uuid AS trainer_id,
    - m.cost_cents AS cents,
    c.currency,
    m.entered_at,
    m.kind AS note,
    'card'::text AS method
   FROM processor_movements m
     CROSS JOIN club c
     LEFT JOIN payments p ON p.id = m.payment_id
     LEFT JOIN stray_charges s ON s.id = m.stray_charge_id
  WHERE m.cost_cents <> 0
UNION ALL
 SELECT 'cover'::text AS kind,
    c.lesson_id AS entry_id,
    c.booking_id,
    c.from_trainer_id AS trainer_id,
    - c.amount_cents AS cents,
    c.currency,
    c.created_at AS entered_at,
    ''::text AS note,
    NULL::text AS method
   FROM cover_payments c
UNION ALL
 SELECT 'cover'::text AS kind,
    c.lesson_id AS entry_id,
    c.booking_id,
    c.to_trainer_id AS trainer_id,
    c.amount_cents AS cents,
    c.currency,
    c.created_at AS entered_at,
    ''::text AS note,
    NULL::text AS method
   FROM cover_payments c;

create view refund_lines as
 SELECT refunds.id AS refund_id,
    refunds.payment_id,
    refunds.stray_charge_id,
    refunds.amount_cents AS cents,
    refunds.settled_at AS entered_at,
    refunds.reason,
    refunds.handed_back
   FROM refunds
  WHERE refunds.state = 'succeeded'::text
UNION ALL
 SELECT r.id AS refund_id,
    r.payment_id,
    r.stray_charge_id,
    b.amount_cents AS cents,
    b.settled_at AS entered_at,
    r.reason,
    r.handed_back
   FROM bounced_refunds b
     JOIN refunds r ON r.id = b.refund_id
UNION ALL
 SELECT r.id AS refund_id,
    r.payment_id,
    r.stray_charge_id,
    - b.amount_cents AS cents,
    b.bounced_at AS entered_at,
    r.reason,
    r.handed_back
   FROM bounced_refunds b
     JOIN refunds r ON r.id = b.refund_id;

create view stuck_refunds as
 SELECT f.id,
    'failed'::text AS state,
    f.booking_id,
    f.amount_cents,
    f.currency,
    f.reason,
    f.settled_at AS since
   FROM failed_refunds f
UNION ALL
 SELECT r.id,
    'pending'::text AS state,
    COALESCE(p.booking_id, s.booking_id) AS booking_id,
    r.amount_cents,
    COALESCE(p.currency, s.currency) AS currency,
    r.reason,
    r.created_at AS since
   FROM refunds r
     LEFT JOIN payments p ON p.id = r.payment_id
     LEFT JOIN stray_charges s ON s.id = r.stray_charge_id
  WHERE r.state = 'pending'::text AND COALESCE(p.method, 'card'::text) = 'card'::text AND r.created_at < (club_now() - '3 days'::interval);

create view trainer_books as
 SELECT s.trainer_id,
    'sale'::text AS kind,
    p.id AS entry_id,
    p.booking_id,
    p.received_at AS entered_at,
    p.share_percent,
    p.amount_cents AS cents,
    (p.amount_cents::bigint * p.share_percent / 100)::integer AS part_cents,
    ''::text AS note
   FROM payments p
     JOIN bookings b ON b.id = p.booking_id
     JOIN slots s ON s.id = b.slot_id
UNION ALL
 SELECT back.trainer_id,
    back.kind,
    back.entry_id,
    back.booking_id,
    back.entered_at,
    back.share_percent,
    - back.returned_cents AS cents,
    (kept_cents(back.amount_cents::bigint, back.back_cents) * back.share_percent / 100 - kept_cents(back.amount_cents::bigint, back.back_cents - back.returned_cents) * back.share_percent / 100)::integer AS part_cents,
    back.note
   FROM ( SELECT s.trainer_id,
            r.kind,
            r.entry_id,
            p.booking_id,
            r.entered_at,
            p.share_percent,
            r.note,
            r.cents AS returned_cents,
            p.amount_cents,
            sum(r.cents) OVER (PARTITION BY s.trainer_id, p.id ORDER BY r.entered_at, r.entry_id, r.cents DESC ROWS UNBOUNDED PRECEDING) AS back_cents
           FROM ( SELECT 'refund'::text AS kind,
                    refund_lines.refund_id AS entry_id,
                    refund_lines.payment_id,
                    refund_lines.cents,
                    refund_lines.entered_at,
                    refund_lines.reason AS note
                   FROM refund_lines
                UNION ALL
                 SELECT 'dispute'::text,
                    m.id,
                    m.payment_id,
                    - m.moved_cents,
                    m.entered_at,
                    d.reason
                   FROM processor_movements m
                     JOIN disputes d ON d.id = m.dispute_id
                  WHERE m.moved_cents <> 0) r
             JOIN payments p ON p.id = r.payment_id
             JOIN bookings b ON b.id = p.booking_id
             JOIN slots s ON s.id = b.slot_id) back
UNION ALL
 SELECT payouts.trainer_id,
    'payout'::text AS kind,
    payouts.id AS entry_id,
    NULL::uuid AS booking_id,
    payouts.created_at AS entered_at,
    NULL::integer AS share_percent,
    - payouts.amount_cents AS cents,
    - payouts.amount_cents AS part_cents,
    payouts.note
   FROM payouts
UNION ALL
 SELECT cover_payments.from_trainer_id AS trainer_id,
    'cover'::text AS kind,
    cover_payments.lesson_id AS entry_id,
    cover_payments.booking_id,
    cover_payments.created_at AS entered_at,
    NULL::integer AS share_percent,
    - cover_payments.amount_cents AS cents,
    - cover_payments.amount_cents AS part_cents,
    ''::text AS note
   FROM cover_payments
UNION ALL
 SELECT cover_payments.to_trainer_id AS trainer_id,
    'cover'::text AS kind,
    cover_payments.lesson_id AS entry_id,
    cover_payments.booking_id,
    cover_payments.created_at AS entered_at,
    NULL::integer AS share_percent,
    cover_payments.amount_cents AS cents,
    cover_payments.amount_cents AS part_cents,
    ''::text AS note
   FROM cover_payments;

-- function add_waking_minutes(moment timestamp with time zone, minutes integer) returns timestamp with time zone
-- function advisory_lock(name text) returns void
-- function apply_pause() returns trigger
-- function are_skills(skills text[]) returns boolean
-- function are_weekdays(days text[]) returns boolean
-- function cash_dist(money, money) returns money
-- function check_amount_adds_up() returns trigger
-- function check_booking_transition() returns trigger
-- function check_collection_try() returns trigger
-- function check_first_refusal() returns trigger
-- function check_lesson_has_its_member() returns trigger
-- function check_offer_changed() returns trigger
-- function check_offer_ordered() returns trigger
-- function check_one_class_at_a_time() returns trigger
-- function check_one_place() returns trigger
-- function check_order_copied() returns trigger
-- function check_order_transition() returns trigger
-- function check_paid_place() returns trigger
-- function check_participant_transition() returns trigger
-- function check_period_ordered() returns trigger
-- function check_refund_reserved() returns trigger
-- function check_repeat() returns trigger
-- function check_reversed_payout() returns trigger
-- function check_role_agrees() returns trigger
-- function check_room_capacity() returns trigger
-- function check_slot_price() returns trigger
-- function check_week_of_trainer() returns trigger
-- function club_instant(day date, clock time without time zone) returns timestamp with time zone
-- function club_now() returns timestamp with time zone
-- function club_today() returns date
-- function club_zone() returns text
-- function copy_booking_to_order() returns trigger
-- function copy_order_to_booking() returns trigger
-- function correct_invoice(corrected uuid, right_name text, right_address text) returns void
-- function count_allowance() returns trigger
-- function count_cash_day() returns trigger
-- function count_dates(month uuid) returns integer
-- function count_dates(month uuid, before timestamp with time zone) returns integer
-- function count_places() returns trigger
-- function count_post() returns trigger
-- function count_post_day() returns trigger
-- function count_role_change() returns trigger
-- function count_subscriber() returns trigger
-- function count_subscriber_day() returns trigger
-- function count_voucher_use() returns trigger
-- function cover_cents(lesson uuid, policy integer) returns integer
-- function covers_moment(a allowances, moment timestamp with time zone) returns boolean
-- function cut_user_agent() returns trigger
-- function date_dist(date, date) returns integer
-- function dates_of_hour(trainer uuid, weekdays text[], start_hour integer, begins timestamp with time zone, ends timestamp with time zone) returns TABLE(on_date date, starts_at timestamp with time zone, because text)
-- function delete_unused_picture() returns trigger
-- function dispute_blocks_refund(status text) returns boolean
-- function door_code(steps integer) returns text
-- function end_guardians() returns trigger
-- function facts_only(change jsonb, nobody text) returns jsonb
-- function fill_buyer_email() returns trigger
-- function first_hour_from(booked_at timestamp with time zone) returns timestamp with time zone
-- function float4_dist(real, real) returns real
-- function float8_dist(double precision, double precision) returns double precision
-- function freeze_class_time() returns trigger
-- function freeze_cover_payment() returns trigger
-- function freeze_currency() returns trigger
-- function freeze_invoice() returns trigger
-- function freeze_plan() returns trigger
-- function freeze_processor_movement() returns trigger
-- function freeze_sold_slot() returns trigger
-- function freeze_text_of() returns trigger
-- function freeze_waiver() returns trigger
-- function gbt_bit_compress(internal) returns internal
-- function gbt_bit_consistent(internal, bit, smallint, oid, internal) returns boolean
-- function gbt_bit_penalty(internal, internal, internal) returns internal
-- function gbt_bit_picksplit(internal, internal) returns internal
-- function gbt_bit_same(gbtreekey_var, gbtreekey_var, internal) returns internal
-- function gbt_bit_sortsupport(internal) returns void
-- function gbt_bit_union(internal, internal) returns gbtreekey_var
-- function gbt_bool_compress(internal) returns internal
-- function gbt_bool_consistent(internal, boolean, smallint, oid, internal) returns boolean
-- function gbt_bool_fetch(internal) returns internal
-- function gbt_bool_penalty(internal, internal, internal) returns internal
-- function gbt_bool_picksplit(internal, internal) returns internal
-- function gbt_bool_same(gbtreekey2, gbtreekey2, internal) returns internal
-- function gbt_bool_sortsupport(internal) returns void
-- function gbt_bool_union(internal, internal) returns gbtreekey2
-- function gbt_bpchar_compress(internal) returns internal
-- function gbt_bpchar_consistent(internal, character, smallint, oid, internal) returns boolean
-- function gbt_bpchar_sortsupport(internal) returns void
-- function gbt_bytea_compress(internal) returns internal
-- function gbt_bytea_consistent(internal, bytea, smallint, oid, internal) returns boolean
-- function gbt_bytea_penalty(internal, internal, internal) returns internal
-- function gbt_bytea_picksplit(internal, internal) returns internal
-- function gbt_bytea_same(gbtreekey_var, gbtreekey_var, internal) returns internal
-- function gbt_bytea_sortsupport(internal) returns void
-- function gbt_bytea_union(internal, internal) returns gbtreekey_var
-- function gbt_cash_compress(internal) returns internal
-- function gbt_cash_consistent(internal, money, smallint, oid, internal) returns boolean
-- function gbt_cash_distance(internal, money, smallint, oid, internal) returns double precision
-- function gbt_cash_fetch(internal) returns internal
-- function gbt_cash_penalty(internal, internal, internal) returns internal
-- function gbt_cash_picksplit(internal, internal) returns internal
-- function gbt_cash_same(gbtreekey16, gbtreekey16, internal) returns internal
-- function gbt_cash_sortsupport(internal) returns void
-- function gbt_cash_union(internal, internal) returns gbtreekey16
-- function gbt_date_compress(internal) returns internal
-- function gbt_date_consistent(internal, date, smallint, oid, internal) returns boolean
-- function gbt_date_distance(internal, date, smallint, oid, internal) returns double precision
-- function gbt_date_fetch(internal) returns internal
-- function gbt_date_penalty(internal, internal, internal) returns internal
-- function gbt_date_picksplit(internal, internal) returns internal
-- function gbt_date_same(gbtreekey8, gbtreekey8, internal) returns internal
-- function gbt_date_sortsupport(internal) returns void
-- function gbt_date_union(internal, internal) returns gbtreekey8
-- function gbt_decompress(internal) returns internal
-- function gbt_enum_compress(internal) returns internal
-- function gbt_enum_consistent(internal, anyenum, smallint, oid, internal) returns boolean
-- function gbt_enum_fetch(internal) returns internal
-- function gbt_enum_penalty(internal, internal, internal) returns internal
-- function gbt_enum_picksplit(internal, internal) returns internal
-- function gbt_enum_same(gbtreekey8, gbtreekey8, internal) returns internal
-- function gbt_enum_sortsupport(internal) returns void
-- function gbt_enum_union(internal, internal) returns gbtreekey8
-- function gbt_float4_compress(internal) returns internal
-- function gbt_float4_consistent(internal, real, smallint, oid, internal) returns boolean
-- function gbt_float4_distance(internal, real, smallint, oid, internal) returns double precision
-- function gbt_float4_fetch(internal) returns internal
-- function gbt_float4_penalty(internal, internal, internal) returns internal
-- function gbt_float4_picksplit(internal, internal) returns internal
-- function gbt_float4_same(gbtreekey8, gbtreekey8, internal) returns internal
-- function gbt_float4_sortsupport(internal) returns void
-- function gbt_float4_union(internal, internal) returns gbtreekey8
-- function gbt_float8_compress(internal) returns internal
-- function gbt_float8_consistent(internal, double precision, smallint, oid, internal) returns boolean
-- function gbt_float8_distance(internal, double precision, smallint, oid, internal) returns double precision
-- function gbt_float8_fetch(internal) returns internal
-- function gbt_float8_penalty(internal, internal, internal) returns internal
-- function gbt_float8_picksplit(internal, internal) returns internal
-- function gbt_float8_same(gbtreekey16, gbtreekey16, internal) returns internal
-- function gbt_float8_sortsupport(internal) returns void
-- function gbt_float8_union(internal, internal) returns gbtreekey16
-- function gbt_inet_compress(internal) returns internal
-- function gbt_inet_consistent(internal, inet, smallint, oid, internal) returns boolean
-- function gbt_inet_penalty(internal, internal, internal) returns internal
-- function gbt_inet_picksplit(internal, internal) returns internal
-- function gbt_inet_same(gbtreekey16, gbtreekey16, internal) returns internal
-- function gbt_inet_sortsupport(internal) returns void
-- function gbt_inet_union(internal, internal) returns gbtreekey16
-- function gbt_int2_compress(internal) returns internal
-- function gbt_int2_consistent(internal, smallint, smallint, oid, internal) returns boolean
-- function gbt_int2_distance(internal, smallint, smallint, oid, internal) returns double precision
-- function gbt_int2_fetch(internal) returns internal
-- function gbt_int2_penalty(internal, internal, internal) returns internal
-- function gbt_int2_picksplit(internal, internal) returns internal
-- function gbt_int2_same(gbtreekey4, gbtreekey4, internal) returns internal
-- function gbt_int2_sortsupport(internal) returns void
-- function gbt_int2_union(internal, internal) returns gbtreekey4
-- function gbt_int4_compress(internal) returns internal
-- function gbt_int4_consistent(internal, integer, smallint, oid, internal) returns boolean
-- function gbt_int4_distance(internal, integer, smallint, oid, internal) returns double precision
-- function gbt_int4_fetch(internal) returns internal
-- function gbt_int4_penalty(internal, internal, internal) returns internal
-- function gbt_int4_picksplit(internal, internal) returns internal
-- function gbt_int4_same(gbtreekey8, gbtreekey8, internal) returns internal
-- function gbt_int4_sortsupport(internal) returns void
-- function gbt_int4_union(internal, internal) returns gbtreekey8
-- function gbt_int8_compress(internal) returns internal
-- function gbt_int8_consistent(internal, bigint, smallint, oid, internal) returns boolean
-- function gbt_int8_distance(internal, bigint, smallint, oid, internal) returns double precision
-- function gbt_int8_fetch(internal) returns internal
-- function gbt_int8_penalty(internal, internal, internal) returns internal
-- function gbt_int8_picksplit(internal, internal) returns internal
-- function gbt_int8_same(gbtreekey16, gbtreekey16, internal) returns internal
-- function gbt_int8_sortsupport(internal) returns void
-- function gbt_int8_union(internal, internal) returns gbtreekey16
-- function gbt_intv_compress(internal) returns internal
-- function gbt_intv_consistent(internal, interval, smallint, oid, internal) returns boolean
-- function gbt_intv_decompress(internal) returns internal
-- function gbt_intv_distance(internal, interval, smallint, oid, internal) returns double precision
-- function gbt_intv_fetch(internal) returns internal
-- function gbt_intv_penalty(internal, internal, internal) returns internal
-- function gbt_intv_picksplit(internal, internal) returns internal
-- function gbt_intv_same(gbtreekey32, gbtreekey32, internal) returns internal
-- function gbt_intv_sortsupport(internal) returns void
-- function gbt_intv_union(internal, internal) returns gbtreekey32
-- function gbt_macad8_compress(internal) returns internal
-- function gbt_macad8_consistent(internal, macaddr8, smallint, oid, internal) returns boolean
-- function gbt_macad8_fetch(internal) returns internal
-- function gbt_macad8_penalty(internal, internal, internal) returns internal
-- function gbt_macad8_picksplit(internal, internal) returns internal
-- function gbt_macad8_same(gbtreekey16, gbtreekey16, internal) returns internal
-- function gbt_macad8_sortsupport(internal) returns void
-- function gbt_macad8_union(internal, internal) returns gbtreekey16
-- function gbt_macad_compress(internal) returns internal
-- function gbt_macad_consistent(internal, macaddr, smallint, oid, internal) returns boolean
-- function gbt_macad_fetch(internal) returns internal
-- function gbt_macad_penalty(internal, internal, internal) returns internal
-- function gbt_macad_picksplit(internal, internal) returns internal
-- function gbt_macad_same(gbtreekey16, gbtreekey16, internal) returns internal
-- function gbt_macad_union(internal, internal) returns gbtreekey16
-- function gbt_macaddr_sortsupport(internal) returns void
-- function gbt_numeric_compress(internal) returns internal
-- function gbt_numeric_consistent(internal, numeric, smallint, oid, internal) returns boolean
-- function gbt_numeric_penalty(internal, internal, internal) returns internal
-- function gbt_numeric_picksplit(internal, internal) returns internal
-- function gbt_numeric_same(gbtreekey_var, gbtreekey_var, internal) returns internal
-- function gbt_numeric_sortsupport(internal) returns void
-- function gbt_numeric_union(internal, internal) returns gbtreekey_var
-- function gbt_oid_compress(internal) returns internal
-- function gbt_oid_consistent(internal, oid, smallint, oid, internal) returns boolean
-- function gbt_oid_distance(internal, oid, smallint, oid, internal) returns double precision
-- function gbt_oid_fetch(internal) returns internal
-- function gbt_oid_penalty(internal, internal, internal) returns internal
-- function gbt_oid_picksplit(internal, internal) returns internal
-- function gbt_oid_same(gbtreekey8, gbtreekey8, internal) returns internal
-- function gbt_oid_sortsupport(internal) returns void
-- function gbt_oid_union(internal, internal) returns gbtreekey8
-- function gbt_text_compress(internal) returns internal
-- function gbt_text_consistent(internal, text, smallint, oid, internal) returns boolean
-- function gbt_text_penalty(internal, internal, internal) returns internal
-- function gbt_text_picksplit(internal, internal) returns internal
-- function gbt_text_same(gbtreekey_var, gbtreekey_var, internal) returns internal
-- function gbt_text_sortsupport(internal) returns void
-- function gbt_text_union(internal, internal) returns gbtreekey_var
-- function gbt_time_compress(internal) returns internal
-- function gbt_time_consistent(internal, time without time zone, smallint, oid, internal) returns boolean
-- function gbt_time_distance(internal, time without time zone, smallint, oid, internal) returns double precision
-- function gbt_time_fetch(internal) returns internal
-- function gbt_time_penalty(internal, internal, internal) returns internal
-- function gbt_time_picksplit(internal, internal) returns internal
-- function gbt_time_same(gbtreekey16, gbtreekey16, internal) returns internal
-- function gbt_time_sortsupport(internal) returns void
-- function gbt_time_union(internal, internal) returns gbtreekey16
-- function gbt_timetz_compress(internal) returns internal
-- function gbt_timetz_consistent(internal, time with time zone, smallint, oid, internal) returns boolean
-- function gbt_ts_compress(internal) returns internal
-- function gbt_ts_consistent(internal, timestamp without time zone, smallint, oid, internal) returns boolean
-- function gbt_ts_distance(internal, timestamp without time zone, smallint, oid, internal) returns double precision
-- function gbt_ts_fetch(internal) returns internal
-- function gbt_ts_penalty(internal, internal, internal) returns internal
-- function gbt_ts_picksplit(internal, internal) returns internal
-- function gbt_ts_same(gbtreekey16, gbtreekey16, internal) returns internal
-- function gbt_ts_sortsupport(internal) returns void
-- function gbt_ts_union(internal, internal) returns gbtreekey16
-- function gbt_tstz_compress(internal) returns internal
-- function gbt_tstz_consistent(internal, timestamp with time zone, smallint, oid, internal) returns boolean
-- function gbt_tstz_distance(internal, timestamp with time zone, smallint, oid, internal) returns double precision
-- function gbt_uuid_compress(internal) returns internal
-- function gbt_uuid_consistent(internal, uuid, smallint, oid, internal) returns boolean
-- function gbt_uuid_fetch(internal) returns internal
-- function gbt_uuid_penalty(internal, internal, internal) returns internal
-- function gbt_uuid_picksplit(internal, internal) returns internal
-- function gbt_uuid_same(gbtreekey32, gbtreekey32, internal) returns internal
-- function gbt_uuid_sortsupport(internal) returns void
-- function gbt_uuid_union(internal, internal) returns gbtreekey32
-- function gbt_var_decompress(internal) returns internal
-- function gbt_var_fetch(internal) returns internal
-- function gbt_varbit_sortsupport(internal) returns void
-- function gbtreekey16_in(cstring) returns gbtreekey16
-- function gbtreekey16_out(gbtreekey16) returns cstring
-- function gbtreekey2_in(cstring) returns gbtreekey2
-- function gbtreekey2_out(gbtreekey2) returns cstring
-- function gbtreekey32_in(cstring) returns gbtreekey32
-- function gbtreekey32_out(gbtreekey32) returns cstring
-- function gbtreekey4_in(cstring) returns gbtreekey4
-- function gbtreekey4_out(gbtreekey4) returns cstring
-- function gbtreekey8_in(cstring) returns gbtreekey8
-- function gbtreekey8_out(gbtreekey8) returns cstring
-- function gbtreekey_var_in(cstring) returns gbtreekey_var
-- function gbtreekey_var_out(gbtreekey_var) returns cstring
-- function gist_translate_cmptype_btree(integer) returns smallint
-- function give_invoice(of_payment uuid, of_refund uuid) returns void
-- function give_month_classes() returns trigger
-- function give_order_classes() returns trigger
-- function give_period_classes() returns trigger
-- function gives_classes(o orders) returns boolean
-- function has_month_after(booking uuid) returns boolean
-- function has_signed_waiver(member uuid) returns boolean
-- function int2_dist(smallint, smallint) returns smallint
-- function int4_dist(integer, integer) returns integer
-- function int8_dist(bigint, bigint) returns bigint
-- function interval_dist(interval, interval) returns interval
-- function invoice_number(prefix text, year integer, ordinal integer) returns text
-- function invoice_payment() returns trigger
-- function invoice_refund() returns trigger
-- function is_away(trainer uuid, day date, hour integer) returns boolean
-- function is_charged(state text, attendance text, policy integer) returns boolean
-- function is_closed(day date) returns boolean
-- function is_erased(person uuid) returns boolean
-- function is_erasing() returns boolean
-- function is_legal_transition(old_state text, new_state text) returns boolean
-- function is_live(state text) returns boolean
-- function is_owed_by_club(because text) returns boolean
-- function is_renewed(month bookings) returns boolean
-- function is_time_zone(name text) returns boolean
-- function keep_invoice_language() returns trigger
-- function keep_offer() returns trigger
-- function keep_offer_codes() returns trigger
-- function keep_voucher() returns trigger
-- function kept_cents(amount_cents bigint, back_cents bigint) returns bigint
-- function lacks_waiver(member uuid, step text) returns boolean
-- function letter_address(person users) returns text
-- function lines_within(lines text[], many integer, longest integer) returns boolean
-- function lock_books() returns void
-- function lock_mailing() returns void
-- function maintain_lesson() returns trigger
-- function make_up_end(from_date date) returns date
-- function mark_hours_of_member() returns trigger
-- function mark_hours_of_trainer() returns trigger
-- function month_end(anchor timestamp with time zone, months integer) returns timestamp with time zone
-- function month_end(anchor timestamp with time zone, months integer, days integer) returns timestamp with time zone
-- function month_of(day date) returns date
-- function months_through(membership uuid, last_period integer) returns integer
-- function move_allowance() returns trigger
-- function move_held_place() returns trigger
-- function note_bounced_refund() returns trigger
-- function note_disputed_money() returns trigger
-- function note_offer() returns trigger
-- function note_received_intent() returns trigger
-- function notify_removed_picture() returns trigger
-- function offer_from(contract memberships, moment timestamp with time zone) returns uuid
-- function oid_dist(oid, oid) returns oid
-- function omit_erased_address() returns trigger
-- function on_the_new_clock(moment timestamp with time zone, old_zone text) returns timestamp with time zone
-- function opening_minutes(weekday text, opens time without time zone, closes time without time zone) returns int4multirange
-- function owe_skipped_hours() returns integer
-- function pieces(words text, shortest integer) returns text[]
-- function promised_voucher(contract memberships, nth integer, offer uuid) returns SETOF vouchers
-- function protect_audit_entry() returns trigger
-- function protect_last_admin() returns trigger
-- function rebuild_active_members() returns void
-- function rebuild_active_members_on_truncate() returns trigger
-- function rebuild_slot_counts() returns void
-- function rebuild_slot_counts_on_truncate() returns trigger
-- function refundable_cents(payment payments) returns integer
-- function refuse_change() returns trigger
-- function refuse_closed_desk() returns trigger
-- function refuse_erased() returns trigger
-- function refuse_month_of_retired() returns trigger
-- function replace_offer() returns trigger
-- function retime_lessons() returns trigger
-- function retime_lessons_ahead() returns integer
-- function retime_months() returns trigger
-- function retime_months_ahead() returns integer
-- function return_voucher() returns trigger
-- function searchable(words text) returns text
-- function set_cover_payment() returns trigger
-- function set_cover_policy() returns trigger
-- function set_mark_time() returns trigger
-- function set_month_dates() returns trigger
-- function set_order_days() returns trigger
-- function set_sale_share() returns trigger
-- function share_of(trainer uuid, moment timestamp with time zone) returns integer
-- function skip_erased() returns trigger
-- function start_upcoming_month() returns trigger
-- function stop_collection() returns trigger
-- function sum_again() returns void
-- function sum_all_again() returns trigger
-- function sum_all_mailing_again() returns trigger
-- function sum_cover() returns trigger
-- function sum_everything_again() returns void
-- function sum_ledger() returns trigger
-- function sum_mailing_again() returns void
-- function sum_months_again() returns void
-- function sum_newsletter() returns trigger
-- function sum_payout() returns trigger
-- function sum_sale() returns trigger
-- function taken_off(code vouchers, price integer) returns integer
-- function tax_within(cents bigint, percent numeric) returns integer
-- function time_dist(time without time zone, time without time zone) returns interval
-- function time_until(this time without time zone, other time without time zone) returns interval
-- function ts_dist(timestamp without time zone, timestamp without time zone) returns interval
-- function tstz_dist(timestamp with time zone, timestamp with time zone) returns interval
-- function unmark_address() returns trigger
-- function update_active_member() returns trigger
-- function update_slot_counts() returns trigger
-- function update_slot_counts_of(trainer uuid) returns void
-- function use_club_currency() returns trigger
-- function withhold_gift_card() returns trigger
-- function without_name(said jsonb, name text, nobody text) returns jsonb

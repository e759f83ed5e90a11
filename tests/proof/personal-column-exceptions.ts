// Columns of a person that the copy leaves out, and columns that an erasure leaves as they are. A new column of a table
// with personal data belongs in the copy and in the erasure, or here.

type Columns = Record<string, string>

/** Secrets: they open an account, a session, a calendar or a subscription. */
const secrets: Columns = {
  accounts: 'access_token refresh_token id_token access_token_expires_at refresh_token_expires_at password',
  letters: 'unsubscribe_path',
  members: 'calendar_version announcements_key',
  payment_attempts: 'client_secret',
  sessions: 'id token',
  subscribers: 'id key',
  two_factors: 'secret backup_codes failed_verification_count locked_until last_used_step',
  verifications: 'id identifier value expires_at created_at updated_at',
}

/** References to the person, or to rows that the copy has in another section. */
const references: Columns = {
  absences: 'id trainer_id',
  accounts: 'id user_id',
  activities: 'id user_id',
  allowances: 'order_id member_id',
  archived_statements: 'trainer_id',
  audit_entries: 'id actor_id subject_id',
  bookings: 'slot_id buyer_id follows_id',
  bounced_refunds: 'id refund_id',
  classes: 'trainer_id',
  closures: 'id set_by',
  copies: 'member_id id',
  cover_payments: 'lesson_id booking_id from_trainer_id to_trainer_id policy_version',
  desk_corrections: 'refund_id',
  guardians: 'member_id guardian_id',
  health_answers: 'member_id',
  images: 'owner_id',
  import_keys: 'member_id import_id',
  compared_charges: 'comparison_id line member_id',
  import_rows: 'import_id line member_id',
  lessons: 'trainer_id class_id class_time_id room_id',
  letters: 'id user_id newsletter_id',
  make_ups: 'id member_id from_lesson_id',
  member_notes: 'id member_id',
  members: 'user_id',
  newsletters: 'id author_id trainer_id',
  collection_tries: 'attempt card_id',
  consents: 'id member_id heard_by',
  memberships: 'member_id offer_id card_id next_offer_id voucher_id',
  pauses: 'id asked_by',
  voucher_uses: 'voucher_id',
  opening_balances: 'member_id source import_id trainer_id offer_id',
  orders: 'buyer_id holder_id guardian_id offer_id membership_id repeats_id lesson_id',
  participants: 'id lesson_id member_id policy_version allowance_id',
  payouts: 'trainer_id reverses_id',
  post_clicks: 'user_id',
  processor_customers: 'member_id',
  posts: 'author_id',
  refund_settlements: 'refund_id',
  reports: 'reporter_id',
  sessions: 'user_id acts_for',
  shares: 'trainer_id',
  slots: 'trainer_id',
  stored_cards: 'id member_id consent_id',
  tellings: 'letter_id',
  trainer_applications: 'id user_id',
  trainers: 'id user_id',
  two_factors: 'id user_id',
  visits: 'id member_id recorded_by',
  waiver_signatures: 'id member_id waiver_version',
}

/** The copy has the value under another name: as part of an expression or of a union. */
const expressed: Columns = {
  accounts: 'account_id provider_id scope created_at updated_at',
  bookings: 'held_slot held_hour',
  bounced_refunds: 'amount_cents settled_at bounced_at',
  cover_payments: 'amount_cents',
  make_ups: 'spent_on refund_id',
  two_factors: 'verified',
  waiver_signatures: 'words_read',
}

/** About other people: the staff who acted, covered trainers, the author of a post. */
const ofOthers: Columns = {
  absences: 'set_by',
  desk_corrections: 'corrected_by',
  lessons: 'instead_of',
  make_ups: 'granted_by',
  participants: 'invited_by marked_by',
  member_notes: 'written_by',
  health_answers: 'taken_by',
  waiver_signatures: 'taken_by',
  payments: 'taken_by',
  payouts: 'recorded_by',
  fraud_warnings: 'kept_by',
  refund_settlements: 'settled_by',
  refunds: 'requested_by handed_back_by',
  reports: 'words',
  shares: 'set_by',
  tellings: 'told_by',
  trainer_applications: 'decided_by',
}

/** Internal: state of programs, deduplication keys, and values derived from copied ones. */
const internal: Columns = {
  activities: 'fold_key facts',
  bookings:
    'attempt hold_expires_at network period anchor_at month_number extended_days carried_days moved_at',
  copies: 'bytes',
  disputes: 'version',
  images: 'colour',
  // the row repeats what became of it
  import_rows: 'state name sentence facts added invited_at',
  classes: 'removed_at',
  lessons: 'created_at sequence changed_at cover_until cover_policy_version span list_closed_at',
  // the bodies of letters repeat the other sections
  letters:
    'cause name html text useful_until tries next_try_at failure paused address_refused refused_at tell_by tell_until trainer_ids',
  make_ups: 'request_key checked_on was_usable',
  members: 'role_version',
  newsletters: 'changed_at tested_at written_at unsubscribed refused_in_a_row pause_reason',
  orders: 'attempt hold_expires_at network request_key',
  participants: 'kind',
  payments: 'share_percent',
  payouts: 'request_key',
  refunds: 'request_key attempt processor_refund_id',
  slots: 'offered_at',
  trainers: 'offered_at statement_series',
  // an erased person has no copy
  users: 'erased_at',
}

export const columnsNotCopied = [secrets, references, expressed, ofOthers, internal]

/** Keys and references, which name no person once the user's row does not. */
const anonymousReferences: Columns = {
  absences: 'id trainer_id set_by',
  allowances: 'order_id member_id',
  archived_statements: 'month trainer_id',
  audit_entries: 'id actor_id subject_id',
  bookings: 'id slot_id buyer_id',
  bounced_refunds: 'id refund_id',
  classes: 'id trainer_id image_id removed_at',
  closures: 'id set_by',
  cover_payments: 'lesson_id booking_id from_trainer_id to_trainer_id policy_version',
  desk_corrections: 'id payment_id corrected_by',
  disputes: 'id payment_id',
  fraud_warnings: 'id payment_id',
  images: 'id',
  invoices: 'id payment_id',
  lessons: 'id booking_id trainer_id cover_policy_version',
  make_ups: 'id member_id booking_id granted_by',
  members: 'user_id',
  months: 'booking_id policy_version',
  newsletters: 'id author_id image_id',
  collections: 'order_id',
  withdrawals: 'order_id',
  voucher_uses: 'order_id voucher_id',
  collection_tries: 'order_id',
  consents: 'id member_id order_id',
  memberships: 'id member_id offer_id',
  pauses: 'id membership_id asked_by',
  orders: 'id buyer_id holder_id',
  participants: 'id lesson_id member_id policy_version',
  payment_attempts: 'booking_id attempt',
  payments: 'id booking_id',
  payouts: 'id trainer_id request_key recorded_by',
  posts: 'id author_id image_id',
  refund_settlements: 'refund_id settled_by',
  refunds: 'id payment_id request_key',
  reports: 'post_id reporter_id',
  shares: 'trainer_id set_by',
  slots: 'id trainer_id',
  stray_charges: 'id booking_id',
  trainers: 'id user_id',
  users: 'id',
}

/** The books, which the law requires: money, and what it was paid for. */
const books: Columns = {
  bookings:
    'state plan plan_classes slot_price_cents surcharge_cents amount_cents currency attempt paid_at paid_until created_at changed_at period renewal anchor_at month_number begins_at discount_cents discount_reason for_desk extended_days carried_days moved_at held_slot held_hour overlap_accepted_at renewal_told_at',
  bounced_refunds: 'amount_cents settled_at bounced_at',
  cover_payments: 'amount_cents currency created_at',
  desk_corrections: 'cents from_method to_method reason corrected_at',
  disputes: 'amount_cents currency reason status opened_at answer_by version changed_at',
  fraud_warnings: 'fraud_type warned_at',
  refund_settlements: 'how why settled_at',
  invoices:
    'year ordinal number given_at amount_cents tax_cents tax_percent currency reason seller_name seller_address seller_telephone seller_email tax_number slot_name start_hour weekdays trainer_name plan classes slot_price_cents surcharge_cents month_from month_until lesson_count first_lesson_on last_lesson_on language',
  make_ups: 'because from_date until created_at reason checked_on was_usable',
  collections: 'tries stopped_because',
  withdrawals: 'declared_at due_at amount_cents done_at',
  voucher_uses: 'cents returned_cents is_renewal created_at',
  collection_tries: 'try attempt asked_at outcome answered_at',
  consents: 'kind words language agreed_at',
  memberships: 'state anchor_at over_because created_at paused_days',
  pauses: 'days created_at',
  orders:
    'kind state price_cents discount_cents discount_reason gift_cents amount_cents currency attempt for_desk paid_at created_at changed_at',
  payment_attempts:
    'processor amount_cents currency intent_id client_secret state processing_since takes_debit created_at changed_at',
  payments:
    'intent_id charge_id amount_cents currency refunded_cents disputed_cents handed_back_cents received_at method share_percent card_brand card_last4',
  payouts: 'amount_cents currency note created_at',
  refunds: 'amount_cents reason attempt processor_refund_id state created_at settled_at',
  shares: 'counts_from percent set_at',
  stray_charges: 'intent_id charge_id amount_cents currency refunded_cents handed_back_cents received_at',
}

/** The lessons of other people: trainer and time, without a name. */
const lessons: Columns = {
  absences: 'from_day from_hour until_day until_hour created_at',
  allowances: 'given used during ended_at created_at',
  lessons:
    'kind on_date start_hour start_minute minutes span starts_at taken state called_off_because created_at sequence changed_at cover_until list_closed_at',
  months: 'weekdays start_hour dates_from dates_until',
  participants: 'kind state marked_at free_until promoted_at booked_at changed_at',
  slots: 'name start_hour price_cents currency removed_at created_at offered_at',
  trainers: 'statement_series years_of_experience hours_a_day weekdays joined_at retired_at offered_at',
}

/** Published texts and pictures, without their author. */
const published: Columns = {
  classes: 'title description created_at changed_at',
  closures: 'from_day until_day reason created_at',
  images: 'width height colour bytes created_at',
  newsletters:
    'subject words state created_at changed_at tested_at written_at unsubscribed refused_in_a_row pause_reason alt_text audience',
  posts: 'caption likes dislikes created_at changed_at',
  reports: 'created_at left_at words',
}

/** Facts that name no person. */
const facts: Columns = {
  audit_entries: 'action subject_kind happened_at',
  members: 'role created_at updated_at',
  users: 'created_at updated_at',
}

export const columnsKept = [anonymousReferences, books, lessons, published, facts]

/** Columns that hold nothing in the test: another value of the row excludes one, or they refer to another row. */
export const columnsLeftEmpty: Columns = {
  activities: 'fold_key',
  audit_entries: 'before',
  bookings: 'hold_expires_at follows_id',
  copies: 'made_at until bytes',
  desk_corrections: 'refund_id',
  disputes: 'stray_charge_id',
  fraud_warnings: 'stray_charge_id kept_by kept_at',
  import_rows: 'facts',
  invoices: 'refund_id corrects title description price_cents',
  lessons: 'instead_of class_id class_time_id room_id capacity',
  opening_balances: 'trainer_id offer_id',
  letters: 'handed_over_at failed_at newsletter_id tell_by tell_until trainer_ids',
  make_ups: 'from_lesson_id spent_on refund_id',
  newsletters: 'begun_at trainer_id',
  collections: 'next_try_at',
  withdrawals: 'taken_back_at',
  voucher_uses: 'returned_at',
  consents: 'heard_by creditor_id',
  memberships:
    'ends_at cancelled_at card_id voucher_id leaving_reason next_offer_id next_offer_from next_offer_told_at next_offer_by',
  orders:
    'hold_expires_at title description guardian_id offer_id begins_at until_at membership_id period repeats_id lesson_id',
  visits: 'lesson_id recorded_by',
  participants: 'allowance_id invited_by queue_number attendance marked_by',
  payments: 'taken_by slip banked_on',
  payouts: 'reverses_id',
  refunds: 'stray_charge_id requested_by handed_back handed_back_by',
  trainer_applications: 'decided_by',
  two_factors: 'last_used_step',
  users: 'erased_at',
}

/** Returns the columns of lists, as `table.column`, in alphabetical order. */
export const namesOf = (...lists: Columns[]): string[] =>
  lists
    .flatMap((list) => Object.entries(list))
    .flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`))
    .toSorted()

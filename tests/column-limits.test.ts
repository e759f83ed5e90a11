import { expect, test } from 'vitest'
import { texts } from '#copy/texts.ts'
import { pool } from '#db/client.ts'
import { bounds, type Bound } from '#domain/bounds.ts'
import { contactFields } from '#domain/members/members.input.ts'
import { useDatabase } from './database.ts'

useDatabase()

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The bounds of texts that people and programs enter, by column. */
const columnBounds: Record<string, Bound> = {
  'users.name': bounds.personName,
  'users.email': bounds.email,
  'users.image': { least: 0, most: bounds.pictureAddress.most },
  'members.height_cm': bounds.heightCm,
  'members.age': bounds.age,
  'members.skills': { least: 0, most: texts.skills.length },
  'members.description': bounds.profileDescription,
  ...Object.fromEntries(contactFields.map((field) => [`members.${snakeCase(field)}`, bounds[field]])),
  'members.member_number': bounds.memberNumber,
  'members.emergency_contact': bounds.emergencyContact,
  'members.language': bounds.language,
  'members.tags': bounds.memberTags,
  'members.newsletter_consent_origin': { ...bounds.consentOrigin, least: 0 },
  'members.contact_email': { ...bounds.email, least: 0 },
  'member_notes.words': bounds.memberNote,
  'waivers.words': bounds.waiver,
  'waivers.questions': bounds.healthQuestions,
  'health_answers.details': bounds.healthDetails,
  'waiver_signatures.signer_name': bounds.personName,
  'waiver_signatures.drawing': bounds.signatureDrawing,
  'waiver_signatures.words_read': bounds.waiver,
  'translations.source': bounds.ownWords,
  'translations.words': bounds.ownWords,
  'imports.source': bounds.importSource,
  'imports.file_name': bounds.fileName,
  'imports.file': bounds.importedBytes,
  'imports.headings': bounds.importedColumns,
  'imports.row_count': bounds.importedRows,
  'comparisons.source': bounds.importSource,
  'import_rows.cells': { ...bounds.importedColumns, least: 0 },
  'import_keys.source': bounds.importSource,
  'opening_balances.source': bounds.importSource,
  'opening_balances.membership': bounds.membershipElsewhere,
  'opening_balances.credits_left': bounds.openingCredits,
  'opening_balances.price_cents': bounds.openingPriceCents,
  'trainer_applications.name': bounds.personName,
  'trainer_applications.years_of_experience': bounds.yearsOfExperience,
  'trainer_applications.hours_a_day': bounds.hoursADay,
  'trainer_applications.reason': bounds.declineReason,
  'trainers.name': bounds.personName,
  'trainers.years_of_experience': bounds.yearsOfExperience,
  'trainers.hours_a_day': bounds.hoursADay,
  'trainers.about': bounds.aboutTrainer,
  'trainers.tax_number': bounds.taxNumber,
  'club.name': bounds.clubName,
  'club.company': bounds.company,
  'club.address': bounds.clubAddress,
  'club.telephone': bounds.telephone,
  'club.email': bounds.clubEmail,
  'club.tax_number': bounds.taxNumber,
  'club.open_since': bounds.openSince,
  'club.at_the_door': bounds.atTheDoor,
  'club.about': bounds.aboutClub,
  'club.former_member_days': bounds.formerMemberDays,
  'club.letter_days': bounds.letterDays,
  'club.activity_days': bounds.activityDays,
  'club.audit_days': bounds.auditDays,
  'club.slot_price_cents': bounds.slotPriceCents,
  'vouchers.percent': bounds.voucherPercent,
  'vouchers.off_cents': { ...bounds.offerPriceCents, least: 1 },
  'vouchers.value_cents': { ...bounds.offerPriceCents, least: 1 },
  'vouchers.most_uses': bounds.voucherUses,
  'vouchers.most_uses_each': bounds.voucherUsesEach,
  'vouchers.periods': bounds.voucherPeriods,
  'offers.title': bounds.offerTitle,
  'offers.description': bounds.offerDescription,
  'offers.price_cents': bounds.offerPriceCents,
  'offers.classes': bounds.offerClasses,
  'offers.min_months': bounds.minMonths,
  'offers.notice_days': bounds.noticeDays,
  'offers.valid_days': bounds.validDays,
  'plans.surcharge_cents': bounds.surchargeCents,
  'plans.classes': bounds.planClasses,
  'bookings.surcharge_cents': bounds.surchargeCents,
  'bookings.plan_classes': bounds.planClasses,
  'policies.close_notice_days': bounds.closeNoticeDays,
  'policies.cool_off_hours': bounds.coolOffHours,
  'policies.cover_hours': bounds.coverHours,
  'policies.cover_percent': bounds.coverPercent,
  'policies.first_hour_notice_minutes': bounds.firstHourNoticeMinutes,
  'policies.cancellation_hours': bounds.cancellationHours,
  'policies.grace_minutes': bounds.graceMinutes,
  'policies.renewal_open_days': bounds.renewalOpenDays,
  'policies.make_up_ahead_days': bounds.makeUpAheadDays,
  'policies.make_up_days': bounds.makeUpDays,
  'policies.make_ups_a_month': bounds.makeUpsAMonth,
  'policies.pause_notice_hours': bounds.pauseNoticeHours,
  'policies.class_cancellation_hours': bounds.classCancellationHours,
  'policies.promoted_notice_minutes': bounds.promotedNoticeMinutes,
  'policies.away_days': bounds.awayDays,
  'policies.book_ahead_days': bounds.bookAheadDays,
  'policies.waiting_lists': bounds.waitingLists,
  'policies.list_open_hours': bounds.listOpenHours,
  'club_devices.name': bounds.deviceName,
  'rooms.name': bounds.roomName,
  'rooms.capacity': bounds.places,
  'class_times.weekday': bounds.weekdayNumber,
  'class_times.start_hour': bounds.startHour,
  'class_times.start_minute': bounds.startMinute,
  'class_times.minutes': bounds.classMinutes,
  'class_times.capacity': bounds.places,
  'club_pictures.alt_text': bounds.clubPictureAltText,
  'testimonials.name': bounds.personName,
  'testimonials.who': bounds.voiceWho,
  'testimonials.words': bounds.voiceWords,
  'slots.name': bounds.slotName,
  'slots.start_hour': bounds.startHour,
  'absences.from_hour': bounds.startHour,
  'absences.until_hour': bounds.untilHour,
  'slots.price_cents': bounds.slotPriceCents,
  // only admins add these
  'bookings.extended_days': { ...bounds.extendedDays, least: 0 },
  'bookings.slot_price_cents': bounds.slotPriceCents,
  'payment_attempts.intent_id': bounds.intentId,
  'payment_attempts.client_secret': bounds.clientSecret,
  'payments.intent_id': bounds.intentId,
  'stray_charges.intent_id': bounds.intentId,
  'closures.reason': bounds.closureReason,
  'make_ups.reason': bounds.officeReason,
  'refunds.reason': bounds.refundReason,
  'refund_settlements.why': bounds.refundReason,
  'payouts.note': bounds.payoutNote,
  'cash_days.note': bounds.cashNote,
  'desk_corrections.reason': bounds.refundReason,
  'bookings.discount_reason': bounds.discountReason,
  'orders.discount_reason': bounds.discountReason,
  'payments.slip': bounds.slip,
  'club.trainer_share': bounds.sharePercent,
  'shares.percent': bounds.sharePercent,
  'payments.share_percent': bounds.sharePercent,
  'members.postal_address': bounds.postalAddress,
  'classes.title': bounds.classTitle,
  'classes.description': bounds.classDescription,
  'posts.caption': bounds.postCaption,
  'reports.words': bounds.postCaption,
  'gallery_items.caption': bounds.galleryCaption,
  'gallery_items.alt_text': bounds.galleryAltText,
  'subscribers.name': { least: 0, most: bounds.personName.most },
  'subscribers.email': bounds.email,
  'newsletters.subject': bounds.newsletterSubject,
  'newsletters.words': bounds.newsletterWords,
  'newsletters.alt_text': bounds.newsletterAltText,
}

/** Texts of the club and the card processor: bounded, but without a form field. */
const writtenByItself = [
  'bookings.network',
  'waiver_signatures.network',
  'health_answers.answers',
  'health_answers.consent',
  'offers.version',
  'consents.words',
  'subscribers.language',
  'memberships.paused_days',
  'pauses.days',
  'activities.detail',
  'activities.facts',
  'activities.fold_key',
  'activities.summary',
  'audit_entries.action',
  'audit_entries.subject_id',
  'audit_entries.subject_kind',
  'bookings.attempt',
  // the name of a slot
  'bookings.held_slot',
  // one value of a list
  'club.language',
  'bookings.month_number',
  'disputes.id',
  'disputes.reason',
  'disputes.status',
  'fraud_warnings.fraud_type',
  'fraud_warnings.id',
  'images.height',
  'images.width',
  'import_keys.key',
  'import_rows.added',
  'import_rows.facts',
  'import_rows.name',
  'import_rows.sentence',
  'compared_charges.name',
  'compared_charges.amount_cents',
  'imports.columns',
  'imports.matched_values',
  'make_ups.request_key',
  'letters.trainer_ids',
  'letters.unsubscribe_path',
  'letters.cause',
  'letters.email',
  'letters.failure',
  'newsletters.pause_reason',
  'letters.html',
  'letters.letter',
  'letters.name',
  'letters.subject',
  'letters.text',
  'allowances.given',
  'lessons.start_hour',
  'lessons.start_minute',
  // copies of a class time
  'lessons.minutes',
  'lessons.capacity',
  'months.start_hour',
  // texts of an offer
  'invoices.description',
  'invoices.title',
  'orders.attempt',
  'orders.description',
  'orders.network',
  'orders.period',
  'orders.request_key',
  'orders.title',
  'payment_attempts.customer_ref',
  'payment_attempts.failure',
  'collection_tries.try',
  'collections.last_failure',
  'collections.tries',
  'processor_customers.customer_ref',
  'stored_cards.brand',
  'stored_cards.creditor_id',
  'consents.creditor_id',
  'stored_cards.customer_ref',
  'stored_cards.mandate_ref',
  'stored_cards.method_ref',
  'payments.card_brand',
  'payments.charge_id',
  'processor_checks.missing_events',
  'processor_events.id',
  'processor_events.type',
  'processor_movements.processor_id',
  'processor_payouts.failure',
  'processor_payouts.id',
  'processor_payouts.reference',
  'processor_payouts.status',
  'refunds.processor_refund_id',
  'refunds.request_key',
  'reports.reason',
  'payouts.request_key',
  'stray_charges.charge_id',
]

/** Tables without a form field: of the sign-in library and the sandbox, and copies on invoices and in archives. */
const libraryTables =
  /^(accounts|archived_statements|invoices|month_archives|sessions|verifications|received_intents|sandbox_intents|sandbox_methods|sandbox_refunds|sandbox_setups|two_factors)\./

/** Reads the bounds of all column checks from the database. */
async function readChecks(): Promise<Record<string, Bound>> {
  const { rows } = await pool.query<{ column: string; definition: string }>(`
    select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1`)
  const bounded = rows.flatMap(({ column, definition }) => {
    const most = / <= (\d+)/.exec(definition)?.[1]
    return most
      ? [[column, { least: Number(/ >= (\d+)/.exec(definition)?.[1] ?? 0), most: Number(most) }]]
      : []
  })
  return Object.fromEntries(bounded) as Record<string, Bound>
}

test('the tables take exactly what fields, pages and the contract take', async () => {
  const checks = Object.entries(await readChecks())
  const typed = checks.filter(([column]) => !writtenByItself.includes(column) && !libraryTables.test(column))
  expect(Object.fromEntries(typed)).toEqual(columnBounds)
  expect(writtenByItself.filter((column) => !checks.some(([checked]) => checked === column))).toEqual([])
})

test('the tables take as many skills, and as long ones, as an application may name', async () => {
  const takes = async (expression: string, value: unknown) =>
    (await pool.query<{ taken: boolean }>(`select ${expression} as taken`, [value])).rows[0]?.taken
  const skill = 'x'.repeat(bounds.skill.most)
  const many = Array.from(
    { length: texts.skills.length + bounds.ownSkills.most },
    (_, index) => `Skill ${index}`,
  )
  expect(await takes('are_skills($1::text[])', [skill])).toBe(true)
  expect(await takes('are_skills($1::text[])', [`${skill}x`])).toBe(false)
  expect(await takes('are_skills($1::text[])', many)).toBe(true)
  expect(await takes('are_skills($1::text[])', [...many, 'One more'])).toBe(false)
})

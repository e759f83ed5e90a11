import type pg from 'pg'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { passwordResets } from '#domain/members/password-reset.server.ts'
import { subscribe } from '#domain/newsletter/subscription.server.ts'
import { requestDataExport } from '#domain/personal-data/data-export.server.ts'
import { createBooking, createSlot } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { withoutTriggers } from './erasure-markers.ts'

/** Writes rows of a person into every table that can have some: buyer, applicant, trainer, admin, author and reader. */
export async function createFullHistory(client: pg.Client, person: Person): Promise<void> {
  const { id, email } = person
  await createBooking(await createSlot(), person, 'ended')
  await subscribe({ name: 'Zdenka', email })
  await passwordResets.enqueue(db, { email })
  await requestDataExport(person)
  const run = (text: string) => client.query(text.replaceAll('$me', `'${id}'`))
  const payment = `(select p.id from payments p join bookings b on b.id = p.booking_id where buyer_id = $me)`
  const booking = `(select id from bookings where buyer_id = $me)`
  const trainer = `(select id from trainers where user_id = $me)`
  const picture = `'${await insertPicture(id)}'::uuid`
  await run(`
    update members set duty = 'reception', blood_group_consented_at = club_now(), newsletter_consent_on = '2026-01-01', newsletter_consent_origin = 'a' where user_id = $me;
    insert into visits (id, member_id, came_at, source) values (gen_random_uuid(), $me, club_now(), 'desk');
    insert into waivers (version, words, written_by) values (1, 'a', $me) on conflict do nothing;
    insert into health_answers (member_id, waiver_version, answers, details, consent, taken_by) values ($me, 1, '{true}', 'a', 'b', $me);
    insert into waiver_signatures (member_id, waiver_version, signer_name, drawing, network, taken_by) values ($me, 1, 'a', 'M1 1', 'b', $me);
    insert into member_notes (member_id, words, written_by) values ($me, 'a', $me);
    insert into guardians (member_id, guardian_id, until) select $me, user_id, '2030-01-01' from members where user_id <> $me limit 1;
    update sessions set acts_for = $me where user_id = $me;
    with made as (
        insert into imports (made_by, file_name, file_digest, source, headings, row_count, columns, matched_values, state, started_at)
        values ($me, 'a', repeat('0', 64), 'a', '{Name}', 1, '[]', '{}', 'done', now()) returning id),
      balance as (
        insert into opening_balances (member_id, source, import_id, membership, credits_left, runs_until, price_cents, next_charge_on)
        select $me, 'a', id, 'a', 3, '2026-01-01', 100, '2026-01-01' from made),
      keyed as (insert into import_keys (source, key, member_id, import_id) select 'a', 'number 1', $me, id from made)
      insert into import_rows (import_id, line, cells, state, name, sentence, member_id, done_at, outcome, added, invited_at)
      select id, 2, '{a}', 'new', 'a', 'b', $me, now(), 'added', '{"subscribed": "a"}', now() from made;
    with made as (insert into comparisons (made_by, source) values ($me, 'a') on conflict do nothing returning id)
      insert into compared_charges (comparison_id, charged_on, line, name, member_id, amount_cents)
      select id, '2026-01-01', 1, 'a', $me, 100 from made;
    insert into two_factors (user_id, secret, backup_codes) values ($me, 'a', 'b');
    insert into trainer_applications (user_id, name, years_of_experience, hours_a_day, weekdays, state, decided_at, reason)
      values ($me, 'a', 1, 1, '{Monday}', 'declined', now(), 'b');
    insert into trainers (user_id, name, years_of_experience, hours_a_day, weekdays, retired_at)
      values ($me, 'a', 1, 1, '{Monday}', now());
    insert into slots (trainer_id, name, start_hour, price_cents, removed_at) values (${trainer}, 'Slot 1', 6, 5000, now());
    insert into shares (trainer_id, counts_from, percent, set_by) values (${trainer}, '2026-01-01', 60, $me);
    insert into absences (trainer_id, from_day, from_hour, until_day, until_hour, set_by)
      values (${trainer}, '2026-01-01', 6, '2026-01-02', 6, $me);
    insert into closures (from_day, until_day, reason, set_by) values ('2026-01-01', '2026-01-01', 'a', $me);
    insert into classes (title, description, image_id, trainer_id) values ('a', 'b', ${picture}, ${trainer});
    insert into posts (author_id, caption, image_id) values ($me, 'a', ${picture});
    insert into posts (author_id, caption, image_id, likes) select user_id, 'of somebody else', ${picture}, 3 from members where user_id <> $me limit 1;
    insert into post_clicks (post_id, user_id, likes) select id, $me, 2 from posts where likes = 3;
    insert into reports (post_id, reporter_id, reason) select id, $me, 'a' from posts limit 1;
    insert into newsletters (subject, words, author_id, image_id, alt_text) values ('a', 'b', $me, ${picture}, 'c');
    insert into audit_entries (actor_id, action, subject_kind, subject_id, after) values ($me, 'a', 'member', $me, '{"reason": "a", "role": "member"}');
    insert into audit_entries (action, subject_kind, subject_id, after)
      values ('leave reported post', 'post', 'another', '{"author": "Zdenka <Vrbová>", "reports": 2}');
    insert into activities (user_id, kind, summary, detail) select user_id, 'booking', 'You held 06:00', 'Slot 1 with Zdenka <Vrbová>, for 15 minutes'
      from members where user_id <> $me limit 1;
    insert into letters (cause, letter, user_id, name, email, subject, html, text) select 'of another', 'a', user_id, 'a', 'another@club.example',
      'Zdenka <Vrbová> gives your hour', 'By Zdenka &lt;Vrbová&gt;.', 'By Zdenka <Vrbová>.' from members where user_id <> $me limit 1;
    insert into letters (cause, letter, user_id, name, email, subject, html, text) values ('of theirs', 'a', $me, 'a', 'me@club.example', 'a', 'a', 'a');
    insert into tellings (letter_id, told_by) select id, $me from letters where cause = 'of theirs';
    insert into verifications (identifier, value, expires_at) values ('a', '{"userId":"' || $me || '","email":"b"}', now());
    insert into make_ups (member_id, booking_id, because, from_date, until, granted_by, reason, request_key)
      values ($me, ${booking}, 'granted', '2020-01-01', '2020-02-01', $me, 'a', 'b');
  `)
  await withoutTriggers(client, () =>
    run(`
    update bookings set discount_cents = 100, discount_reason = 'a' where id in ${booking};
    update orders set discount_cents = 100, discount_reason = 'a', price_cents = amount_cents + 100 where id in ${booking};
    insert into consents (member_id, order_id, kind, words) select $me, id, 'terms', 'a' from bookings where id in ${booking} limit 1;
    insert into offers (kind, title, price_cents, period_months, min_months, notice_days) values ('membership', 'a', 100, 1, 0, 0);
    insert into memberships (member_id, offer_id, state, anchor_at, over_because) select $me, id, 'over', now(), 'not paid' from offers;
    insert into pauses (membership_id, days, asked_by) select id, '[2020-01-01,2020-01-10)', $me from memberships;
    insert into vouchers (code, kind, percent) values ('MARK', 'discount', 10);
    insert into voucher_uses (order_id, voucher_id, cents, returned_cents) select o.id, v.id, 2, 1 from bookings o, vouchers v where o.id in ${booking};
    insert into withdrawals (order_id, due_at, amount_cents, done_at) select id, club_now(), 1, club_now() from bookings where id in ${booking};
    insert into processor_customers (member_id, processor, customer_ref) values ($me, 'sandbox', 'a');
    insert into stored_cards (member_id, processor, customer_ref, method_ref, brand, last4, expires_on, consent_id)
      select $me, 'sandbox', 'a', 'b', 'visa', '4242', '2030-01-31', id from consents where member_id = $me;
    insert into stored_cards (member_id, processor, customer_ref, method_ref, brand, last4, mandate_ref, creditor_id, consent_id)
      select $me, 'sandbox', 'a', 'c', 'sepa_debit', '3000', 'a', 'b', id from consents where member_id = $me;
    insert into collections (order_id, tries, stopped_because, last_failure) select id, 1, 'given up', 'a' from bookings where id in ${booking};
    insert into collection_tries (order_id, try, attempt, card_id, outcome, answered_at)
      select order_id, 1, attempt, stored_cards.id, 'declined', now() from collections join payment_attempts on booking_id = order_id, stored_cards limit 1;
    update payment_attempts set customer_ref = 'a', processing_since = now() where booking_id in ${booking};
    update payments set refunded_cents = 100 where id in ${payment};
    insert into refunds (payment_id, amount_cents, reason, request_key, state, settled_at) values (${payment}, 100, 'a', 'b', 'succeeded', now());
    insert into bounced_refunds (refund_id, amount_cents, settled_at, bounced_at)
      select id, 100, now(), now() from refunds where payment_id in ${payment};
    insert into disputes (id, payment_id, amount_cents, currency, reason, status, answer_by, version) values ('a', ${payment}, 100, 'usd', 'a', 'b', now(), 1);
    insert into fraud_warnings (id, payment_id, fraud_type) values ('a', ${payment}, 'a');
    insert into refund_settlements (refund_id, how, why, settled_by) select id, 'bank', 'a', $me from refunds where payment_id in ${payment};
    insert into stray_charges (booking_id, intent_id, amount_cents, currency) values (${booking}, 'a', 100, 'usd');
    insert into desk_corrections (payment_id, cents, from_method, to_method, reason, corrected_by)
      select id, 100, 'cash', 'transfer', 'a', $me from payments where id in ${payment};
    insert into month_archives (month, from_at, until_at, time_zone, seller_name, seller_address, seller_contact, made_by)
      values ('2026-01-01', '2026-01-01', '2026-02-01', 'UTC', 'a', 'b', 'c', $me);
    insert into archived_statements (month, trainer_id, trainer_name, tax_number) select '2026-01-01', id, 'a', 'b' from trainers where id in ${trainer};
    insert into payouts (trainer_id, amount_cents, request_key, recorded_by) values (${trainer}, 100, 'a', $me);
    insert into cover_payments (lesson_id, booking_id, from_trainer_id, to_trainer_id, amount_cents, currency, policy_version)
      select id, booking_id, trainer_id, ${trainer}, 100, 'usd', 1 from lessons where booking_id in ${booking} limit 1;
    update lessons set cover_policy_version = 1 where booking_id in ${booking};
  `),
  )
}

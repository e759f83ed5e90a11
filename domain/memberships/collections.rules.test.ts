import { expect, test } from 'vitest'
import { outcomeOfDecline } from './collections.rules.ts'

test.each([
  [{ code: 'card_declined', declineCode: 'insufficient_funds' }, 'declined'],
  [{ code: 'card_declined', declineCode: 'lost_card' }, 'never again'],
  [{ code: 'expired_card', declineCode: null }, 'never again'],
  [{ code: 'card_declined', declineCode: 'do_not_honor', advice: 'do_not_try_again' }, 'never again'],
  [{ code: 'authentication_required', declineCode: null }, 'bank asks'],
] as const)('the reason %o of a bank is followed as: %s', (failure, outcome) => {
  expect(outcomeOfDecline({ message: 'No.', ...failure })).toBe(outcome)
})

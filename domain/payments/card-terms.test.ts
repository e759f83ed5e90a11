import { expect, it } from 'vitest'
import { useCards } from '#platform/cards/cards.ts'
import { createStripeProcessor } from '#platform/cards/stripe.ts'
import { useDatabase } from '#tests/database.ts'
import { cardTerms } from './card-terms.server.ts'

useDatabase()

it('a secret key in the place of the publishable one never leaves for a page', () => {
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: null }
  useCards(createStripeProcessor({ ...keys, publishableKey: 'sk_test_1' }))
  expect(cardTerms).toThrow('The publishable key of Stripe is not one.')
  useCards(createStripeProcessor({ ...keys, publishableKey: 'pk_test_1' }))
  expect(cardTerms()).toMatchObject({ publishableKey: 'pk_test_1' })
})

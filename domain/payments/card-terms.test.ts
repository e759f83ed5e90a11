import { expect, test } from 'vitest'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { disabledProcessor } from '#platform/cards/disabled-processor.ts'
import { createStripeProcessor } from '#platform/cards/stripe.ts'
import { useDatabase } from '#tests/database.ts'
import { useSandbox } from '#tests/factories.ts'
import { cardTerms } from './card-terms.server.ts'

useDatabase()

test('a secret key in the place of the publishable one never leaves for a page', () => {
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: null }
  const swapped = { ...keys, publishableKey: 'sk_test_1' }
  expect(() => createStripeProcessor(swapped)).toThrow('The publishable key of Stripe is not one.')
  setCardProcessor(createStripeProcessor({ ...keys, publishableKey: 'pk_test_1' }))
  expect(cardTerms()).toEqual({ processor: 'stripe', publishableKey: 'pk_test_1' })
})

test('the payment page of the demo club asks for a card itself', () => {
  useSandbox()
  expect(cardTerms()).toEqual({ processor: 'sandbox', publishableKey: '' })
})

test('the payment page of a club that takes no cards says where to ask', () => {
  setCardProcessor(disabledProcessor)
  expect(cardTerms()).toEqual({
    processor: 'none',
    refusal: 'This club can’t take cards yet. Please ask at the desk.',
  })
})

export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** URL of Stripe's API, for a double in tests; null for Stripe itself. */
  apiUrl: string | null
}

type StripeVariables = Partial<
  Record<
    'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL',
    string | undefined
  >
>

/** Whether a key, restricted keys included, is live. */
export const isLiveKey = (key: string): boolean => /^(sk|rk|pk)_live_/.test(key)

/** Stripe's publishable key, for browsers. */
export const publishableKeyPattern = /^pk_(live|test)_\w+$/

/** Reads the Stripe settings, or null. Adds errors to `problems`. */
export function readStripeSettings(given: StripeVariables, problems: string[]): StripeSettings | null {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = given
  const apiUrl = given.STRIPE_API_URL ?? null
  if (!secretKey && !publishableKey && !webhookSecret && apiUrl === null) return null
  if (!secretKey || !publishableKey || !webhookSecret) {
    problems.push(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be given together, none empty.',
    )
    return null
  }
  for (const [name, key, shape, says] of [
    ['STRIPE_SECRET_KEY', secretKey, /^[sr]k_(live|test)_\w+$/, 'sk_ or rk_'],
    ['STRIPE_PUBLISHABLE_KEY', publishableKey, publishableKeyPattern, 'pk_'],
    ['STRIPE_WEBHOOK_SECRET', webhookSecret, /^whsec_\S+$/, 'whsec_'],
  ] as const)
    if (!shape.test(key)) problems.push(`${name} must be the key of Stripe that begins with ${says}.`)
  if (isLiveKey(secretKey) !== isLiveKey(publishableKey))
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.')
  if (apiUrl !== null && !URL.canParse(apiUrl)) problems.push('STRIPE_API_URL must be an address.')
  return { secretKey, publishableKey, webhookSecret, apiUrl }
}

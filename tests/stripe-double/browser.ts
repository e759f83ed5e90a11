import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

const script = join(import.meta.dirname, 'stripe-script.js')

/** Routes a browser's requests for Stripe's script and API to the double. */
export async function routeStripe(context: BrowserContext, doubleUrl: string): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ path: script, contentType: 'text/javascript; charset=utf-8' }),
  )
  await context.route('https://api.stripe.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const response = await route.fetch({ url: `${doubleUrl}${pathname}${search}` })
    await route.fulfill({ response })
  })
}

// The browser's client of the REST contract. Pages import it instead of using the contract's field names.

import {
  ApiError,
  getToken,
  renewToken,
  requestJson,
  requestJsonAs,
  type Account,
} from './authorized-request.ts'

/**
 * Starts the payment of a booking at the displayed price, in cents. Returns the client secret of the
 * intent.
 */
export async function createIntent(account: Account, bookingId: string, shownCents: number): Promise<string> {
  const body = { price: shownCents / 100, bookedId: bookingId }
  const { clientSecret } = await requestJsonAs<{ clientSecret: string }>(
    account,
    'POST',
    '/api/create-payment-intent',
    body,
  )
  return clientSecret
}

/** Saves a payment that the card processor has confirmed. Returns its id. */
export async function savePayment(
  account: Account,
  payment: { bookingId: string; intentId: string; shownCents: number },
): Promise<string> {
  const body = {
    email: account.email,
    price: payment.shownCents / 100,
    date: new Date().toISOString(),
    bookedId: payment.bookingId,
    transctionID: payment.intentId,
  }
  const { paymentResult } = await requestJsonAs<{ paymentResult: { insertedId: string } }>(
    account,
    'POST',
    '/api/payments',
    body,
  )
  return paymentResult.insertedId
}

/** Begins to store a card without a payment, by the call at this path. Returns the client secret. */
export async function beginSetup(account: Account, path: string): Promise<string> {
  const { clientSecret } = await requestJsonAs<{ clientSecret: string }>(account, 'POST', path, {})
  return clientSecret
}

export type TypedCard = { number: string; expiryMonth: number; expiryYear: number; securityCode: string }
export type BillingDetails = { email: string; name: string }
/** `asks`: the bank requires authentication by the cardholder. */
export type CardResult = { outcome: 'succeeded' | 'asks'; intentId: string }

type IntentResponse = { id: string; status: string }

/**
 * Calls the demo club's card processor. A payment that already succeeded in another window counts as
 * success.
 */
async function sendToSandbox(path: string, body: unknown): Promise<CardResult> {
  try {
    return toCardResult(await requestJson<IntentResponse>('POST', path, body))
  } catch (error) {
    const paid = error instanceof ApiError ? error.facts.paidIntent : null
    if (typeof paid === 'string') return { outcome: 'succeeded', intentId: paid }
    throw error
  }
}

const toCardResult = ({ id, status }: IntentResponse): CardResult => ({
  intentId: id,
  outcome: status === 'succeeded' ? 'succeeded' : 'asks',
})

/** Pays with the demo club's card processor. Throws the processor's message if the card is declined. */
export async function confirmSandboxCard(
  clientSecret: string,
  card: TypedCard,
  billingDetails: BillingDetails,
): Promise<CardResult> {
  const { number, expiryMonth, expiryYear, securityCode } = card
  const wireCard = { number, exp_month: expiryMonth, exp_year: expiryYear, cvc: securityCode }
  return sendToSandbox('/api/sandbox/confirm', {
    clientSecret,
    card: wireCard,
    billing_details: billingDetails,
  })
}

/** Completes the demo bank's authentication, as the cardholder or not. */
export async function answerSandboxChallenge(clientSecret: string, isOwner: boolean): Promise<CardResult> {
  return sendToSandbox('/api/sandbox/challenge', { clientSecret, pass: isOwner })
}

/**
 * Uploads a picture and reports progress from 0 to 100. Returns its address. `cancel` aborts the upload.
 */
export async function uploadPicture(
  email: string,
  file: File,
  onSent: (percent: number) => void,
  cancel: AbortSignal,
): Promise<string> {
  try {
    return await sendPicture(await getToken(email), file, onSent, cancel)
  } catch (error) {
    // the token was revoked meanwhile, for example by a new role
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return sendPicture(await renewToken(email), file, onSent, cancel)
  }
}

function sendPicture(
  token: string,
  file: File,
  onSent: (percent: number) => void,
  cancel: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress
    const request = new XMLHttpRequest()
    request.responseType = 'json'
    request.open('POST', '/api/images')
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onSent((loaded / total) * 100)
    request.onerror = () =>
      reject(new ApiError(0, 'The club couldn’t be reached. Check your connection and try again.'))
    request.onabort = () => reject(new ApiError(0, 'The upload was cancelled.'))
    request.onload = () => {
      const answer = request.response as { message?: string; data?: { display_url: string } } | null
      if (request.status === 200 && answer?.data) resolve(answer.data.display_url)
      else
        reject(
          new ApiError(
            request.status,
            answer?.message ?? 'The picture couldn’t be uploaded. Please try again.',
          ),
        )
    }
    cancel.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.set('image', file)
    request.send(form)
  })
}

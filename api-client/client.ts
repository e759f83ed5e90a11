// The browser's side of the contract: with sending.ts all of this room that pages may import. It speaks the wire's
// words so that pages need not.

import { ApiError, getToken, renewToken, requestJson, requestJsonAs } from './request.ts'

/** Begins the payment of a booking at the price that was shown, in cents; answers the intent's secret. */
export async function createIntent(email: string, bookingId: string, shownCents: number): Promise<string> {
  const body = { price: shownCents / 100, bookedId: bookingId }
  const { clientSecret } = await requestJsonAs<{ clientSecret: string }>(
    email,
    'POST',
    '/api/create-payment-intent',
    body,
  )
  return clientSecret
}

/** Saves a payment that the card processor has confirmed; answers its id. */
export async function savePayment(
  email: string,
  payment: { bookingId: string; intentId: string; shownCents: number },
): Promise<string> {
  const body = {
    email,
    price: payment.shownCents / 100,
    date: new Date().toISOString(),
    bookedId: payment.bookingId,
    transctionID: payment.intentId,
  }
  const { paymentResult } = await requestJsonAs<{ paymentResult: { insertedId: string } }>(
    email,
    'POST',
    '/api/payments',
    body,
  )
  return paymentResult.insertedId
}

export type TypedCard = { number: string; expiryMonth: number; expiryYear: number; securityCode: string }
export type BillingDetails = { email: string; name: string }
/** `asks` means that the bank wants to hear from the card's owner first. */
export type CardResult = { outcome: 'succeeded' | 'asks'; intentId: string }

type IntentResponse = { id: string; status: string }

/** Gives something to the demo club's card processor; what went through in another window is as good as this. */
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

/** Pays at the demo club's card processor; a declined card throws with the processor's sentence. */
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

/** Answers the demo bank's question whether this is really the card's owner. */
export async function answerSandboxChallenge(clientSecret: string, isOwner: boolean): Promise<CardResult> {
  return sendToSandbox('/api/sandbox/challenge', { clientSecret, pass: isOwner })
}

/** Uploads a picture, telling how much of it was sent (0 to 100); answers its address. `cancel` stops it. */
export async function uploadPicture(
  email: string,
  file: File,
  onSent: (percent: number) => void,
  cancel: AbortSignal,
): Promise<string> {
  try {
    return await sendPicture(await getToken(email), file, onSent, cancel)
  } catch (error) {
    // the token died meanwhile, as with a new role
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
    // fetch cannot tell how much of a body was sent
    const request = new XMLHttpRequest()
    request.responseType = 'json'
    request.open('POST', '/api/images')
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onSent((loaded / total) * 100)
    request.onerror = () =>
      reject(new ApiError(0, 'The club could not be reached. Check your connection and try again.'))
    request.onabort = () => reject(new ApiError(0, 'The upload was cancelled.'))
    request.onload = () => {
      const answer = request.response as { message?: string; data?: { display_url: string } } | null
      if (request.status === 200 && answer?.data) resolve(answer.data.display_url)
      else
        reject(
          new ApiError(
            request.status,
            answer?.message ?? 'The picture could not be uploaded. Please try again.',
          ),
        )
    }
    cancel.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.set('image', file)
    request.send(form)
  })
}

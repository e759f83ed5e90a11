import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { createIntent, savePayment } from '#api-client/client.ts'
import { ApiError } from '#api-client/request.ts'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import { toast } from '#app/frame/toast-store.ts'
import { texts } from '#copy/texts.ts'

/** The booking is not what this page shows any more. */
const isOutdated = (error: unknown) => error instanceof ApiError && error.status === 409

/**
 * The secret of the booking's intent as it was asked for with the page, and `ask`, which asks again: whether
 * this person may pay this price is known only just before a card goes out.
 */
export function useIntentSecret({ id, buyer, amountCents }: Booking) {
  const [secret, setSecret] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const ask = useCallback(async () => {
    try {
      return await createIntent(buyer.email, id, amountCents ?? 0)
    } catch (error) {
      if (isOutdated(error)) void revalidate()
      throw error
    }
  }, [id, buyer.email, amountCents, revalidate])
  useEffect(() => {
    let current = true
    ask()
      .then((value) => current && (setSecret(value), setProblem(null)))
      .catch((error: Error) => current && setProblem(error.message))
    return () => {
      current = false
    }
  }, [ask])
  return { secret, problem, ask }
}

/**
 * Saves a confirmed payment, goes home, and tells the other windows of this browser, which then show that it is
 * paid. Throws when the club could not be told; the money was taken all the same.
 */
export function useSavedPayment({ id, buyer, amountCents }: Booking) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const windows = useRef<BroadcastChannel>(null)
  useEffect(() => {
    const channel = new BroadcastChannel('paid')
    channel.onmessage = ({ data }) => data === id && void revalidate()
    windows.current = channel
    return () => channel.close()
  }, [id, revalidate])
  return async (intentId: string) => {
    try {
      await savePayment(buyer.email, { bookingId: id, intentId, shownCents: amountCents ?? 0 })
    } catch (error) {
      if (isOutdated(error)) void revalidate()
      throw error
    }
    windows.current?.postMessage(id)
    toast.good(texts.payment.done)
    await navigate('/')
  }
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { ApiError, type Account } from '#api-client/authorized-request.ts'
import { createIntent, savePayment } from '#api-client/client.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { toast } from '#app/frame/toast-store.ts'
import { texts } from '#copy/texts.ts'

/** What a card pays for. */
export type PaidOrder = {
  id: string
  buyer: { name: string; email: string }
  amountCents: number | null
  currency: string
  /** Why the last card was refused. */
  failure: string | null
  /** It may have been a direct debit that was refused. */
  takesDebit?: boolean
  /** The card is stored for the next periods of a membership. */
  storesCard?: boolean
  /** The message and the page after the payment; without them those of a booking. */
  next?: { text: string; path: string }
}

/** Returns the account that pays: a guardian's own, who may act for the buyer. */
export function useAccount(): Account {
  const { viewer } = useLayoutProps()
  const [email, actsFor] = [viewer?.email ?? '', viewer?.actedFor ?? null]
  return useMemo(() => ({ email, actsFor }), [email, actsFor])
}

/** Whether the order has changed since the page was loaded. */
const isOutdated = (error: unknown) => error instanceof ApiError && error.status === 409

/**
 * Returns the client secret of the order's intent and `request`, which requests it again. Only a request right
 * before the payment proves that this person may pay this price.
 */
export function useIntentSecret({ id, amountCents }: PaidOrder) {
  const account = useAccount()
  const [secret, setSecret] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const request = useCallback(async () => {
    try {
      return await createIntent(account, id, amountCents ?? 0)
    } catch (error) {
      if (isOutdated(error)) void revalidate()
      throw error
    }
  }, [id, account, amountCents, revalidate])
  useEffect(() => {
    let current = true
    request()
      .then((value) => current && (setSecret(value), setProblem(null)))
      .catch((error: Error) => current && setProblem(error.message))
    return () => {
      current = false
    }
  }, [request])
  return { secret, problem, request }
}

/**
 * Returns a function that saves a confirmed payment, notifies other windows of this browser and opens the next page.
 * It throws when the request fails, although the money was taken.
 */
export function useSavedPayment({
  id,
  amountCents,
  next = { text: texts.payment.done, path: '/' },
}: PaidOrder) {
  const account = useAccount()
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
      await savePayment(account, { bookingId: id, intentId, shownCents: amountCents ?? 0 })
    } catch (error) {
      if (isOutdated(error)) void revalidate()
      throw error
    }
    windows.current?.postMessage(id)
    toast.good(next.text)
    await navigate(next.path)
  }
}

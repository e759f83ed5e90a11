import { data, type ClientActionFunctionArgs } from 'react-router'
import { clientAction } from '#app/forms/client-action.ts'

type Handlers = {
  /** Stores what was submitted. Returns whether it is of a kind that is sent later. */
  store: (fields: FormData) => boolean
  /** What was submitted has reached the club. */
  sent?: (fields: FormData) => void
}

/** Submits a form, and stores it on the device when the club cannot be reached. */
export async function submitOrStore(
  { request, serverAction }: ClientActionFunctionArgs,
  { store, sent }: Handlers,
) {
  const form = request.clone().formData()
  const result = await clientAction({ serverAction })
  const fields = await form
  if (!isUnreachable(result)) {
    sent?.(fields)
    return result
  }
  // with an error status, so that React Router does not reload the page's data
  return store(fields) ? data(null, { status: 503 }) : result
}

const isUnreachable = (result: unknown) => {
  const { data: answer } = (result ?? {}) as { data?: { problem?: { code: string } } }
  return answer?.problem?.code === 'unavailable'
}

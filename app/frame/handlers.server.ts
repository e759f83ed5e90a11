import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Failure, FormProblem } from '#app/forms/form-problem.ts'
import { readForm, serializeFields } from '#app/forms/read-form.server.ts'
import { DomainError, unexpectedMessage, type DomainErrorCode } from '#core/errors.ts'
import type { Actor } from '#domain/actor.ts'
import { toDomainError, httpStatusOf } from '#domain/error-mapping.server.ts'
import { splitLanguage } from '#messages/languages.ts'
import { t } from '#messages/t.ts'
import { logError, redactPath } from '#platform/observability/log.ts'
import { limitWrite } from '#platform/rate-limits/rate-limits.ts'
import type { Multipart } from '#platform/request-body/multipart.ts'
import { requestContext, type PageRequest } from './request-context.ts'

type RouteArgs = {
  request: Request
  /** The URL of the page, also for a request for its data only. */
  url: URL
  context: Readonly<RouterContextProvider>
}

/** Passed to loaders and actions besides React Router's own arguments. */
export type LoaderContext = { actor: Actor; page: PageRequest }

/** Actions read the form themselves, after the authorisation. */
export type ActionContext = LoaderContext & {
  /** Reads the form. Only `fileField` may carry a file, of at most `maxFileBytes`. */
  readForm: (fileField?: string, maxFileBytes?: number) => Promise<Multipart>
}

/**
 * Creates a loader from a function that receives the actor. An `unauthenticated` error becomes a redirect to
 * the sign-in page and back; every other error reaches the error boundary with its status.
 */
export function createLoader<Args extends RouteArgs, Result>(
  work: (args: Args & LoaderContext) => Promise<Result>,
) {
  return async (args: Args): Promise<Result> => {
    const page = args.context.get(requestContext)
    try {
      return await work({ ...args, page, actor: await page.actor() })
    } catch (error) {
      throw toResponse(error, args, page)
    }
  }
}

/**
 * Creates an action in the same way. Errors that the sender can correct, such as invalid input and conflicts,
 * are returned to the form with a message and the submitted values.
 */
export function createAction<Args extends RouteArgs, Result>(
  work: (args: Args & ActionContext) => Promise<Result>,
) {
  return async (args: Args): Promise<Result | ReturnType<typeof data<FormProblem>>> => {
    const page = args.context.get(requestContext)
    let form: Multipart | undefined
    try {
      const actor = await page.actor()
      await limitWrite(actor.kind === 'person' ? actor.id : null, page.address)
      const read = async (fileField?: string, maxFileBytes?: number) => {
        form = await readForm(args.request, page.address, fileField, maxFileBytes)
        requireSameViewer(actor, form.fields.get('openedBy'))
        return form
      }
      return await work({ ...args, page, actor, readForm: read })
    } catch (error) {
      const known = toDomainError(error)
      if (known && correctableErrors.has(known.code)) return toProblem(known, page, form)
      throw toResponse(error, args, page)
    }
  }
}

/**
 * Throws `forbidden` when another person has signed in since the form was opened, so that nothing is saved in
 * their name.
 */
function requireSameViewer(actor: Actor, openedBy: string | null): void {
  if (openedBy === null || actor.kind !== 'person' || actor.email === openedBy) return
  throw new DomainError('forbidden', t('handlers.someoneElseIsSigned'))
}

/** Errors that the form shows with the submitted values, so that it can be submitted again. */
const correctableErrors = new Set<DomainErrorCode>([
  'invalid',
  'conflict',
  'too-slow',
  'too-large',
  'limited',
  'unavailable',
])

function toProblem(error: DomainError, page: PageRequest, form?: Multipart) {
  const { code, message, errors, facts } = error
  setRetryAfter(error, page)
  return data<FormProblem>(
    { problem: { code, message, errors, facts, typed: form && serializeFields(form) } },
    { status: httpStatusOf[code] },
  )
}

function toResponse(error: unknown, { request, url }: RouteArgs, page: PageRequest): unknown {
  const known = toDomainError(error)
  if (known === null) return error instanceof Error ? internalError(error, request, page) : error
  if (known.code === 'unauthenticated')
    return redirect(signInUrl(splitLanguage(url.pathname).path + url.search))
  const failure: Failure = { code: known.code, message: known.message, reference: page.id }
  setRetryAfter(known, page)
  return data(failure, { status: httpStatusOf[known.code] })
}

/** Logs an unexpected error. The response contains only the request's id. */
function internalError(error: Error, request: Request, { id }: PageRequest) {
  logUnexpectedError(error, request, id)
  return data<Failure>({ code: 'broken', message: unexpectedMessage(), reference: id }, { status: 500 })
}

/** Logs an unexpected error, unless the client has closed the connection. */
export function logUnexpectedError(
  error: unknown,
  { url, method, signal }: Request,
  requestId: string,
): void {
  if (!signal.aborted) logError(error, { requestId, method, path: redactPath(new URL(url).pathname) })
}

const maxReturnPathLength = 2_000

/** Returns the URL of the sign-in page that leads back to `from`, unless `from` is too long for a header. */
export const signInUrl = (from: string) =>
  from.length > maxReturnPathLength ? '/signIn' : `/signIn?${new URLSearchParams({ from })}`

function setRetryAfter({ retryAfter }: DomainError, page: PageRequest): void {
  if (retryAfter !== null) page.headers.set('Retry-After', String(Math.ceil(retryAfter)))
}

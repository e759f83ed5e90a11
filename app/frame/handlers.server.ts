import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Session } from '#sign-in/sessions/sessions.server.ts'
import type { Actor } from '#domain/actor.ts'
import type { ClubFacts } from '#domain/club/club.rules.ts'
import { DomainError, type DomainErrorCode } from '#core/errors.ts'
import { toDomainError, httpStatusOf } from '#domain/error-mapping.server.ts'
import { limitWrite } from '#platform/rate-limits/rate-limits.ts'
import { logError, redactPath } from '#platform/observability/log.ts'
import type { Failure, FormProblem } from '#app/forms/form-problem.ts'
import { readForm, serializeFields } from '#app/forms/read-form.server.ts'
import type { Multipart } from '#platform/request-body/multipart.ts'
import { requestContext, type PageRequest } from './request-context.ts'

type RouteArgs = {
  request: Request
  /** The address of the page, also where the browser asks for its data. */
  url: URL
  context: Readonly<RouterContextProvider>
}

/** What loaders and actions get beside React Router's own arguments. */
export type LoaderContext = { actor: Actor; page: PageRequest }

/** Actions read the form themselves, once they know that this actor may send it. */
export type ActionContext = LoaderContext & {
  /** Only the field named here may carry a file. */
  readForm: (fileField?: string) => Promise<Multipart>
}

/**
 * Makes a loader of a function that gets the actor, and turns the club's errors into responses: a visitor
 * is sent to sign in and comes back, everything else reaches the error boundary with its status.
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

/** What a loader gets whose page is the same for everybody: nothing that tells who asks. */
export type PublicLoaderArgs<Args extends { params: unknown }> = Pick<Args, 'params'> & {
  url: URL
  club: ClubFacts
}

/** What one person alone is shown on a page that is otherwise the same for everybody. */
type PersonalPart<Own> = {
  /** Whether this person may have such a thing, as far as their session tells. */
  isPossibleFor: (session: Session) => boolean
  read: (actor: Actor, request: Request) => Promise<Own | null>
}

const personalPartChecks = new WeakMap<object, PersonalPart<unknown>['isPossibleFor']>()

/** Whose page a loader makes anew each time; null when it makes everybody's, because it knows who asks. */
export const personalPartCheck = (loader: object) => personalPartChecks.get(loader) ?? null

/**
 * Makes a loader of a function that cannot know who asks, so that its page may be kept for all people of a role:
 * it gets neither the actor nor the request with its cookies. What one person alone is shown is a part of its own.
 */
export function createPublicLoader<Args extends RouteArgs & { params: unknown }, Result, Own = never>(
  work: (args: PublicLoaderArgs<Args>) => Promise<Result>,
  ownPart: PersonalPart<Own> = { isPossibleFor: () => false, read: async () => null },
) {
  const loader = createLoader(async ({ params, request, url, page, actor }: Args & LoaderContext) => {
    const [shown, own] = await Promise.all([
      work({ params, url, club: page.club }),
      page.isPublic ? null : ownPart.read(actor, request),
    ])
    return { ...shown, own }
  })
  personalPartChecks.set(loader, ownPart.isPossibleFor)
  return loader
}

/**
 * Makes an action likewise; input that is wrong, and conflicts, come back to the form with what to say and what
 * was typed.
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
      const read = async (fileField?: string) => {
        form = await readForm(args.request, page.address, fileField)
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
 * Throws `forbidden` when the form was opened by somebody who is signed in no more: what they wrote would be another
 * person's, who uses the same browser.
 */
function requireSameViewer(actor: Actor, openedBy: string | null): void {
  if (openedBy === null || actor.kind !== 'person' || actor.email === openedBy) return
  throw new DomainError('forbidden', 'Somebody else is signed in here now, so nothing was saved.')
}

/** Refusals that a form shows, with what was typed, to be sent once more. */
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
  if (known.code === 'unauthenticated') return redirect(signInUrl(url.pathname + url.search))
  const failure: Failure = { code: known.code, message: known.message, reference: page.id }
  setRetryAfter(known, page)
  return data(failure, { status: httpStatusOf[known.code] })
}

/** What nobody expected is logged, and told with nothing but the name under which it stands in the log. */
function internalError(error: Error, request: Request, { id }: PageRequest) {
  logUnexpectedError(error, request, id)
  const message = 'Something went wrong on our side. It has been noted.'
  return data<Failure>({ code: 'broken', message, reference: id }, { status: 500 })
}

/** Logs what nobody expected, unless nobody waits for it any more. */
export function logUnexpectedError(
  error: unknown,
  { url, method, signal }: Request,
  requestId: string,
): void {
  if (!signal.aborted) logError(error, { requestId, method, path: redactPath(new URL(url).pathname) })
}

const maxReturnPathLength = 2_000

/** Where a visitor signs in who comes back to this address; a header that tells a longer one could not be read. */
export const signInUrl = (from: string) =>
  from.length > maxReturnPathLength ? '/signIn' : `/signIn?${new URLSearchParams({ from })}`

function setRetryAfter({ retryAfter }: DomainError, page: PageRequest): void {
  if (retryAfter !== null) page.headers.set('Retry-After', String(Math.ceil(retryAfter)))
}

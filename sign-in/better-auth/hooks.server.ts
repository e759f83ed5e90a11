import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { conflict, DomainError, type FieldErrors } from '#core/errors.ts'
import { bounds } from '#domain/bounds.ts'
import { parseInput } from '#domain/input.ts'
import { isUnverified } from '#domain/members/email-address.server.ts'
import { personName } from '#domain/members/members.input.ts'
import { syncTrainerName } from '#domain/members/profile.server.ts'
import { syncPortrait } from '#domain/members/sync-portrait.server.ts'
import { toGoogleAvatarUrl, pictureIdFromOwnUrl } from '#domain/pictures/picture-address.rules.ts'
import { ownsPicture } from '#domain/pictures/picture-queries.server.ts'
import { t } from '#messages/t.ts'
import { isSignInPage, safeReturnPath } from '#sign-in/return-path.rules.ts'
import { signUpFieldsInput, changePasswordInput, codeInput, signInInput } from '#sign-in/sign-in.input.ts'

const anyPicture = z
  .string('This picture can’t be used.')
  .max(bounds.pictureAddress.most, 'This picture can’t be used.')
const returnPath = z
  .string()
  .refine((path) => safeReturnPath(path) === path || isSignInPage(path), 'This isn’t a path of this site.')
  .optional()
const googleBody = z.strictObject({
  provider: z.literal('google'),
  callbackURL: returnPath,
  newUserCallbackURL: returnPath,
  errorCallbackURL: returnPath,
  disableRedirect: z.boolean().optional(),
})

// The allowed routes with the schemas of their bodies. Other fields are refused.
function routeSchemas(origins: string[]): Record<string, z.ZodType | null> {
  const picture = anyPicture.refine(
    (address) => toGoogleAvatarUrl(address) !== null || pictureIdFromOwnUrl(address, origins) !== null,
    "A picture must be one of the club's own uploads.",
  )
  const remember = { rememberMe: z.boolean().optional() }
  return {
    '/sign-up/email': z.strictObject({
      ...signUpFieldsInput.shape,
      // an account that does not exist yet cannot own an upload
      image: picture
        .refine((address) => toGoogleAvatarUrl(address) !== null, 'This picture can’t be used.')
        .optional(),
      ...remember,
    }),
    '/sign-in/email': z.strictObject({ ...signInInput.shape, ...remember }),
    '/two-factor/verify-totp': codeInput.strict(),
    '/two-factor/verify-backup-code': codeInput.strict(),
    '/sign-in/social': googleBody,
    '/link-social': googleBody,
    '/update-user': z.strictObject({ name: personName.optional(), image: picture.optional() }),
    '/change-password': z.strictObject({
      ...changePasswordInput.shape,
      // a password change always ends other sessions
      revokeOtherSessions: z
        .boolean()
        .default(true)
        .transform(() => true),
    }),
    '/sign-out': null,
    '/get-session': null,
    '/callback/:id': null,
  }
}

const openRoutes = new Set(Object.keys(routeSchemas([])))
const getAndPostRoutes = new Set(['/get-session', '/callback/:id'])

/** Methods of a route; empty if it is not allowed. */
export function allowedMethods(path: string): string[] {
  const route = path === '/callback/google' ? '/callback/:id' : path
  if (!openRoutes.has(route)) return []
  return getAndPostRoutes.has(route) ? ['GET', 'POST'] : ['POST']
}

/**
 * Enforces the club's rules on Better Auth's routes and blocks all others: mails, changes of email,
 * deletion, raw tokens, and routes that a later version adds.
 */
export function beforeHook(origins: string[]) {
  const open = routeSchemas(origins)
  return createAuthMiddleware(async (context) => {
    const schema = open[context.path]
    // the club's own operations may call routes that are blocked over HTTP
    if (schema === undefined && context.request === undefined) return undefined
    if (schema === undefined) throw new APIError('NOT_FOUND', { message: 'There is nothing here.' })
    if (schema === null) return undefined
    const body = parseBody(schema, context.body)
    if (context.path === '/link-social') await requireVerifiedEmail(context)
    const pictureId =
      context.path === '/update-user' ? pictureIdFromOwnUrl(context.body?.image, origins) : null
    if (pictureId !== null) {
      const session = await getSessionFromCtx(context)
      if (session && !(await ownsPicture(session.user.id, pictureId)))
        throw invalidInput('A picture must be your own upload.')
    }
    return { context: { body } }
  })
}

/** Prevents connecting Google to an account that was registered with another person's address. */
async function requireVerifiedEmail(context: Parameters<typeof getSessionFromCtx>[0]): Promise<void> {
  const session = await getSessionFromCtx(context)
  if (session && isUnverified(session.user)) throw conflict(t('refusal.pleaseConfirmYourAddress'))
}

const invalidInput = (message: string, errors: FieldErrors = {}) =>
  new APIError('UNPROCESSABLE_ENTITY', { code: 'INVALID_INPUT', message, errors })

function parseBody(schema: z.ZodType, body: unknown): unknown {
  try {
    return parseInput(schema, body)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw invalidInput(error.message, error.errors)
  }
}

/**
 * Removes session tokens from responses that scripts can read, and copies a changed picture to the member.
 */
export function afterHook(origins: string[]) {
  return createAuthMiddleware(async (context) => {
    const { returned } = context.context
    if (returned instanceof Error || typeof returned !== 'object' || returned === null) return undefined
    if (context.path === '/update-user') {
      const { image, name } = (context.body ?? {}) as { image?: unknown; name?: unknown }
      const session = await getSessionFromCtx(context)
      if (session && image !== undefined) await syncPortrait(session.user.id, image, origins)
      if (session && name !== undefined) await syncTrainerName(session.user.id)
      return undefined
    }
    if ('token' in returned) return context.json({ ...returned, token: null })
    if ('session' in returned && typeof returned.session === 'object' && returned.session !== null)
      return context.json({ ...returned, session: { ...returned.session, token: null } })
    return undefined
  })
}

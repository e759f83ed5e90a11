import { z } from 'zod'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import { reading } from '#domain/input.ts'
import { emailAddress, normalizeEmailAddress, personName } from '#domain/members/members.input.ts'
import { t } from '#messages/t.ts'
import { characterClasses } from './passwords/password.rules.ts'

const fields = texts.fields

/** A new password, with a message for every rule it breaks. */
const newPassword = z.string({ error: () => fields.passwordRequired }).superRefine((text, context) => {
  const tell = (message: string) => context.addIssue({ code: 'custom', message })
  if (text === '') return tell(fields.passwordRequired)
  if (text.length < bounds.password.least) tell(fields.passwordTooShort)
  if (text.length > bounds.password.most) tell(fields.passwordTooLong)
  if (!Object.values(characterClasses).every((each) => each.test(text))) tell(fields.passwordTooPlain)
})

/** An uploaded file: bytes on the server, a File in the browser. */
const photo = reading(
  (chosen: Uint8Array | Blob | undefined) => chosen,
  z.custom<Uint8Array | Blob>(
    (value) =>
      (value instanceof Uint8Array && value.byteLength > 0) || (value instanceof Blob && value.size > 0),
    { error: () => fields.photoRequired },
  ),
)

const account = { name: personName, email: emailAddress, password: newPassword }
export const signUpInput = z.object({ ...account, photo })
export type SignUpInput = z.input<typeof signUpInput>
export const claimInput = z.object({ email: emailAddress, password: newPassword })
export type ClaimInput = z.input<typeof claimInput>
/** `signUpInput` without the photo. */
export const signUpFieldsInput = z.object(account)

export const signInInput = z.object({
  email: z
    .string({ error: () => fields.emailRequired })
    .max(2_000, { error: () => t('input.emailAddress') })
    .transform(normalizeEmailAddress)
    .pipe(z.string().min(1, { error: () => fields.emailRequired })),
  // no rules, so that a wrong password gets the same message
  password: z
    .string({ error: () => fields.passwordRequired })
    .max(2_000, { error: () => t('input.passwordTooLong') }),
})
export type SignInInput = z.input<typeof signInInput>

export const newPasswordInput = z.object({ newPassword })
export type NewPasswordInput = z.input<typeof newPasswordInput>

const currentPassword = z
  .string({ error: () => t('input.currentPassword') })
  .min(1, { error: () => t('input.currentPassword') })
  .max(2_000, { error: () => t('input.passwordTooLong') })

export const currentPasswordInput = z.object({ currentPassword })
export type CurrentPasswordInput = z.input<typeof currentPasswordInput>
export const changeEmailInput = z.object({ email: emailAddress, currentPassword })
export type ChangeEmailInput = z.input<typeof changeEmailInput>
export const changePasswordInput = z
  .object({ currentPassword, newPassword })
  .refine((passwords) => passwords.newPassword !== passwords.currentPassword, {
    path: ['newPassword'],
    error: () => t('input.samePassword'),
  })
export type ChangePasswordInput = z.input<typeof changePasswordInput>

const codeRequired = { error: () => t('input.code') }
/** Removes spaces and dashes of all kinds, turns full-width digits into digits, and restores a recovery code's dash. */
export const normalizeCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .replace(/^([A-Za-z0-9]{5})([A-Za-z0-9]{5})$/, '$1-$2')

/** Canonical form for comparing recovery codes: without case, and with the characters that are written alike. */
export const foldCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[582]/g, (digit) => ({ 5: 'S', 8: 'B', 2: 'Z' })[digit] ?? digit)
const code = z
  .string(codeRequired)
  .max(100, { error: () => t('input.codeTooLong') })
  .transform(normalizeCode)

/** Whether this is a code of an authenticator app; recovery codes contain letters. */
export const isAppCode = (text: string): boolean => /^\d{6}$/.test(text)

/** A code of the app or a recovery code. */
export const codeInput = z.object({ code: code.pipe(z.string().min(1, codeRequired)) })
export type CodeInput = z.input<typeof codeInput>
export const appCodeInput = z.object({
  code: code.refine(isAppCode, { error: () => t('input.appCode') }),
})

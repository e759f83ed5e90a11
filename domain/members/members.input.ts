import { z } from 'zod'
import { line, paragraph } from '#domain/input.ts'
import { bounds, type Bound } from '#words/bounds.ts'
import { texts } from '#words/texts.ts'

const { fields } = texts

export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const

export const personName = line('Name', bounds.personName, fields.nameRequired)

const isEmail = z.email()

/** An e-mail address, in lower case: capitals make no difference between people. */
export const emailAddress = z
  .string({ error: fields.emailRequired })
  .max(2_000, 'This is not an e-mail address.')
  .transform((text) => text.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, fields.emailRequired)
      .refine(
        (text) => text === '' || (text.length <= bounds.email.most && isEmail.safeParse(text).success),
        'This is not an e-mail address.',
      ),
  )

const classes = [/[A-Z]/, /[a-z]/, /[0-9]/, /[!@#$&*]/]

/** The password a person chooses; every rule it breaks is told at once. */
const newPassword = z.string({ error: fields.passwordRequired }).superRefine((text, context) => {
  const tell = (message: string) => context.addIssue({ code: 'custom', message })
  if (text === '') return tell(fields.passwordRequired)
  if (text.length < bounds.password.least) tell(fields.passwordTooShort)
  if (text.length > bounds.password.most) tell(fields.passwordTooLong)
  if (!classes.every((each) => each.test(text))) tell(fields.passwordTooPlain)
})

/** A chosen file: bytes on the server, a file of the form in the browser. */
const photo = z.custom<Uint8Array | Blob>(
  (value) =>
    (value instanceof Uint8Array && value.byteLength > 0) || (value instanceof Blob && value.size > 0),
  fields.photoRequired,
)

const account = { name: personName, email: emailAddress, password: newPassword }
export const signUpInput = z.object({ ...account, photo })
/** The same rules without the photo, which is the form's. */
export const bareSignUpInput = z.object(account)

export const signInInput = z.object({
  email: z
    .string({ error: fields.emailRequired })
    .max(2_000, 'This is not an e-mail address.')
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.string().min(1, fields.emailRequired)),
  // no rule: whatever it is, it is right or it is not
  password: z.string({ error: fields.passwordRequired }).max(2_000, 'This password is too long.'),
})

export const changePasswordInput = z.object({
  currentPassword: z
    .string({ error: 'Your current password is required.' })
    .min(1, 'Your current password is required.')
    .max(2_000, 'This password is too long.'),
  newPassword,
})

// Forms send text and calls send numbers; an emptied field of a form means 'nothing said'.
const wholeNumber = (label: string, unit: string, { least, most }: Bound) => {
  const message = `${label} must be a whole number from ${least} to ${most}${unit}.`
  return z.preprocess(
    (value) => {
      if (value === null || value === undefined || value === '') return null
      return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
    },
    z.number({ error: message }).int(message).min(least, message).max(most, message).nullable(),
  )
}

const skill = z.enum(texts.skills, { error: 'Choose the skills from the list.' })

export const profileInput = z.object({
  name: personName,
  heightCm: wholeNumber('Height', ' cm', bounds.heightCm),
  age: wholeNumber('Age', '', bounds.age),
  bloodGroup: z.preprocess(
    (value) =>
      value === undefined || value === '' ? null : typeof value === 'string' ? value.trim() : value,
    z
      .enum(bloodGroups, { error: `Blood group must be one of ${bloodGroups.join(', ')}, or empty.` })
      .nullable(),
  ),
  skills: z.preprocess(
    (value) => (value === undefined || value === null || value === '' ? [] : value),
    z
      .array(skill, { error: 'Choose the skills from the list.' })
      .max(50, 'Choose the skills from the list.')
      .transform((chosen) => texts.skills.filter((each) => chosen.includes(each))),
  ),
  description: z.preprocess((value) => value ?? '', paragraph('Description', bounds.profileDescription)),
})

export type Profile = z.output<typeof profileInput>

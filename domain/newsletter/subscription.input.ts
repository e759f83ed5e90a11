import { z } from 'zod'
import { reading } from '#domain/input.ts'
import { emailAddress, personName } from '#domain/members/members.input.ts'
import { t } from '#messages/t.ts'

// Name and address become mail headers, so line breaks are refused (header injection).
const oneLine = reading(
  (value: string) => (typeof value === 'string' ? value.replace(/^[ \t]+|[ \t]+$/g, '') : value),
  z.unknown().refine((value) => typeof value !== 'string' || !/[\r\n\u0085\u2028\u2029]/.test(value), {
    error: () => t('input.lineBreaks'),
    abort: true,
  }),
)

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

export const subscribeInput = z.object({
  // optional, although the form asks for it
  name: reading<string | null | undefined, z.ZodType<string | undefined>>(
    (value) => (isBlank(value) ? undefined : value),
    oneLine.pipe(personName).optional(),
  ).optional(),
  email: oneLine.pipe(emailAddress),
})
export type SubscribeInput = z.input<typeof subscribeInput>

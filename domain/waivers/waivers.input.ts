import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, paragraph, reading } from '#domain/input.ts'

const stale = 'This form isn’t valid any more. Please open it again.'

export const waiverInput = z.object({ words: paragraph('The text', bounds.waiver) })
export type WaiverInput = z.input<typeof waiverInput>

export const signatureInput = z.object({
  /** The version that was read. */
  version: z.coerce.number(stale).int(stale).positive(stale),
  signerName: line('Your name', bounds.personName),
  /** Path of an SVG; null if it was not drawn. */
  drawing: reading(
    (value: string | null) => (value === '' ? null : value),
    z
      .string()
      .max(bounds.signatureDrawing.most, 'That drawing is too long. Please draw it again.')
      .regex(/^[ML0-9 ]+$/, 'That drawing cannot be read. Please draw it again.')
      .nullable(),
  ).prefault(null),
})
export type SignatureInput = z.input<typeof signatureInput>

import { z } from 'zod'
import { optionalLine, reading } from '#domain/input.ts'
import { bounds } from '#words/bounds.ts'

/** Why something may be taken down. */
export const takeDownReasons = [
  'Somebody in it did not agree',
  'Not true',
  'Advertising',
  'Unkind',
  'Something else',
] as const

export const takeDownInput = z
  .object({
    reason: reading((chosen: string) => chosen, z.enum(takeDownReasons, { error: 'Choose a reason.' })),
    words: optionalLine('Your words', bounds.takeDownWords),
  })
  .refine(({ reason, words }) => reason !== 'Something else' || words !== '', {
    error: 'Say what it is.',
    path: ['words'],
  })
export type TakeDownInput = z.input<typeof takeDownInput>

import { z } from 'zod'
import { optionalLine, reading } from '#domain/input.ts'
import { bounds } from '#words/bounds.ts'
import { objections } from './moderation.rules.ts'

export const objectionInput = z
  .object({
    reason: reading((chosen: string) => chosen, z.enum(objections, { error: 'Choose a reason.' })),
    words: optionalLine('Your words', bounds.takeDownWords),
  })
  .refine(({ reason, words }) => reason !== 'Something else' || words !== '', {
    error: 'Say what it is.',
    path: ['words'],
  })
export type ObjectionInput = z.input<typeof objectionInput>

/** `Advertising. We sell none.` */
export const reasonIn = ({ reason, words }: z.output<typeof objectionInput>) =>
  reason === 'Something else' ? words : [reason, words].filter(Boolean).join('. ')

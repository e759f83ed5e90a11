import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, paragraph, reading } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { mostQuestions, questionsIn } from './health-questions.rules.ts'

const stale = { error: () => t('input.staleForm') }

export const waiverInput = z.object({
  words: paragraph(() => t('input.theText'), bounds.waiver),
  /** One a line. */
  questions: paragraph(() => t('input.theQuestions'), bounds.healthQuestions)
    .refine((text) => questionsIn(text).length <= mostQuestions, {
      error: () => t('input.tooManyQuestions', { most: mostQuestions }),
    })
    .prefault(''),
})
export type WaiverInput = z.input<typeof waiverInput>

/** A person's answers to the health questions; null for one that is left out or does not exist. */
const healthAnswersInput = z.object({
  answers: z
    .array(
      reading(
        (value: string | null) => (value === 'yes' ? true : value === 'no' ? false : null),
        z.boolean().nullable(),
      ),
    )
    .max(mostQuestions, stale),
  details: paragraph(() => t('health.whatWeShouldKnow'), bounds.healthDetails).prefault(''),
  consents: z.boolean(),
})
export type GivenHealthAnswers = z.output<typeof healthAnswersInput>

export const signatureInput = z.object({
  /** The version that was read. */
  version: z.coerce.number(stale).int(stale).positive(stale),
  /** That of the words that were read; null without a check. */
  textVersion: z.string().max(100).nullable().prefault(null),
  signerName: line(() => t('input.yourName'), bounds.personName),
  /** Path of an SVG; null if it was not drawn. */
  drawing: reading(
    (value: string | null) => (value === '' ? null : value),
    z
      .string()
      .max(bounds.signatureDrawing.most, { error: () => t('input.drawingTooLong') })
      .regex(/^[ML0-9 ]+$/, { error: () => t('input.drawingUnreadable') })
      .nullable(),
  ).prefault(null),
  health: healthAnswersInput.prefault({ answers: [], consents: false }),
})
export type SignatureInput = z.input<typeof signatureInput>

import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'

const tap = z.object({
  id: z.string().max(100),
  memberId: z.string().max(100),
  lessonId: z.string().max(100).nullable(),
  secondsAgo: z
    .int()
    .min(0)
    .max(bounds.tapHours.most * 60 * 60),
})

/** Taps that a device of the desk recorded without a connection, with the seconds since each. */
export const deskTapsInput = z.array(tap).max(bounds.tapsAtOnce.most)
export type DeskTap = z.output<typeof deskTapsInput>[number]

import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'

export const attendances = ['attended', 'missed', 'excused'] as const

const tap = {
  id: z.string().max(100),
  secondsAgo: z
    .int()
    .min(0)
    .max(bounds.tapHours.most * 60 * 60),
}

/** A check-in at the desk; without a lesson, of a member who came to train. */
const arrival = z.object({
  ...tap,
  memberId: z.string().max(100),
  lessonId: z.string().max(100).nullable(),
})

/** A mark on the list of a lesson; null removes it. */
const mark = z.object({
  ...tap,
  participantId: z.string().max(100),
  lessonId: z.string().max(100),
  attendance: z.enum(attendances).nullable(),
})

/** Taps that a device recorded without a connection, with the seconds since each. */
export const deskTapsInput = z.array(z.union([mark, arrival])).max(bounds.tapsAtOnce.most)
export type DeskTap = z.output<typeof deskTapsInput>[number]
export type ArrivalTap = z.output<typeof arrival>

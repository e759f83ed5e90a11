import { z } from 'zod'
import { calendarDay } from '#domain/input.ts'

export const priceChangeInput = z.object({ fromDay: calendarDay('Choose the first day.') })

export type PriceChangeInput = z.input<typeof priceChangeInput>

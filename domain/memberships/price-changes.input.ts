import { z } from 'zod'
import { calendarDay } from '#domain/input.ts'
import { t } from '#messages/t.ts'

export const priceChangeInput = z.object({ fromDay: calendarDay(() => t('input.chooseTheFirstDay')) })

export type PriceChangeInput = z.input<typeof priceChangeInput>

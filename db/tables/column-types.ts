import type { ColumnType } from 'kysely'

export type CreatedAt = ColumnType<Date, Date | undefined, never>
export type Timestamp = ColumnType<Date, Date, Date>
/** The driver reads exact decimals as text. */
export type GeneratedDecimal = ColumnType<string, number | undefined, number>
export type MaybeTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
/** A day of the club's calendar: `2026-11-23`. */
export type Day = string

import type { ColumnType, JSONColumnType } from 'kysely'

export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
/** A value kept as JSON, written as text. */
export type Json<T extends object> = JSONColumnType<T>

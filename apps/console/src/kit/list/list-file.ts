import { csvFile, csvLine } from '@dineward/core/shared/text/csv.ts'
import type { ListColumn } from './list.ts'

/** More would take minutes, and more memory than a phone's browser has. */
export const fileLimit = 20_000

/** @returns a CSV of every column that has a value. */
export function listFile<T>(columns: readonly ListColumn<T>[], rows: readonly T[]): string {
  const written = columns.filter(({ value }) => value)
  const lines = rows.map(row => csvLine(written.map(({ value }) => value!(row) ?? '')))
  return csvFile([csvLine(written.map(({ header }) => header)), ...lines])
}

export interface Pages<P> {
  readonly loaded: readonly P[]
  /** @returns null after the last page. */
  readonly next: (pages: readonly P[]) => (() => Promise<P>) | null
}

/** Reads the pages that are not loaded yet. @returns the rows, and whether there are more than the limit */
export async function readAll<P, T>(
  { loaded, next }: Pages<P>,
  rowsOf: (page: P) => readonly T[],
  onProgress: (count: number) => void,
  limit = fileLimit,
): Promise<{ rows: T[]; isCut: boolean }> {
  const pages = [...loaded]
  const rows = pages.flatMap(rowsOf)
  for (let read = next(pages); read && rows.length < limit; read = next(pages)) {
    onProgress(rows.length)
    const page = await read()
    pages.push(page)
    rows.push(...rowsOf(page))
  }
  return { rows: rows.slice(0, limit), isCut: rows.length > limit || next(pages) !== null }
}

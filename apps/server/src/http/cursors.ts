import { AppError } from '@dineward/core/shared/errors.ts'

/* Where a page of a list ends: times of its last row, then what else its order is by. */

const separator = '~'
const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/

/** @param rows one more than the page has, where there are more */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  placeOf: (last: T) => readonly (string | Date)[],
): { readonly page: readonly T[]; readonly after: string | null } {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const parts = last && placeOf(last).map(part => (part instanceof Date ? part.toISOString() : part))
  return { page, after: parts?.join(separator) ?? null }
}

/** @returns the times, and the rest as one text; null for the first page. @throws `validation_failed` */
export function readCursor(
  cursor: string | undefined,
  timeCount: number,
): { readonly times: readonly string[]; readonly rest: string } | null {
  if (cursor === undefined) return null
  const parts = cursor.replaceAll('\0', '').split(separator)
  const [times, rest] = [parts.slice(0, timeCount), parts.slice(timeCount).join(separator)]
  if (rest === '' || !times.every(text => time.test(text) && !Number.isNaN(Date.parse(text))))
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'after', message: 'This is not a place in the list.' }],
    })
  return { times, rest }
}

import * as z from 'zod/mini'

/** From query text, bounded so that offsets stay exact. */
export const pageNumber = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000)),
  1,
)

export function pageSize(defaultSize: number, maxSize: number) {
  return z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxSize)), defaultSize)
}

export function totalPages(totalResultSize: number, size: number): number {
  return Math.ceil(totalResultSize / size)
}

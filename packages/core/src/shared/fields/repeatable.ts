import * as z from 'zod/mini'

/** A query parameter may be repeated: one value arrives as text, several as a list. */
export function repeatable<T extends z.ZodMiniType>(item: T, max = 20) {
  return z.optional(
    z.union([
      z.array(item).check(z.maxLength(max)),
      z.pipe(
        item,
        z.transform(one => [one]),
      ),
    ]),
  )
}

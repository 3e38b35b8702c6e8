import type { FieldError } from '@dineward/core/shared/errors.ts'
import { ApiError } from './api.ts'

/** The first sentence of each field of a form, without the name of what the form is about. */
export function errorsOf(error: unknown): Record<string, string> {
  const list: readonly FieldError[] = error instanceof ApiError ? error.fieldErrors : []
  return Object.fromEntries(
    list
      .toReversed()
      .map(({ field, message }) => [
        field.replace(/^(facts|terms|definition|event|offer)\./, '').split('.')[0],
        message,
      ]),
  )
}

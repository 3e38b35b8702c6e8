import type * as z from 'zod/mini'

const message = 'This field is required.'

const isEmpty = ({ origin, minimum }: { readonly origin: string; readonly minimum: unknown }): boolean =>
  origin === 'string' && minimum === 1

/** Of a schema whose value is missing or empty. A text there would be said of each of its other checks as well. */
export const required = {
  error: (issue: z.core.$ZodRawIssue): string | undefined =>
    issue.code === 'invalid_type' || (issue.code === 'too_small' && isEmpty(issue)) ? message : undefined,
}

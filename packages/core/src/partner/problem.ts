import * as z from 'zod/mini'

/** It is written for the author of the data. */
export interface Problem {
  /** It says where in the file, dotted: `colors.action`. It is empty for the file as a whole. */
  readonly path: string
  readonly message: string
}

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** zod/mini has no messages. */
const inWords = z.locales.en().localeError

export function checkedBy<T>(schema: z.ZodMiniType<T>, input: unknown): Checked<T> {
  const result = schema.safeParse(input, { error: inWords })
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, problems: result.error.issues.flatMap(problemsOf) }
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({ path: dotted([...issue.path, key]), message: 'is not a known field' }))
  }
  return [{ path: dotted(issue.path), message: issue.message }]
}

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.')

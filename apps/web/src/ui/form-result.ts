import { parse, type SubmissionResult } from '@conform-to/react'
import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { FieldProblems } from './form-data.ts'

/** How an action answers a form that it rejects: what was typed, and what is wrong by field; `''` is the whole form. */
export type FormResult = SubmissionResult<string[]>

/** The submission of a form that was checked by our own rules. */
export const submissionOf = (form: FormData, problems: FieldProblems) => submission(form, errorsOf(problems))

interface Rejection {
  readonly fieldErrors?: FieldProblems
  /** About the whole form. */
  readonly formErrors?: readonly string[]
  /** Fields that are not sent back. */
  readonly secret?: readonly string[]
}

/** Reject a form: what was typed is kept, except secrets. */
export function rejectForm(
  form: FormData,
  { fieldErrors = {}, formErrors = [], secret = [] }: Rejection,
): FormResult {
  const error = { ...errorsOf(fieldErrors), ...(formErrors.length > 0 ? { '': [...formErrors] } : {}) }
  return submission(form, error).reply({ hideFields: [...secret, botCheckField] })
}

function submission(form: FormData, error: Record<string, string[]>) {
  return parse<FormData, string[]>(form, {
    resolve: () => (Object.keys(error).length > 0 ? { error } : { value: form }),
  })
}

const errorsOf = (problems: FieldProblems): Record<string, string[]> =>
  Object.fromEntries(Object.entries(problems).map(([name, message]) => [name, [message]]))

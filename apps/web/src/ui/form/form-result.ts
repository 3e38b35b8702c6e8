import { parse, type SubmissionResult } from '@conform-to/react'
import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { FieldProblems } from './form-data.ts'

/** The action's response to an invalid form: values, and errors by field; `''` is the whole form. */
export type FormResult = SubmissionResult<string[]>

/** Our own rules have validated the submission. */
export const submissionOf = (form: FormData, problems: FieldProblems) => submission(form, errorsOf(problems))

interface Rejection {
  readonly fieldErrors?: FieldProblems
  readonly formErrors?: readonly string[]
  readonly secret?: readonly string[]
}

/** Return the values, except secrets. */
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

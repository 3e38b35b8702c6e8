import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'

/** What is wrong with the fields of a form: a sentence by field name. */
export type FieldProblems = Readonly<Record<string, string>>

/** A form that was posted and refused, as its route's action answers it. Passwords never travel back. */
export interface FormFailure {
  readonly values: Readonly<Record<string, string>>
  readonly fieldErrors: FieldProblems
  /** About the whole form. */
  readonly formErrors: readonly string[]
}

/** What was typed, without the fields that must not be seen again. */
export function typedValues(form: FormData, secret: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string' && name !== botCheckField && !secret.includes(name) ? [[name, value]] : [],
    ),
  )
}

/** The text of a field, or nothing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A checkbox is posted only when it is ticked. */
export function isTicked(form: FormData, name: string): boolean {
  return form.has(name)
}

/** The answer of the bot check, for the call that the form makes. */
export function botCheckAnswerOf(form: FormData): { readonly [botCheckField]?: string } {
  const answer = textOf(form, botCheckField)
  return answer ? { [botCheckField]: answer } : {}
}

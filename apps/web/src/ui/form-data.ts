import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'

/** What is wrong with the fields of a form: a message by field name. */
export type FieldProblems = Readonly<Record<string, string>>

/** The text of a field, or an empty one. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A checkbox is posted only when it is ticked. */
export function isTicked(form: FormData, name: string): boolean {
  return form.has(name)
}

/** The bot check's token, for the call that the form makes. */
export function botCheckAnswerOf(form: FormData): { readonly [botCheckField]?: string } {
  const answer = textOf(form, botCheckField)
  return answer ? { [botCheckField]: answer } : {}
}

import { botCheckField } from '@dineward/core/bot-check/bot-check.rules.ts'

export type FieldProblems = Readonly<Record<string, string>>

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Browsers post a checkbox only when it is checked. */
export function isTicked(form: FormData, name: string): boolean {
  return form.has(name)
}

export type BotCheckAnswer = { readonly [botCheckField]?: string }

export function botCheckAnswerOf(form: FormData): BotCheckAnswer {
  const answer = textOf(form, botCheckField)
  return answer ? { [botCheckField]: answer } : {}
}

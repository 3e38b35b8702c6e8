import type { WriteCopy } from '../partner/partner-context.tsx'
import { type FieldProblems, textOf } from './form-failure.ts'

/** What a field of text must be (shell §5). Looked at in this order; the first that fails is said. */
export interface FieldRules {
  /** What the field is called in a message. */
  readonly label: string
  /** `true` says 'This field is required.'; a text says itself. */
  readonly required?: boolean | string
  /** Of a number. */
  readonly min?: number
  readonly max?: number
  /** Of characters, without the spaces around them. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: { readonly value: RegExp; readonly message: string }
  /** What is wrong, in words; null for nothing. Asked last. */
  readonly validate?: (text: string, form: FormData) => string | null
}

/** What is wrong with a form, by field, in the order of the rules. Only a required field may not be empty. */
export function problemsOf(
  copy: WriteCopy,
  rules: Readonly<Record<string, FieldRules>>,
  form: FormData,
): FieldProblems {
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      const problem = problemOf(copy, rule, textOf(form, name).trim(), form)
      return problem === null ? [] : [[name, problem]]
    }),
  )
}

function problemOf(copy: WriteCopy, rule: FieldRules, text: string, form: FormData): string | null {
  if (text === '') {
    if (!rule.required) return null
    return rule.required === true ? copy('validation.requiredPlain') : rule.required
  }
  return (
    numberProblem(copy, rule, text) ??
    lengthProblem(copy, rule, text) ??
    (rule.pattern && !rule.pattern.value.test(text) ? rule.pattern.message : null) ??
    rule.validate?.(text, form) ??
    null
  )
}

function numberProblem(copy: WriteCopy, { label, min, max }: FieldRules, text: string): string | null {
  if (min === undefined && max === undefined) return null
  const value = Number(text)
  const say = (key: 'validation.min' | 'validation.max', num: number) =>
    copy(key, { 'field label': label, num: String(num) })
  if (min !== undefined && !(value >= min)) return say('validation.min', min)
  return max !== undefined && !(value <= max) ? say('validation.max', max) : null
}

/** As people count: a flag is one character. */
const lengthOf = (text: string) => [...text].length

function lengthProblem(copy: WriteCopy, rule: FieldRules, text: string): string | null {
  const { label, minLength, maxLength } = rule
  const length = lengthOf(text)
  const characters = (num: number) => ({ 'field label': label, num: `${num} characters` })
  if (minLength !== undefined && minLength === maxLength && length !== minLength)
    return copy('validation.exactLength', characters(minLength))
  if (minLength !== undefined && length < minLength)
    return copy('validation.minLength', characters(minLength))
  if (maxLength !== undefined && length > maxLength)
    return copy('validation.maxLength', { 'field label': label, num: String(maxLength) })
  return null
}

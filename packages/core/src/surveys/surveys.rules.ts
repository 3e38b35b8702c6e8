import { days } from '../shared/clock.ts'
import { maxAnswerLength, type SurveyQuestion, surveyScale } from './survey-questions.ts'

/** What decides whether a survey is shown (shell §4 Survey bar). */
export interface SurveyTerms {
  readonly id: string
  /** It is in days. */
  readonly cookie_timeout: number
  readonly url_allow_list: readonly { readonly url_allowed: string }[]
  readonly url_disallow_list: readonly { readonly url_disallowed: string }[]
}

/** Clocks differ a little; a later day was not written by us. */
const clockToleranceMs = days(1)

/**
 * @returns null where the path is not allowed, disallowed, or it was seen within its timeout. Paths match as prefixes.
 */
export function surveyToShow<S extends SurveyTerms>(
  surveys: readonly S[],
  path: string,
  lastSeen: (surveyId: string) => string | null,
  now: Date,
): S | null {
  return (
    surveys.find(
      survey =>
        isAllowedAt(survey, path) && !wasSeenWithin(lastSeen(survey.id), days(survey.cookie_timeout), now),
    ) ?? null
  )
}

function isAllowedAt({ url_allow_list, url_disallow_list }: SurveyTerms, path: string): boolean {
  const allowed = prefixes(url_allow_list.map(entry => entry.url_allowed))
  const disallowed = prefixes(url_disallow_list.map(entry => entry.url_disallowed))
  const matches = (prefix: string) => path.startsWith(prefix)
  return (allowed.length === 0 || allowed.some(matches)) && !disallowed.some(matches)
}

const prefixes = (entries: readonly string[]): string[] =>
  entries.map(entry => entry.trim()).filter(entry => entry !== '')

function wasSeenWithin(seen: string | null, timeoutMs: number, now: Date): boolean {
  const ago = now.getTime() - (seen === null ? Number.NaN : Date.parse(seen))
  return ago > -clockToleranceMs && ago < timeoutMs
}

/** They go by question id, as sent: text or number. */
export type SurveyAnswers = Readonly<Record<string, string | number>>

/** Answers are trimmed, of known questions, without empty ones. `problems` names missing and invalid answers. */
export function checkAnswers(
  questions: readonly SurveyQuestion[],
  given: SurveyAnswers,
): {
  readonly answers: Record<string, string | number>
  readonly problems: readonly { readonly id: string; readonly problem: 'required' | 'invalid' }[]
} {
  const answers: Record<string, string | number> = {}
  const problems: { id: string; problem: 'required' | 'invalid' }[] = []
  for (const question of questions) {
    const { id, required } = question
    const text = Object.hasOwn(given, id) ? String(given[id]).trim() : ''
    if (text === '') {
      if (required) problems.push({ id, problem: 'required' })
      continue
    }
    const answer = answerOf(question, text)
    if (answer === null) problems.push({ id, problem: 'invalid' })
    else answers[id] = answer
  }
  return { answers, problems }
}

function answerOf(question: SurveyQuestion, text: string): string | number | null {
  if (question.kind === 'text') return text.length <= maxAnswerLength ? text : null
  if (question.kind === 'choice') return question.options.includes(text) ? text : null
  return surveyScale.find(step => String(step) === text) ?? null
}

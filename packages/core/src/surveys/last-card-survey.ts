import { asksSurveysItself, type WithSettings } from '../partner/partner-questions.ts'
import { typeformOrigin } from './survey-frame.rules.ts'
import type { SurveyQuestion } from './survey-questions.ts'

/** Why members leave. A partner's own entry of this id replaces the questions (docs/content.md). */
export const lastCardSurveyId = 'last-card'

export const lastCardQuestions: readonly SurveyQuestion[] = [
  {
    id: 'why',
    kind: 'choice',
    text: 'What made you delete your last card?',
    required: false,
    options: [
      'I have another card now',
      'Too few restaurants near me',
      'The rewards are too low',
      'I don’t want payments monitored',
    ],
  },
  { id: 'comment', kind: 'text', text: 'Is there anything else you would like to tell us?', required: false },
]

/** The partner's external form where it is configured, else our own. */
export function lastCardSurveyAddress(
  partner: WithSettings<'surveyProvider' | 'typeformCode' | 'name'>,
): string {
  const { typeformCode, name } = partner.settings
  if (asksSurveysItself(partner) || typeformCode === null) return `/surveys/form/${lastCardSurveyId}`
  const about = new URLSearchParams({ partner_code: name })
  return `${typeformOrigin}/to/${encodeURIComponent(typeformCode)}#${about}`
}

import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { maxQuestions, surveyQuestionSchema } from './survey-questions.ts'

const surveyId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const note = z.optional(z.string().check(z.maxLength(300)))

export const getSurvey = defineContract({
  method: 'GET',
  path: '/api/Surveys/:surveyId',
  summary: 'What a survey of the partner asks. Surveys that are asked elsewhere are not known here.',
  access: 'public',
  params: z.object({ surveyId }),
  response: z.object({ id: z.string(), text: z.string(), questions: z.array(surveyQuestionSchema) }),
  errors: ['validation_failed', 'survey_not_found'],
})

/** Form texts are parsed as numbers where a question needs one. */
export const postSurveyAnswers = defineContract({
  method: 'POST',
  path: '/api/Surveys/:surveyId/Answers',
  summary: 'Answers a survey, as the signed-in member or as a visitor.',
  access: 'public',
  personalized: true,
  params: z.object({ surveyId }),
  body: z.object({
    answers: z
      .record(z.string().check(z.maxLength(40)), z.union([z.string().check(z.maxLength(2_000)), z.number()]))
      .check(z.refine(answers => Object.keys(answers).length <= maxQuestions, 'has too many answers')),
    context: z._default(
      z.object({
        utm_campaign: note,
        utm_medium: note,
        utm_source: note,
        utm_term: note,
        utm_content: note,
        publicId: note,
        partnerCode: note,
        path: note,
      }),
      {},
    ),
  }),
  response: z.object({ responseId: z.string() }),
  errors: ['validation_failed', 'survey_not_found', 'csrf_invalid', 'cross_site_refused', 'rate_limited'],
})

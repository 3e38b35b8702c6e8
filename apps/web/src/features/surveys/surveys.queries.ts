import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import type { getSurvey, postSurveyAnswers } from '@dineward/core/surveys/surveys.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

export type AskedSurvey = ContractResponse<typeof getSurvey>

export function surveyQuery(app: AppContext, surveyId: string) {
  return queryOptions({
    queryKey: ['survey', surveyId],
    queryFn: () => app.api.call<typeof getSurvey>('GET', '/api/Surveys/:surveyId', { params: { surveyId } }),
  })
}

/** `address` is that of the form's page. @throws ApiError */
export async function sendAnswers(
  app: AppContext,
  survey: AskedSurvey,
  form: FormData,
  address: URL,
): Promise<{ responseId: string }> {
  const asked = ['utm_campaign', 'utm_medium', 'utm_source', 'utm_term', 'utm_content'] as const
  const context: Partial<Record<(typeof asked)[number] | 'publicId' | 'partnerCode' | 'path', string>> = {}
  for (const name of asked) noteIn(context, name, address.searchParams.get(name))
  noteIn(context, 'path', address.searchParams.get('utm_source'))
  noteIn(context, 'publicId', form.get(aboutField('public_id')))
  noteIn(context, 'partnerCode', form.get(aboutField('partner_code')))
  return app.api.call<typeof postSurveyAnswers>('POST', '/api/Surveys/:surveyId/Answers', {
    params: { surveyId: survey.id },
    body: { answers: answersIn(survey, form), context },
  })
}

export function answersIn(survey: AskedSurvey, form: FormData): Record<string, string> {
  return Object.fromEntries(
    survey.questions.flatMap(({ id }) => {
      const value = form.get(id)
      return typeof value === 'string' ? [[id, value] as const] : []
    }),
  )
}

/** Question ids begin with a letter, so this is not one. */
export const aboutField = (name: string) => `_${name}`

function noteIn<K extends string>(context: Partial<Record<K, string>>, name: K, value: unknown): void {
  if (typeof value === 'string' && value !== '') context[name] = value.slice(0, 300)
}

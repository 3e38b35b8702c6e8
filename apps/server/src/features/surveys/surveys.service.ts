import { randomUUID } from 'node:crypto'
import type { ContentFields } from '@dineward/core/content/content-fields.ts'
import { asksSurveysItself, hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { lastCardQuestions, lastCardSurveyId } from '@dineward/core/surveys/last-card-survey.ts'
import { defaultQuestions, type SurveyQuestion } from '@dineward/core/surveys/survey-questions.ts'
import { checkAnswers, type SurveyAnswers } from '@dineward/core/surveys/surveys.rules.ts'
import { type Context, memberOf } from '../../context.ts'
import { insertSurveyAnswers } from './surveys.repository.ts'

export interface Survey {
  readonly id: string
  readonly text: string
  readonly questions: SurveyQuestion[]
}

/** @throws `survey_not_found`. */
export function findSurvey(
  ctx: Context,
  input: { surveyId: string; surveys: readonly ContentFields['surveys'][] },
): Survey {
  const found = asksSurveysItself(ctx.partner)
    ? input.surveys.find(survey => survey.id === input.surveyId)
    : undefined
  if (found) {
    const { id, text, questions } = found
    return { id, text, questions: [...(questions.length > 0 ? questions : defaultQuestions)] }
  }
  if (input.surveyId !== lastCardSurveyId || !hasEnrollment(ctx.partner))
    throw new AppError('survey_not_found')
  const text = ctx.partner.copy['cards.confirmLast.survey']
  return { id: lastCardSurveyId, text, questions: [...lastCardQuestions] }
}

/** @throws `validation_failed` by question. */
export async function answerSurvey(
  ctx: Context,
  input: { survey: Survey; answers: SurveyAnswers; context: Record<string, string | undefined> },
): Promise<{ responseId: string }> {
  const { survey } = input
  const { answers, problems } = checkAnswers(survey.questions, input.answers)
  if (problems.length > 0) {
    const fieldErrors = problems.map(({ id, problem }) => ({
      field: `answers.${id}`,
      message:
        problem === 'required' ? 'This question needs an answer.' : 'This is no answer to the question.',
    }))
    throw new AppError('validation_failed', { fieldErrors })
  }
  const responseId = randomUUID()
  await insertSurveyAnswers(ctx.db, {
    id: responseId,
    partnerId: ctx.partner.slug,
    surveyId: survey.id,
    memberId: memberOf(ctx)?.id ?? null,
    answers: JSON.stringify(answers),
    context: JSON.stringify(input.context),
    answeredAt: ctx.clock.now(),
  })
  return { responseId }
}

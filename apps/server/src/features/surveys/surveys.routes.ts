import { getSurvey, postSurveyAnswers } from '@dineward/core/surveys/surveys.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type Services, serve } from '../../http/serve.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import { answerSurvey, findSurvey, type Survey } from './surveys.service.ts'

/** The limit is per minute and address, as an office has one. */
const limit = { max: 60, timeWindow: 60_000, shared: true }

export interface SurveyServices extends Services {
  readonly content: ContentStore
}

export function surveysRoutes(app: FastifyInstance, services: SurveyServices): void {
  async function surveyOf(ctx: Context, surveyId: string): Promise<Survey> {
    const { surveys } = await services.content.contentOf(ctx.partner)
    return findSurvey(ctx, { surveyId, surveys: surveys.map(entry => entry.fields) })
  }

  serve(app, services, getSurvey, async (ctx, { params }) => surveyOf(ctx, params.surveyId))

  serve(
    app,
    services,
    postSurveyAnswers,
    async (ctx, { params, body }) => {
      const survey = await surveyOf(ctx, params.surveyId)
      return answerSurvey(ctx, { survey, ...body })
    },
    { config: { rateLimit: limit } },
  )
}

import type { Json, Timestamp } from '../../db/column-types.ts'

export interface SurveysTables {
  surveyAnswers: SurveyAnswersTable
}

export interface SurveyAnswersTable {
  id: string
  partnerId: string
  surveyId: string
  memberId: string | null
  answers: Json<Record<string, unknown>>
  context: Json<Record<string, unknown>>
  answeredAt: Timestamp
}

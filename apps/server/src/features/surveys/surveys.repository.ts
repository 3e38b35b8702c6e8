import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { SurveyAnswersTable } from './surveys.tables.ts'

export async function insertSurveyAnswers(db: Db, row: Insertable<SurveyAnswersTable>): Promise<void> {
  await db.insertInto('surveyAnswers').values(row).execute()
}

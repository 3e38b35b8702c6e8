import type { TestApp } from './test-app.ts'

/** What the audit log says about a member, oldest first. */
export async function auditedActions(app: TestApp, memberId: string): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom('auditLog')
    .select('action')
    .where('subject', '=', memberId)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

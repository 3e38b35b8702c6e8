import type { TestApp } from './test-app.ts'

/** What the audit log says about a member, oldest first. */
export async function auditedActions(app: TestApp, memberId: string): Promise<string[]> {
  return (await auditedEntries(app, memberId)).map(({ action }) => action)
}

/** The subject is a member, a restaurant or a photo; the oldest come first. */
export function auditedEntries(app: TestApp, subject: string) {
  return app.database.db
    .selectFrom('auditLog')
    .select(['action', 'partnerId', 'before', 'after', 'reason'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
}

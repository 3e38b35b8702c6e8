import type { TestApp } from './test-app.ts'

/** These are texts of the mails to this address, the oldest first. */
export async function mailTexts(test: TestApp, recipient: string): Promise<string[]> {
  const rows = await test.database.db
    .selectFrom('outgoingMails')
    .select('textBody')
    .where('recipient', '=', recipient)
    .orderBy('createdAt')
    .orderBy('cause')
    .execute()
  return rows.map(({ textBody }) => textBody)
}

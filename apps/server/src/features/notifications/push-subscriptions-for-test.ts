import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { newPushBrowser } from '../../testing/push-service.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

export const notificationsPath = '/api/Member/Notifications'
let count = 0

export const newEndpoint = () => `https://push.example/send/${++count}`

/** @returns the browser. With an `origin`, pushes to it go there. */
export async function subscribe(
  { database: { db } }: TestApp,
  client: TestClient,
  { endpoint = newEndpoint(), origin }: { endpoint?: string; origin?: string } = {},
) {
  const browser = newPushBrowser()
  const id = createHash('sha256').update(endpoint).digest('base64url')
  const response = await client.send('POST', notificationsPath, { endpoint, keys: browser.keys })
  expect(response.statusCode).toBe(200)
  if (origin)
    await db
      .updateTable('pushSubscriptions')
      .set({ endpoint: `${origin}/${id}` })
      .where('id', '=', id)
      .execute()
  return { ...browser, endpoint, id }
}

export const notifiedIds = async (client: TestClient): Promise<string[]> =>
  (await client.get(notificationsPath)).json().items.map(({ id }: { id: string }) => id)

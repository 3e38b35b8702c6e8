import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadWebBuild } from '../../ssr/web-build.ts'
import { asOwner } from '../../testing/databases/owner-database.ts'
import { newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
/** It is Tuesday, March 10, 2026, two in the afternoon in New York. */
let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})

async function aPage() {
  const partner = app.newPartner({ settings: { reservations: { provider: 'book' } } })
  const merchant = await newBookableMerchant(app, partner)
  const client = await newClient(app, partner)
  const path = `/merchants/${merchant.id}?date=2026-03-12&time=19:00&partySize=2`
  return { drawn: async () => (await client.get(path)).body }
}

const withoutScript = (body: string) =>
  [...body.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inside]) => inside).join()

describe('the times that an address asks for are on the page that the server draws', () => {
  test('with what is left to do for who has no script', async () => {
    const body = await (await aPage()).drawn()
    expect(body).toContain('2 guests, Thursday, March 12<')
    expect(body).toContain('7:30 PM')
    expect(withoutScript(body)).toContain('switch on JavaScript in your browser')
  })

  test('times are unavailable -> a message without script, and the form asks once more', async () => {
    const { drawn } = await aPage()
    const db = await asOwner(app.database)
    await sql`alter table restaurant_tables rename to tables_away`.execute(db)
    const body = await drawn().finally(() =>
      sql`alter table tables_away rename to restaurant_tables`.execute(db),
    )
    expect(withoutScript(body)).toMatch(
      /We could not look up times just now\..*<button type="submit"[^>]*>Try again<\/button>/s,
    )
  })
})

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

test(
  'restaurant page: database does not answer -> asked once, 503 with the time of the next try',
  longTest,
  async () => {
    const web = await loadWebBuild(`${root}apps/web/dist`)
    const calls: string[] = []
    const app = await createTestApp({
      web,
      fontDir: `${root}apps/server/dist/fonts`,
      logLevel: 'info',
      logStream: {
        write: line => void calls.push(...(/"path":"(\/api\/[^"]+)"/.exec(line)?.slice(1) ?? [])),
      },
    })
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner)
    // The embedded database has one connection, which this transaction occupies.
    await app.database.db.transaction().execute(async () => {
      const page = await newClient(app, partner).get(`/merchants/${merchant.id}`)
      expect(page.statusCode).toBe(503)
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
    })
    expect(calls).toEqual(['/api/v2/Merchants/:merchantId'])
  },
)

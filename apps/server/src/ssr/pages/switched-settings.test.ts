import { expect, test } from 'vitest'
import { echoWeb } from '../../testing/echo-web.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'

const app = await createTestApp({ web: echoWeb() })

const contentUrlOf = (page: string) => /data-brand="(\/brand\/brand-[\w-]+\.json)"/.exec(page)![1]!

test('a page from before a setting was switched still starts, with what is in force now', async () => {
  const partner = app.newPartner()
  const visitor = newClient(app, partner)
  const before = contentUrlOf((await visitor.get('/')).body)
  app.partners.applyOverrides(partner.slug, {
    settings: { hostNames: [], maintenance: { paths: ['/join'] } },
  })
  const after = contentUrlOf((await visitor.get('/')).body)
  expect(after).not.toBe(before)

  const late = await visitor.get(before)
  expect([late.statusCode, late.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(late.json().partner.settings.maintenance.paths).toEqual(['/join'])
  const current = await visitor.get(after)
  expect(current.headers['cache-control']).toContain('immutable')
  expect(late.json()).toEqual(current.json())
})

test.each(['/brand/brand-x.json', '/brand/logo-0123456789.svg', '/brand/brand-0123456789.svg'])(
  '%s -> 404',
  async path => {
    expect((await newClient(app, app.newPartner()).get(path)).statusCode).toBe(404)
  },
)

import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadWebBuild } from '../../ssr/web-build.ts'
import { prospect } from '../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'

/*
 * Texts are as long as a request may be, and made to be gone through again and again. What takes time that grows with
 * the square of the length would need minutes; a second is far from both.
 */

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

let app: TestApp
let partner: Partner
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
  partner = app.newPartner({ like: 'harbor', withContent: true })
})

describe('a text that is slow to read', () => {
  const units = [
    ' ',
    'a',
    '/',
    '<',
    '<a ',
    '{',
    '{a',
    '(',
    '@',
    'a@',
    'a.',
    '-',
    '\\',
    '"',
    '&',
    'Mozilla/',
    '; ',
    'x=',
    '1',
    '1 ',
    '%',
  ]
  /** It is in milliseconds of processor time. */
  const unhurried = 4_000

  async function inTime(about: string, ask: () => Promise<{ statusCode: number }>): Promise<void> {
    const startedAt = process.threadCpuUsage()
    const { statusCode } = await ask()
    expect(statusCode, about).toBeLessThan(500)
    expect(process.threadCpuUsage(startedAt).user / 1_000, about).toBeLessThan(unhurried)
  }

  test.each(units)('of %j, in an address, a cookie, a user agent and a form', async unit => {
    const client = newClient(app, partner)
    const head = `${unit.repeat(15_000).slice(0, 12_000)}!`
    const long = `${unit.repeat(30_000).slice(0, 30_000)}!`
    const asked = encodeURIComponent(head.slice(0, 3_000))
    await inTime('address', () =>
      client.get(`/search?restaurantOrCuisine=${asked}&returnTo=${asked}&utm_source=${asked}`),
    )
    await inTime('sign-in', () => client.get(`/login?returnTo=${asked}`))
    await inTime('path', () => client.get(`/offers/${asked}`))
    await inTime('agent', () => client.get('/', { 'user-agent': head }))
    await inTime('cookie', () => client.get('/', { cookie: `dw_source=${head.replaceAll(/[;"\\]/g, '_')}` }))
    for (const field of ['firstName', 'email', 'phoneNumber', 'zipCode', 'referrer'])
      await inTime(field, () => client.send('POST', '/api/Members/Prospects', prospect({ [field]: long })))
    await inTime('survey', () =>
      client.send('POST', '/api/Surveys/first-dinners/Answers', { answers: { ease: 4, comment: long } }),
    )
    await inTime('form', () =>
      app.app.inject({
        method: 'POST',
        url: '/login',
        headers: { host: `${partner.slug}.localhost`, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `userName=${encodeURIComponent(long).slice(0, 30_000)}`,
      }),
    )
  })
})

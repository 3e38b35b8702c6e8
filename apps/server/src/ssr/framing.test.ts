import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { loadWebBuild } from './web-build.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})

const get = (slug: string, url: string) => app.app.inject({ url, headers: { host: `${slug}.localhost` } })

async function framing(slug: string, url: string) {
  const { headers } = await get(slug, url)
  const policy = String(headers['content-security-policy'])
  const of = (name: string) => new RegExp(`${name} ([^;]+)`).exec(policy)?.[1]
  return { frames: of('frame-src'), ancestors: of('frame-ancestors'), old: headers['x-frame-options'] }
}

describe('the form of a survey', () => {
  test('bare page -> questions and one heading', async () => {
    const { statusCode, body } = await get('harbor', '/surveys/form/first-dinners')
    expect(statusCode).toBe(200)
    expect(body).toContain('How easy is it to see what you earned?')
    expect(body.match(/<h1[ >]/g)).toHaveLength(1)
    expect(body).toMatch(/<main [^>]*id="main"/)
    expect(body).not.toMatch(/<(header|footer|nav)[ >]/)
    expect(body).toContain('<meta name="robots" content="noindex"')
  })

  test('unknown -> 404 page', async () => {
    const { statusCode, body } = await get('harbor', '/surveys/form/second-dinners')
    expect(statusCode).toBe(404)
    expect(body).toContain('Oops, issue processing the survey')
  })

  test('may be framed by its own site; no other page may be framed by anyone', async () => {
    const form = await framing('harbor', '/surveys/form/first-dinners')
    expect([form.ancestors, form.old]).toEqual(["'self'", 'SAMEORIGIN'])
    for (const path of ['/', '/search', '/surveys/success', '/nowhere']) {
      const page = await framing('harbor', path)
      expect([path, page.ancestors, page.old]).toEqual([path, "'none'", 'DENY'])
    }
  })

  test('posted without script is answered, and leads to the thanks', async () => {
    const partner = app.newPartner({ like: 'harbor', withContent: true })
    const answered = await post(partner.slug, 'ease=5&comment=More+ramen')
    expect([answered.statusCode, answered.headers.location]).toEqual([303, '/surveys/success'])
    const rows = await app.database.db
      .selectFrom('surveyAnswers')
      .select(['answers', 'memberId'])
      .where('partnerId', '=', partner.slug)
      .execute()
    expect(rows).toEqual([{ answers: { ease: 5, comment: 'More ramen' }, memberId: null }])
  })

  test('posted without script and without an answer comes back with what was typed', async () => {
    const partner = app.newPartner({ like: 'harbor', withContent: true })
    const refused = await post(partner.slug, 'comment=More+ramen')
    expect(refused.statusCode).toBe(200)
    expect(refused.body).toContain('Please choose an answer.')
    expect(refused.body).toContain('More ramen</textarea>')
  })
})

test.each([
  ['harbor, which asks', 'harbor', "'self'"],
  ['skyward, which asks nothing', 'skyward', "'none'"],
])('a page of %s may hold frames of %s: %s', async (_case, slug, frames) => {
  expect((await framing(slug, '/')).frames).toBe(frames)
})

test('a partner that asks through Typeform frames its form, and no other', async () => {
  const partner = app.newPartner({
    like: 'harbor',
    withContent: true,
    settings: { surveyProvider: 'typeform' },
  })
  expect((await framing(partner.slug, '/')).frames).toBe('https://form.typeform.com')
})

test.each([
  ['meridian, whose administration may end an emulation', 'meridian', 'unsafe-none'],
  ['skyward, without emulation', 'skyward', 'same-origin'],
])('a window that opened a page of %s: %s', async (_case, slug, policy) => {
  expect((await get(slug, '/')).headers['cross-origin-opener-policy']).toBe(policy)
})

const post = (slug: string, payload: string) =>
  app.app.inject({
    method: 'POST',
    url: '/surveys/form/first-dinners',
    headers: { host: `${slug}.localhost`, 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })

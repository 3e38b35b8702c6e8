import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { echoed, echoWeb } from '../../testing/echo-web.ts'
import { newStaff, signInStaff } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { startButter } from './butter-for-test.ts'
import { testContent } from './content-for-test.ts'

/** Renders the frame’s content, and what the API answers during rendering. */
const web = () =>
  echoWeb(async (_request, { brandUrl, frame, preview, transport }) => {
    const answer = await transport('/api/cms/pages/global/', { method: 'GET', headers: {} })
    const { data } = (await answer.json()) as { data: { slug: string }[] }
    return {
      preview,
      brandUrl,
      links: frame.footer.primary_links.map(link => link.text),
      api: data.some(({ slug }) => slug === 'footer'),
    }
  })

const footer = [{ slug: 'footer', fields: { primary_links: [{ text: 'Bundled', url: '/search' }] } }]

describe('pages of a partner whose account', () => {
  const accounts = {
    'does not answer': () => {},
    'answers 500': (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
      response.writeHead(500).end(),
  }

  test.each(Object.entries(accounts))('%s are rendered, with what is bundled', async (_case, answer) => {
    const butter = await startButter(answer)
    const tokens = new Map<string, string>()
    const content = testContent({ account: { url: butter.url, tokens }, patienceMs: 300, timeoutMs: 60_000 })
    const app = await createTestApp({ web: web(), content: content.store })
    const partner = app.newPartner()
    tokens.set(partner.slug, 'tok_0123456789')
    content.write(partner.slug, 'global', footer)
    const page = await newClient(app, partner).get('/')
    expect(page.statusCode).toBe(200)
    expect(echoed(page.body)).toMatchObject({ links: ['Bundled'], api: true })
    const warnings = content.said.length
    await newClient(app, partner).get('/discover')
    expect(content.said.length).toBe(warnings)
  })
})

describe('a page asks for previews', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ web: web() })
  })
  const asks = async (partner: Partner, isStaff: boolean) => {
    const client = newClient(app, partner)
    if (isStaff) await signInStaff(client, (await newStaff(app)).email)
    return echoed((await client.get('/')).body).preview
  }

  test.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('of a partner with cmsPreview %s, to staff %s: %s', async (cmsPreview, isStaff, preview) => {
    expect(await asks(app.newPartner({ settings: { cmsPreview } }), isStaff)).toBe(preview)
  })
})

describe('frame content', () => {
  const links = (text: string) => ({ primary_links: [{ text, url: '/search' }] })

  test('draft -> shown to staff only, files included', async () => {
    const content = testContent()
    const app = await createTestApp({ web: web(), content: content.store })
    const partner = app.newPartner({ settings: { cmsPreview: true } })
    content.write(partner.slug, 'global', [
      { slug: 'footer', fields: links('As it is') },
      { slug: 'footer', status: 'draft', fields: links('As it will be') },
    ])
    const [visitor, staff] = [newClient(app, partner), newClient(app, partner)]
    await signInStaff(staff, (await newStaff(app)).email)
    const [shown, planned] = [echoed((await visitor.get('/')).body), echoed((await staff.get('/')).body)]
    expect([shown.links, planned.links]).toEqual([['As it is'], ['As it will be']])

    const file = await staff.get(String(planned.brandUrl))
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(file.body).toContain('As it will be')
    expect((await visitor.get(String(planned.brandUrl))).body).not.toContain('As it will be')
    expect((await visitor.get(String(shown.brandUrl))).body).toContain('As it is')
    expect(echoed((await visitor.get('/')).body).links).toEqual(['As it is'])
  })
})

test('pictures come from this site, and from where the partner’s editors keep theirs', async () => {
  const app = await createTestApp({ web: web() })
  const origin = 'https://cdn.editors.example'
  const policyOf = async (settings: object) => {
    const page = await newClient(app, app.newPartner({ settings: { ...settings } })).get('/')
    return /img-src [^;]*/.exec(String(page.headers['content-security-policy']))?.[0]
  }
  expect(await policyOf({})).toBe("img-src 'self' data:")
  expect(await policyOf({ contentPictureOrigins: [origin] })).toBe(`img-src 'self' data: ${origin}`)
})

import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { expectWholePage, mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})

const get = (slug: string, url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { host: `${slug}.localhost`, ...headers } })

describe('/join of a partner with single sign-on', () => {
  test('says how one joins, and leads to the provider', async () => {
    const { body } = await get('meridian', '/join')
    expect(body).toContain('Join with your Meridian Club account')
    expect(mainOf(body)).toContain('href="/api/Sso/Start"')
    expect(mainOf(body)).not.toContain('<input')
  })

  test('a member goes on to the account', async () => {
    const partner = app.newPartner({ like: 'meridian' })
    const client = await signedInClient(app, partner, (await newMember(app, partner)).id)
    expect((await client.get('/join')).headers.location).toBe('/account/overview')
  })

  test('a person of the partner -> joins with a locked name, without a password', async () => {
    const partner = app.newPartner({ like: 'meridian' })
    const { id } = await newMember(app, partner, { memberType: 'NonCardMember', firstName: 'Ottoline' })
    const client = await signedInClient(app, partner, id)
    const { body } = await client.get('/join')
    expect(body).toMatch(/<input[^>]*readOnly=""[^>]*value="Ottoline"/i)
    expect(body).not.toContain('type="password"')
    for (const path of ['/add_card', '/account/overview'])
      expect((await client.get(path)).headers.location).toMatch(/^\/join/)
  })
})

async function closedAccount() {
  const partner = app.newPartner()
  const member = await newMember(app, partner, { memberType: 'ClosedAccountMember' })
  return { partner, client: await signedInClient(app, partner, member.id) }
}

describe('a closed account', () => {
  const paths = ['/', '/search', '/merchants/MERCHANT', '/earn', '/join', '/account/overview', '/recover']

  test.each(paths)('account §2 Re-enrollment: at %s -> led to the page that opens it again', async path => {
    const { client, partner } = await closedAccount()
    const merchant = await newMerchant(app, partner)
    const { headers } = await client.get(path.replace('MERCHANT', merchant.id))
    expect(headers.location).toBe('/reenroll')
  })

  test('reads why, links a card in the frame, or signs out', async () => {
    const { client, partner } = await closedAccount()
    const { statusCode, body, headers } = await client.get('/reenroll')
    expect(statusCode).toBe(200)
    expectWholePage(body, `http://${partner.slug}.localhost/reenroll`)
    for (const words of [
      'Your last card was deleted',
      'Link a card and everything is back',
      'Link this card',
    ])
      expect(mainOf(body)).toContain(words)
    expect(mainOf(body)).toMatch(/<a [^>]*href="\/SignOut"[^>]*>Not now, sign out</)
    expect(headers['content-security-policy']).toContain('frame-src http://localhost:3001')
  })

  test.each([
    ['/SignOut', 200, 'You are signed out'],
    ['/error', 500, 'still simmering'],
    ['/nowhere', 404, 'on our radar'],
  ])('sees %s itself', async (path, status, words) => {
    const partner = app.newPartner()
    const member = await newMember(app, partner, { memberType: 'ClosedAccountMember' })
    const { statusCode, body } = await (await signedInClient(app, partner, member.id)).get(path)
    expect(statusCode).toBe(status)
    expect(body).toContain(words)
  })
})

test.each([
  ['closed', { memberType: 'ClosedAccountMember' }, false, /Nothing earns until a card is linked/],
  ['without a card', {}, false, /Nothing earns until a card is linked/],
  ['with a card', {}, true, /keep earning while you are away/],
] as const)(
  'a member %s signs out -> is told what earns meanwhile',
  async (_case, overrides, hasCard, words) => {
    const partner = app.newPartner()
    const member = await newMember(app, partner, overrides)
    if (hasCard) await newLinkedCard(app, member)
    const { body } = await (await signedInClient(app, partner, member.id)).get('/SignOut')
    expect(mainOf(body)).toMatch(words)
    expect(/keep earning/.test(mainOf(body))).toBe(hasCard)
  },
)

describe('account §2 Referral link: a friend opens it', () => {
  const opened = async (partner: Partner, path: string) =>
    mainOf((await newClient(app, partner).get(path)).body)

  test('skyward -> what the friend gets, from the settings', async () => {
    const partner = app.newPartner({
      settings: { referral: { referrerUnits: 500, friendUnits: 750, yearlyLimit: 9 } },
    })
    expect(await opened(partner, '/join?utm_medium=website&referrer=P-1')).toContain(
      'you get 750 points extra',
    )
    expect(await opened(partner, '/join')).not.toContain('A friend invited you')
  })

  test('partner without referrals -> no promise', async () => {
    const partner = app.newPartner({ settings: { referral: null } })
    expect(await opened(partner, '/join?referrer=P-1')).not.toContain('A friend invited you')
  })
})

describe('single sign-on: from joining', () => {
  test.each(['/join?returnTo=%2Fsearch', '/Login?returnTo=%2Fsearch'])(
    '%s -> to the provider at once',
    async path => {
      const { body } = await newClient(app, app.newPartner({ like: 'meridian' })).get(path)
      expect(mainOf(body)).toMatch(/<a [^>]*href="\/api\/Sso\/Start\?returnTo=%2Fsearch"/)
      expect(body).not.toContain('href="/SignOut"')
    },
  )
})

describe("a member's details", () => {
  test('are theirs, as they are', async () => {
    const partner = app.newPartner({ like: 'cellwave' })
    const member = await newMember(app, partner, {
      firstName: 'Ottoline',
      lastName: 'Marsh',
      phoneNumber: '2125550123',
    })
    await newLinkedCard(app, member)
    const { body } = await (await signedInClient(app, partner, member.id)).get('/account/user_profile')
    for (const detail of ['Ottoline', 'Marsh', member.email, '212-555-0123', '10001'])
      expect(mainOf(body)).toContain(`value="${detail}"`)
  })

  test('session has ended -> the next page asks to sign in and comes back', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    expect((await client.get('/account/user_profile')).statusCode).toBe(200)
    await app.database.db.deleteFrom('sessions').where('memberId', '=', member.id).execute()
    const { statusCode, headers } = await client.get('/account/user_profile')
    expect(statusCode).toBe(303)
    expect(headers.location).toBe('/login?returnTo=%2Faccount%2Fuser_profile')
  })
})

describe('ordering from a restaurant', () => {
  const orderPage = async (merchant: object, terms: object = {}) => {
    const partner = app.newPartner()
    const { id } = await newMerchant(
      app,
      partner,
      { name: 'Casa Ordine', phone: '212-555-0199', ...merchant },
      terms,
    )
    return (await get(partner.slug, `/merchants/${id}/Order`)).body
  }
  const online = { features: ['dineIn', 'onlineOrdering'], website: 'https://ordine.example/order' }

  test('leads to its own page, and says what it earns', async () => {
    const body = await orderPage(online)
    expect(body).toContain('Order from Casa Ordine')
    expect(body).toContain('href="https://ordine.example/order"')
    expect(body).toContain('Do I earn here today?')
  })

  test.each([
    ['without a page of its own', { ...online, website: '' }],
    ['whose page takes no orders', { ...online, features: ['dineIn'] }],
    ['whose page is a script', { ...online, website: 'javascript:alert(1)' }],
  ])('%s is by telephone', async (_case, merchant) => {
    const body = await orderPage(merchant)
    expect(body).toContain('Casa Ordine takes no orders online')
    expect(body).toContain('href="tel:2125550199"')
    expect(mainOf(body)).not.toMatch(/ordine\.example|javascript:/)
  })

  test('that left the program says so', async () => {
    const body = await orderPage(online, { leftOn: '2026-01-15' })
    expect(body).toContain('Casa Ordine has left the program')
    expect(body).toContain('January 15, 2026')
    expect(body).not.toContain('href="https://ordine.example/order"')
  })
})

describe('the stores of the app', () => {
  const stores = /href="https:\/\/(apps\.apple|play\.google)\.com/g

  test('are at the foot of every page', async () => {
    expect((await get('meridian', '/')).body.match(stores)).toHaveLength(2)
  })

  test('are not shown in the app itself', async () => {
    const { body } = await get('meridian', '/', { 'user-agent': 'Mozilla/5.0 (iPhone) gonative/9.0.0' })
    expect(body).toContain('<footer')
    expect(body.match(stores)).toBeNull()
  })
})

test('outdated native app: the page without a frame -> its boundary is whole in the body', async () => {
  const { body } = await get('meridian', '/', { 'user-agent': 'Mozilla/5.0 (iPhone) gonative/4.1.9' })
  expect(body).toContain('<div id="root"><!--$--><div id="page"')
})

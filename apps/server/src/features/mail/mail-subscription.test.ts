import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { listMails } from './mail.service.ts'
import { queueWelcomeMail } from './welcome.mail.ts'

let app: TestApp
let partner: Partner
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => {
  partner = app.newPartner()
})

const path = '/api/Members/MailSubscription'
const origin = 'http://plain.localhost'

/** This returns the member, and the token of the link in a mail to them. */
async function subscriber(overrides = {}, of = partner) {
  const member = await newMember(app, of, overrides)
  await queueWelcomeMail(app.context(of), { member, origin })
  const [mail] = await listMails(app.context(of))
  const token = /\/unsubscribe\?token=([\w-]+)/.exec(mail?.textBody ?? '')?.[1] ?? ''
  return { member, mail, token }
}

const change = (token: unknown, subscribed: unknown, of = partner) =>
  newClient(app, of).send('POST', path, { token, subscribed })
const rowOf = (id: string) =>
  app.database.db
    .selectFrom('members')
    .select(['emailOptIn', 'tierLevel'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('unsubscribe link', () => {
  test.each([
    ['member', 'skyward', 2, { emailOptIn: false, tierLevel: 0 }, true],
    ['VIP', 'skyward', 3, { emailOptIn: false, tierLevel: 3 }, false],
    ['partner that does not ask', 'cellwave', 2, { emailOptIn: false, tierLevel: 2 }, false],
  ])('%s -> opted out; undone -> as before', async (_case, like, tierLevel, out, affectsEarning) => {
    const of = app.newPartner({ like })
    const { member, token } = await subscriber({ tierLevel }, of)
    for (const subscribed of [false, false, true]) {
      const response = await change(token, subscribed, of)
      expect([response.statusCode, response.json()]).toEqual([200, { subscribed, affectsEarning }])
      expect(await rowOf(member.id)).toEqual(subscribed ? { emailOptIn: true, tierLevel } : out)
    }
  })

  test('of another partner, made up, none, no token -> refused', async () => {
    const { member, token } = await subscriber()
    expect((await change(token, false, app.newPartner())).json().code).toBe('unsubscribe_link_invalid')
    expect((await change('made-up', false)).json().code).toBe('unsubscribe_link_invalid')
    expect((await change('', false)).statusCode).toBe(400)
    expect((await change(token, 'no')).statusCode).toBe(400)
    expect(
      (await newClient(app, partner).send('POST', path, { token, subscribed: false }, {})).statusCode,
    ).toBe(403)
    expect((await rowOf(member.id)).emailOptIn).toBe(true)
  })

  test('member without the opt-in -> a mail without it', async () => {
    const { mail, token } = await subscriber({ emailOptIn: false })
    expect([mail?.cause.startsWith('welcome:'), token, mail?.unsubscribeToken]).toEqual([true, '', null])
  })
})

describe('one-click unsubscribe of a mail program', () => {
  const hook = '/hooks/mail/unsubscribe'
  const post = (token: string, type: string, of = partner) =>
    app.app.inject({
      method: 'POST',
      url: `${hook}?token=${token}`,
      headers: { host: `${of.slug}.localhost`, 'content-type': type },
      payload: 'List-Unsubscribe=One-Click',
    })

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '%s, without cookies -> opted out',
    async type => {
      const { member, token } = await subscriber()
      expect((await post(token, type)).json()).toEqual({ subscribed: false })
      expect((await rowOf(member.id)).emailOptIn).toBe(false)
    },
  )

  test('of another partner, or none -> 400', async () => {
    const { member, token } = await subscriber()
    expect((await post(token, 'text/plain', app.newPartner())).statusCode).toBe(400)
    expect((await post('', 'text/plain')).statusCode).toBe(400)
    expect((await rowOf(member.id)).emailOptIn).toBe(true)
  })

  test('opened -> the page that asks; nothing changes', async () => {
    const { member, token } = await subscriber()
    const response = await newClient(app, partner).get(`${hook}?token=${token}`)
    expect([response.statusCode, response.headers.location]).toEqual([303, `/unsubscribe?token=${token}`])
    expect((await rowOf(member.id)).emailOptIn).toBe(true)
  })
})

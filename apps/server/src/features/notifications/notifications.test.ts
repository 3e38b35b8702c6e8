import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MemberActor } from '../../context.ts'
import { isWaiting } from '../../testing/databases/waiting-statements.ts'
import { newMember } from '../../testing/factories.ts'
import { newPushBrowser } from '../../testing/push-service.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { deleteSession } from '../identity/sessions/sessions.repository.ts'
import { endAllSessions } from '../identity/sessions/sessions.service.ts'
import { turnOnNotifications } from './notifications.service.ts'
import {
  newEndpoint,
  notifiedIds,
  notificationsPath as path,
  subscribe,
} from './push-subscriptions-for-test.ts'

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const appPath = `${path}/App`
const newAppId = randomUUID

const memberOn = async (partner: Partner) => {
  const member = await newMember(app, partner)
  return { member, client: await signedInClient(app, partner, member.id) }
}

describe('turning notifications on and off', () => {
  test('on -> listed with its device and public key; off -> gone; again -> 404', async () => {
    const partner = app.newPartner()
    const { client } = await memberOn(partner)
    const { id, endpoint, keys } = await subscribe(app, client)
    const { publicKey, items } = (await client.get(path)).json()
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    const createdAt = app.clock.now().toISOString()
    expect(items).toEqual([{ id, browser: null, system: null, inApp: false, createdAt, current: true }])
    await client.send('POST', path, { endpoint, keys })
    expect(await notifiedIds(client)).toEqual([id])
    expect((await client.send('DELETE', `${path}?id=${id}`)).json().items).toEqual([])
    expect((await client.send('DELETE', `${path}?id=${id}`)).statusCode).toBe(404)
  })

  test.each([
    ['http', { endpoint: 'http://push.example/1' }],
    ['a private address', { endpoint: 'https://10.0.0.8/1' }],
    ['a name of the local network', { endpoint: 'https://printer.local/1' }],
    ['a short key', { keys: { p256dh: 'BAAA', auth: 'AAAA' } }],
    ['nothing', { endpoint: undefined, keys: undefined }],
  ])('%s -> 400', async (_, changes) => {
    const { client } = await memberOn(app.newPartner())
    const body = { endpoint: newEndpoint(), keys: newPushBrowser().keys, ...changes }
    expect((await client.send('POST', path, body)).statusCode).toBe(400)
    expect(await notifiedIds(client)).toEqual([])
  })

  test('without token -> 403, without session -> 401', async () => {
    const { client } = await memberOn(app.newPartner())
    const body = { endpoint: newEndpoint(), keys: newPushBrowser().keys }
    expect((await client.send('POST', path, body, {})).statusCode).toBe(403)
    expect((await newClient(app, app.newPartner()).send('POST', path, body)).statusCode).toBe(401)
  })

  test('the eleventh browser -> the oldest is dropped', async () => {
    const { client } = await memberOn(app.newPartner())
    const ids: string[] = []
    for (let turn = 0; turn < 11; turn++) {
      app.clock.advance(1_000)
      ids.push((await subscribe(app, client)).id)
    }
    expect(await notifiedIds(client)).toEqual(ids.slice(1).reverse())
  })

  test('another member in the same browser -> theirs; another member or partner -> cannot see or end it', async () => {
    const partner = app.newPartner()
    const { client: first } = await memberOn(partner)
    const { client: second } = await memberOn(partner)
    const { client: elsewhere } = await memberOn(app.newPartner())
    const { id, endpoint } = await subscribe(app, first)
    for (const other of [second, elsewhere]) {
      expect(await notifiedIds(other)).toEqual([])
      expect((await other.send('DELETE', `${path}?id=${id}`)).statusCode).toBe(404)
    }
    await subscribe(app, elsewhere, { endpoint })
    expect(await notifiedIds(first)).toEqual([id])
    await subscribe(app, second, { endpoint })
    expect([await notifiedIds(first), await notifiedIds(second)]).toEqual([[], [id]])
  })

  test('no key in the environment -> none offered', async () => {
    const { gateways } = app.context(app.newPartner())
    const without = await createTestApp({
      gateways: { ...gateways, pushes: null, appPushes: null },
    })
    const partner = without.newPartner()
    const member = await newMember(without, partner)
    const client = await signedInClient(without, partner, member.id)
    expect((await client.get(path)).json()).toEqual({ publicKey: null, hasApp: false, items: [] })
    const body = { endpoint: newEndpoint(), keys: newPushBrowser().keys }
    expect((await client.send('POST', path, body)).statusCode).toBe(404)
    expect((await client.send('POST', appPath, { subscriptionId: newAppId() })).statusCode).toBe(404)
  })
})

describe('the native app', () => {
  test('on -> listed as the app on its device, once; signed out -> off', async () => {
    const { client } = await memberOn(app.newPartner())
    const subscriptionId = newAppId()
    for (const id of [subscriptionId, subscriptionId.toUpperCase()])
      expect((await client.send('POST', appPath, { subscriptionId: id })).statusCode).toBe(200)
    const { hasApp, items } = (await client.get(path)).json()
    expect(hasApp).toBe(true)
    expect(items).toMatchObject([{ inApp: true, current: true }])
    const [{ id }] = items
    expect((await client.send('DELETE', `${path}?id=${id}`)).json().items).toEqual([])
  })

  test('another member in the same app -> theirs; another partner’s app -> its own', async () => {
    const partner = app.newPartner()
    const [{ client: first }, { client: second }] = [await memberOn(partner), await memberOn(partner)]
    const { client: elsewhere } = await memberOn(app.newPartner())
    const body = { subscriptionId: newAppId() }
    const counts = async () =>
      Promise.all([first, second, elsewhere].map(async one => (await notifiedIds(one)).length))
    for (const client of [first, elsewhere]) await client.send('POST', appPath, body)
    expect(await counts()).toEqual([1, 0, 1])
    await second.send('POST', appPath, body)
    expect(await counts()).toEqual([0, 1, 1])
  })

  test.each([['an address'], [''], [undefined], ['https://push.example/1']])(
    '%j -> 400',
    async subscriptionId => {
      const { client } = await memberOn(app.newPartner())
      expect((await client.send('POST', appPath, { subscriptionId })).statusCode).toBe(400)
      expect(await notifiedIds(client)).toEqual([])
    },
  )

  test('without token -> 403, without session -> 401', async () => {
    const { client } = await memberOn(app.newPartner())
    const body = { subscriptionId: newAppId() }
    expect((await client.send('POST', appPath, body, {})).statusCode).toBe(403)
    expect((await newClient(app, app.newPartner()).send('POST', appPath, body)).statusCode).toBe(401)
  })
})

describe('ending sessions', () => {
  const twoBrowsers = async () => {
    const partner = app.newPartner()
    const { member, client: phone } = await memberOn(partner)
    const laptop = await signedInClient(app, partner, member.id)
    const [onPhone, onLaptop] = [await subscribe(app, phone), await subscribe(app, laptop)]
    return { partner, member, phone, laptop, onPhone, onLaptop }
  }

  test('sign-out -> off in that browser only', async () => {
    const { phone, laptop, onLaptop } = await twoBrowsers()
    expect((await phone.get('/api/SignOut')).statusCode).toBe(200)
    expect(await notifiedIds(laptop)).toEqual([onLaptop.id])
  })

  test('turned on while the session ends -> refused, and none is left', async () => {
    const { partner, member, onPhone, onLaptop } = await twoBrowsers()
    const { db } = app.database
    const { sessionId } = await db
      .selectFrom('pushSubscriptions')
      .select('sessionId')
      .where('id', '=', onPhone.id)
      .executeTakeFirstOrThrow()
    const ctx = app.context(partner)
    const ending = await db.startTransaction().execute()
    await deleteSession(ending, partner.slug, [sessionId])
    const actor = { kind: 'member', id: member.id } as MemberActor
    const turningOn = turnOnNotifications(
      { ...ctx, actor },
      {
        subscription: { endpoint: newEndpoint(), keys: newPushBrowser().keys },
        sessionId,
        device: { browser: null, system: null },
      },
    )
    const refused = expect(turningOn).rejects.toMatchObject({ code: 'unauthorized' })
    await expect.poll(() => isWaiting(db, 'select "id" from "sessions"%for share')).toBe(true)
    await ending.commit().execute()
    await refused
    const ids = await notifiedIds(await signedInClient(app, partner, member.id))
    expect(ids.toSorted()).toEqual([onPhone.id, onLaptop.id].toSorted())
  })

  test('one signed out from another -> off there; all others -> off there', async () => {
    const { partner, member, phone, laptop, onLaptop } = await twoBrowsers()
    const { items } = (await laptop.get('/api/Member/Sessions')).json()
    const other = items.find((one: { current: boolean }) => !one.current)
    await laptop.send('DELETE', `/api/Member/Sessions?id=${other.id}`)
    expect(await notifiedIds(laptop)).toEqual([onLaptop.id])
    expect((await phone.get(path)).statusCode).toBe(401)
    await subscribe(app, await signedInClient(app, partner, member.id))
    await laptop.send('DELETE', '/api/Member/Sessions?others')
    expect(await notifiedIds(laptop)).toEqual([onLaptop.id])
  })

  test('session expired -> still on; confirmed by the next one -> ends with that', async () => {
    const { partner, member, laptop, onPhone, onLaptop } = await twoBrowsers()
    app.clock.advance(minutes(30))
    const again = await signedInClient(app, partner, member.id)
    expect((await notifiedIds(again)).sort()).toEqual([onPhone.id, onLaptop.id].sort())
    await subscribe(app, again, { endpoint: onLaptop.endpoint })
    await again.send('DELETE', '/api/Member/Sessions?others')
    expect(await notifiedIds(again)).toEqual([onLaptop.id])
    expect((await laptop.get(path)).statusCode).toBe(401)
  })

  test('all sessions ended, as after a new password -> off everywhere', async () => {
    const { partner, member } = await twoBrowsers()
    await endAllSessions(app.context(partner), member.id)
    expect(await notifiedIds(await signedInClient(app, partner, member.id))).toEqual([])
  })
})

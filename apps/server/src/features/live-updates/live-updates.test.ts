import type { Readable } from 'node:stream'
import { minutes } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { sessionId } from '../identity/sessions/sessions.service.ts'
import { createLiveUpdates } from './live-updates.service.ts'

const app = await createTestApp()
const { db } = app.database
const path = '/api/Member/Changes'

async function nextEvent(stream: Readable): Promise<string> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) return String(chunk)
  throw new Error('The stream ended.')
}

const newUpdates = () => createLiveUpdates({ db, clock: app.clock, log: app.app.log, pollMs: 3_600_000 })

type Network = Pick<Awaited<ReturnType<typeof newCardNetwork>>, 'partner' | 'memberId'>

async function followerOf({ partner, memberId }: Network, client?: TestClient) {
  const { cookies } = client ?? (await signedInClient(app, partner, memberId))
  return { partnerId: partner.slug, memberId, sessionId: sessionId(cookies.get('dw_session')!) }
}

describe('live updates', () => {
  test('the version is another one once a dine has come in, for its member only', async () => {
    const network = await newCardNetwork(app)
    const other = await newCardNetwork(app)
    const [client, stranger] = [
      await signedInClient(app, network.partner, network.memberId),
      await signedInClient(app, other.partner, other.memberId),
    ]
    const before = (await client.get(path)).json().version
    expect((await client.get(path)).json().version).toBe(before)
    const strangers = (await stranger.get(path)).json().version

    await network.deliver('transaction.auth')
    const seen = (await client.get(path)).json().version
    expect(seen).not.toBe(before)
    await network.deliver('transaction.clearing')
    expect((await client.get(path)).json().version).not.toBe(seen)
    expect((await stranger.get(path)).json().version).toBe(strangers)
  })

  test('asking and fetching in the background do not renew the session', async () => {
    const network = await newCardNetwork(app)
    const client = await signedInClient(app, network.partner, network.memberId)
    const ends = () =>
      db.selectFrom('sessions').select('expiresAt').where('memberId', '=', network.memberId).execute()
    const { member } = (await client.get('/api/Member')).json()
    const before = await ends()
    app.clock.advance(minutes(2))
    const response = await client.get(path)
    expect(response.statusCode).toBe(200)
    expect(response.cookies).toEqual([])
    expect(await ends()).toEqual(before)
    const fetched = await client.get('/api/Member', { 'x-background': '1' })
    expect(fetched.json().member).toEqual(member)
    expect(fetched.cookies).toEqual([])
    expect(await ends()).toEqual(before)
    app.clock.advance(minutes(20))
    expect((await client.get(path)).statusCode).toBe(401)
  })

  test('a stream begins with the version and sends each new one once', async () => {
    const network = await newCardNetwork(app)
    const member = await followerOf(network)
    const updates = newUpdates()
    const stream = updates.open(member)
    const first = await nextEvent(stream)
    expect(first).toMatch(/^data: [0-9a-f]{32}\n\n$/)
    await updates.look(null)
    await network.deliver('transaction.clearing')
    await updates.look(new Set([`${member.partnerId} ${member.memberId}`]))
    const second = await nextEvent(stream)
    expect(second).toMatch(/^data: [0-9a-f]{32}\n\n$/)
    expect(second).not.toBe(first)
    updates.close()
    expect(await stream.toArray()).toEqual([])
  })

  test('a stream ends with its session: signed out -> its own; expired -> the other', async () => {
    const network = await newCardNetwork(app)
    const client = await signedInClient(app, network.partner, network.memberId)
    const [own, other] = [await followerOf(network, client), await followerOf(network)]
    const updates = newUpdates()
    const [stream, elsewhere] = [updates.open(own), updates.open(other)]
    const first = await nextEvent(stream)
    expect(await nextEvent(elsewhere)).toBe(first)
    await client.get('/api/SignOut')
    // What has changed is no longer sent to it.
    await network.deliver('transaction.clearing')
    await updates.look(null)
    expect(await stream.toArray()).toEqual([])
    expect(elsewhere.readableEnded).toBe(false)
    app.clock.advance(minutes(16))
    await updates.look(null)
    app.clock.advance(-minutes(16))
    await elsewhere.toArray()
    expect(elsewhere.readableEnded).toBe(true)
  })

  test('a process that ends while it reads versions -> sends nothing after the end', async () => {
    const updates = newUpdates()
    const stream = updates.open(await followerOf(await newCardNetwork(app)))
    updates.close()
    await updates.look(null)
    expect(await stream.toArray()).toEqual([])
  })

  test('open pages with nothing new: an announcement of others -> no statement; the poll -> one, and one for each program, none over postings', async () => {
    const updates = newUpdates()
    const network = await newCardNetwork(app)
    await network.deliver('transaction.clearing')
    const networks = [network, await newCardNetwork(app)]
    const followers = await Promise.all(networks.map(one => followerOf(one)))
    for (const { partner } of [...networks, ...networks]) {
      const { id: memberId } = await newMember(app, partner)
      followers.push(await followerOf({ partner, memberId }))
    }
    const streams = followers.map(member => updates.open(member))
    for (const stream of streams) await nextEvent(stream)

    const texts: string[] = []
    app.database.watchQueries(text => {
      texts.push(text)
      return () => {}
    })
    await updates.look(new Set(['harbor another-member']))
    expect(texts).toEqual([])
    await updates.look(null)
    expect(texts).toEqual([
      expect.stringContaining('join sessions'),
      expect.stringContaining('from member_balances'),
      expect.stringContaining('from member_balances'),
    ])
    expect(texts.join()).not.toContain('ledger_')
    updates.close()
    for (const stream of streams) expect(await stream.toArray()).toEqual([])
  })

  test('the route streams uncompressed events, to five browsers of a member at most', async () => {
    const network = await newCardNetwork(app)
    const { cookies } = await signedInClient(app, network.partner, network.memberId)
    const open = () =>
      app.app.inject({
        url: path,
        headers: {
          host: `${network.partner.slug}.localhost`,
          cookie: `dw_session=${cookies.get('dw_session')}`,
          accept: 'text/event-stream',
          'accept-encoding': 'br, gzip',
        },
        payloadAsStream: true,
      })
    const streams = []
    for (let count = 0; count < 5; count++) streams.push(await open())
    const [first] = streams
    expect(first!.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    expect(first!.headers['content-encoding']).toBeUndefined()
    expect(await nextEvent(first!.stream())).toMatch(/^data: [0-9a-f]{32}\n\n$/)
    expect((await open()).statusCode).toBe(429)
    for (const { raw } of streams) raw.res.destroy()
  })

  test('none for visitors', async () => {
    const client = newClient(app, app.newPartner())
    expect((await client.get(path)).statusCode).toBe(401)
  })
})

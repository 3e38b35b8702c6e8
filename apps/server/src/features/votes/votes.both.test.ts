import type { Partner } from '@dineward/core/partner/partner.ts'
import { describe, expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient, tokenHeader } from '../../testing/test-client.ts'
import { deleteOldRows } from '../jobs/retention.service.ts'

const app = await createTestApp()
const path = '/api/Member/Votes'
const dinner = { date: '2026-03-14', time: '19:30', partySize: 4 }

async function newProgram(settings: object = {}) {
  const partner = app.newPartner({ settings: { hasMerchantFavorites: true, ...settings } })
  const member = await newMember(app, partner)
  return { partner, member, client: await signedInClient(app, partner, member.id) }
}

/** A list with three restaurants, the last of which has left. */
async function newList(partner: Partner, client: TestClient) {
  const { id: listId } = (await client.send('POST', '/api/Member/Lists', { name: 'Team dinner' })).json().list
  const [casa, lune] = [
    await newMerchant(app, partner, { name: 'Casa' }),
    await newMerchant(app, partner, { name: 'Lune' }),
  ]
  const gone = await newMerchant(app, partner, { name: 'Gone' }, { leftOn: '2026-03-01' })
  for (const { id } of [casa, lune, gone])
    await client.send('PUT', `/api/Member/Lists/${listId}/Places/${id}`)
  return { listId, casa: casa.id, lune: lune.id, gone: gone.id }
}

async function newVote() {
  const host = await newProgram()
  const places = await newList(host.partner, host.client)
  const body = { listId: places.listId, merchantIds: [places.casa, places.lune], ...dinner }
  const response = await host.client.send('POST', path, body)
  const { voteId } = response.json()
  return { ...host, ...places, voteId, guest: () => newGuest(host.partner, voteId) }
}

/** The page gives each browser its mark. */
async function newGuest(partner: Partner, voteId: string): Promise<TestClient> {
  const client = newClient(app, partner)
  await client.get(`/api/Votes/${voteId}`)
  return client
}

const cast = (client: TestClient, voteId: string, name: string, merchantIds: readonly string[]) =>
  client.send('PUT', `/api/Votes/${voteId}/Ballot`, { name, merchantIds })
const shown = async (client: TestClient, voteId: string) =>
  (await client.get(`/api/Votes/${voteId}`)).json().vote
const countsOf = ({ places }: { places: { name: string; votes: number }[] }) =>
  Object.fromEntries(places.map(({ name, votes }) => [name, votes]))
const codeOf = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => [
  statusCode,
  json().code,
]

describe('a vote', () => {
  test('asks a group about places of a list; each guest counts once for as many as they like', async () => {
    const { voteId, casa, lune, guest, client, member } = await newVote()
    const [ada, bo] = [await guest(), await guest()]
    await cast(ada, voteId, 'Ada', [casa, lune])
    app.clock.advance(1_000)
    const response = await cast(bo, voteId, 'Bo', [lune])
    expect(response.json().vote).toMatchObject({
      name: 'Team dinner',
      hostFirstName: member.firstName,
      isYours: false,
      isClosed: false,
      ...dinner,
      guests: [{ name: 'Ada' }, { name: 'Bo' }],
      ballot: { name: 'Bo', merchantIds: [lune] },
    })
    expect(countsOf(response.json().vote)).toEqual({ Casa: 1, Lune: 2 })
    for (const secret of [member.id, member.email, member.lastName])
      expect(response.body).not.toContain(secret)
    const seenByHost = await shown(client, voteId)
    expect([seenByHost.isYours, seenByHost.ballot]).toEqual([true, null])
    expect((await client.get(path)).json().items).toMatchObject([{ id: voteId, guests: 2, isClosed: false }])
  })

  test('a guest changes their vote until it is closed', async () => {
    const { voteId, casa, lune, guest, client } = await newVote()
    const ada = await guest()
    await cast(ada, voteId, 'Ada', [casa])
    await cast(ada, voteId, 'Ada L.', [lune])
    expect(countsOf(await shown(ada, voteId))).toEqual({ Casa: 0, Lune: 1 })
    for (let times = 0; times < 2; times++)
      expect((await client.send('PUT', `${path}/${voteId}/Closed`)).json().vote.isClosed).toBe(true)
    expect(codeOf(await cast(ada, voteId, 'Ada', [casa]))).toEqual([409, 'vote_closed'])
    expect(countsOf(await shown(ada, voteId))).toEqual({ Casa: 0, Lune: 1 })
  })

  test('two guests at once both count, one guest twice at once counts once', async () => {
    const { voteId, casa, guest } = await newVote()
    const [ada, bo] = [await guest(), await guest()]
    const tokens = [await tokenHeader(ada), await tokenHeader(bo)]
    const body = { name: 'Guest', merchantIds: [casa] }
    const answers = await Promise.all(
      [ada, bo, bo].map((client, index) =>
        client.send('PUT', `/api/Votes/${voteId}/Ballot`, body, tokens[Math.min(index, 1)]),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const vote = await shown(ada, voteId)
    expect([countsOf(vote), vote.guests.length]).toEqual([{ Casa: 2, Lune: 0 }, 2])
  })

  test('a guest who was removed no longer counts, and cannot vote again', async () => {
    const { voteId, casa, guest, client } = await newVote()
    const [ada, bo] = [await guest(), await guest()]
    await cast(ada, voteId, 'Ada', [casa])
    app.clock.advance(1_000)
    await cast(bo, voteId, 'Bo', [casa])
    const [, { id }] = (await shown(client, voteId)).guests
    for (let times = 0; times < 2; times++)
      expect(
        (await client.send('DELETE', `${path}/${voteId}/Guests/${id}`)).json().vote.guests,
      ).toMatchObject([{ name: 'Ada' }])
    expect(codeOf(await cast(bo, voteId, 'Bo', [casa]))).toEqual([403, 'vote_guest_removed'])
    expect(countsOf(await shown(bo, voteId))).toEqual({ Casa: 1, Lune: 0 })
    const rows = await app.database.db
      .selectFrom('dinnerVoteGuests')
      .select('name')
      .where('id', '=', id)
      .execute()
    expect(rows).toEqual([{ name: '' }])
  })

  test('ends with its day, and is deleted 30 days after it', async () => {
    const { voteId, casa, guest } = await newVote()
    const ada = await guest()
    const now = app.clock.now()
    app.clock.set('2026-03-16T12:00:00Z')
    expect(codeOf(await cast(ada, voteId, 'Ada', [casa]))).toEqual([409, 'vote_closed'])
    app.clock.set('2026-04-12T12:00:00Z')
    await deleteOldRows({ db: app.database.db, clock: app.clock })
    expect((await ada.get(`/api/Votes/${voteId}`)).statusCode).toBe(200)
    app.clock.set('2026-04-14T12:00:00Z')
    await deleteOldRows({ db: app.database.db, clock: app.clock })
    expect(codeOf(await ada.get(`/api/Votes/${voteId}`))).toEqual([404, 'vote_not_found'])
    app.clock.set(now.toISOString())
  })

  test('is deleted with its guests by its host', async () => {
    const { voteId, casa, guest, client } = await newVote()
    const ada = await guest()
    await cast(ada, voteId, 'Ada', [casa])
    for (let times = 0; times < 2; times++)
      expect((await client.send('DELETE', `${path}/${voteId}`)).statusCode).toBe(200)
    expect(codeOf(await cast(ada, voteId, 'Ada', [casa]))).toEqual([404, 'vote_not_found'])
    const guests = await app.database.db
      .selectFrom('dinnerVoteGuests')
      .select('id')
      .where('voteId', '=', voteId)
      .execute()
    expect(guests).toEqual([])
  })
})

describe('a vote is refused', () => {
  test.each([
    { date: '2026-02-30' },
    { date: '2026-03-01' },
    { date: '2027-06-01' },
    { time: '25:00' },
    { partySize: 0 },
    { partySize: 21 },
    { partySize: 'two' },
  ])('for %j', async wrong => {
    const { partner, client } = await newProgram()
    const { listId, casa, lune } = await newList(partner, client)
    const body = { listId, merchantIds: [casa, lune], ...dinner, ...wrong }
    expect(codeOf(await client.send('POST', path, body))).toEqual([400, 'validation_failed'])
  })

  test('for one place, the same twice, one that left, one of another list, and another member’s list', async () => {
    const { partner, client } = await newProgram()
    const { listId, casa, lune, gone } = await newList(partner, client)
    const other = await newMerchant(app, partner)
    const ask = (merchantIds: readonly string[]) =>
      client.send('POST', path, { listId, merchantIds, ...dinner })
    expect(codeOf(await ask([casa]))).toEqual([400, 'validation_failed'])
    expect(codeOf(await ask([casa, casa]))).toEqual([400, 'validation_failed'])
    expect(codeOf(await ask([casa, gone]))).toEqual([404, 'merchant_not_found'])
    expect(codeOf(await ask([casa, other.id]))).toEqual([404, 'merchant_not_found'])
    const neighbor = await signedInClient(app, partner, (await newMember(app, partner)).id)
    expect(
      codeOf(await neighbor.send('POST', path, { listId, merchantIds: [casa, lune], ...dinner })),
    ).toEqual([404, 'list_not_found'])
  })

  test('past 20 of one host', async () => {
    const { client, listId, casa, lune } = await newVote()
    const body = { listId, merchantIds: [casa, lune], ...dinner }
    for (let count = 1; count < 20; count++) await client.send('POST', path, body)
    expect(codeOf(await client.send('POST', path, body))).toEqual([400, 'vote_limit_reached'])
  })
})

describe('a ballot is refused', () => {
  test.each([{ name: '' }, { name: '\u0007\u202e' }, { name: 'x'.repeat(31) }, { merchantIds: ['unknown'] }])(
    'with %j',
    async wrong => {
      const { voteId, casa, guest } = await newVote()
      const ada = await guest()
      const body = { name: 'Ada', merchantIds: [casa], ...wrong }
      expect(codeOf(await ada.send('PUT', `/api/Votes/${voteId}/Ballot`, body))).toEqual([
        400,
        'validation_failed',
      ])
      expect((await shown(ada, voteId)).guests).toEqual([])
    },
  )

  test('past 50 guests, who still change theirs', async () => {
    const { voteId, casa, guest } = await newVote()
    const ada = await guest()
    await cast(ada, voteId, 'Ada', [casa])
    const [row] = await app.database.db
      .selectFrom('dinnerVoteGuests')
      .selectAll()
      .where('voteId', '=', voteId)
      .execute()
    await app.database.db
      .insertInto('dinnerVoteGuests')
      .values(Array.from({ length: 49 }, (_, index) => ({ ...row!, id: `g${index}`, tokenHash: `${index}` })))
      .execute()
    expect(codeOf(await cast(await guest(), voteId, 'Bo', [casa]))).toEqual([400, 'vote_full'])
    expect((await cast(ada, voteId, 'Ada', [])).statusCode).toBe(200)
  })
})

describe('others', () => {
  test('another program does not find it, another member does not change it', async () => {
    const { partner, voteId, casa, guest } = await newVote()
    const ada = await guest()
    await cast(ada, voteId, 'Ada', [casa])
    const elsewhere = newClient(app, (await newProgram()).partner)
    expect(codeOf(await elsewhere.get(`/api/Votes/${voteId}`))).toEqual([404, 'vote_not_found'])
    expect(codeOf(await cast(elsewhere, voteId, 'Eve', [casa]))).toEqual([404, 'vote_not_found'])
    const neighbor = await signedInClient(app, partner, (await newMember(app, partner)).id)
    expect(codeOf(await neighbor.send('PUT', `${path}/${voteId}/Closed`))).toEqual([404, 'vote_not_found'])
    expect(codeOf(await neighbor.send('DELETE', `${path}/${voteId}/Guests/any`))).toEqual([
      404,
      'vote_not_found',
    ])
    await neighbor.send('DELETE', `${path}/${voteId}`)
    expect(await shown(ada, voteId)).toMatchObject({ isClosed: false, guests: [{ name: 'Ada' }] })
    expect((await neighbor.get(path)).json().items).toEqual([])
  })

  test('a host who closed their account takes the vote along', async () => {
    const { member, voteId, guest } = await newVote()
    const ada = await guest()
    await app.database.db
      .updateTable('members')
      .set({ memberType: 'ClosedAccountMember', closedAt: app.clock.now() })
      .where('id', '=', member.id)
      .execute()
    expect(codeOf(await ada.get(`/api/Votes/${voteId}`))).toEqual([404, 'vote_not_found'])
  })
})

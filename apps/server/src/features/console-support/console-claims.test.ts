import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newOpenClaim } from '../../testing/access/console-support-scene.ts'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { approveAs } from '../approvals/approvals-for-test.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { newClaimScene } from '../claims/claims-for-test.ts'

const app = await createTestApp()

async function newQueue(count = 1) {
  const partner = app.newPartner()
  const { id: memberId } = await newMember(app, partner)
  const ids: string[] = []
  for (let day = 0; day < count; day++)
    ids.push(await newOpenClaim({ test: app, partner, memberId }, { nextBy: `2026-03-${9 + day}` }))
  return { partner, memberId, ids, client: await consoleClient(app, 'support', partner.slug) }
}

test('queue -> overdue first, page by page, with what was promised', async () => {
  const { client, ids } = await newQueue(12)
  const first = (await client.get('/api/Console/Claims?limit=2')).json()
  expect(first).toMatchObject({
    openCount: 12,
    overdueCount: 1,
    items: [
      { id: ids[0], urgency: 'overdue', daysLeft: -1 },
      { id: ids[1], urgency: 'due', memberName: 'Ada Moreau', note: 'Table by the window' },
    ],
  })
  const listed: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const asked: string = after && `&after=${encodeURIComponent(after)}`
    const page = (await client.get(`/api/Console/Claims?limit=5${asked}`)).json()
    listed.push(...page.items.map(({ id }: { id: string }) => id))
    after = page.after
  }
  expect(listed).toEqual(ids)
})

test('a place in the list that is none -> 400', async () => {
  const { client } = await newQueue()
  for (const after of ['x', '~~', '2026-03-09~x~y', '2026-99-99~2026-03-09~y'])
    expect((await client.get(`/api/Console/Claims?after=${after}`)).statusCode).toBe(400)
})

test('a dine that the network never reported, with a receipt -> approve is proposed, and it earns; audited', async () => {
  const network = await newCardNetwork(app)
  const { partner, memberId } = network
  const client = await consoleClient(app, 'support', partner.slug)
  const id = await newOpenClaim({ test: app, partner, memberId }, { receiptType: 'image/jpeg' })
  const shown = (await client.get(`/api/Console/Claims/${id}`)).json()
  expect(shown).toMatchObject({
    finding: null,
    proposal: { approve: true },
    card: { lastFour: '4242' },
    dines: [],
  })
  const path = `/api/Console/Claims/${id}/Decision`
  const decided = await client.send('POST', path, {
    approve: true,
    amount: 40,
    reason: 'The receipt says $40.',
  })
  expect([decided.statusCode, decided.json().claim]).toMatchObject([200, { state: 'approved' }])
  expect(await network.balance()).toBe(120)
  const again = await client.send('POST', path, { approve: false, reason: 'Changed my mind.' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'claim_decided'])
  const entry = await app.database.db
    .selectFrom('auditLog')
    .select(['action', 'reason', 'actorKind'])
    .where('subject', '=', memberId)
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ action: 'claim.approved', reason: 'The receipt says $40.', actorKind: 'staff' })
})

test('declined -> the member reads the reason', async () => {
  const scene = await newClaimScene(app)
  await scene.report({ receipt: undefined })
  const { partner } = scene.network
  const client = await consoleClient(app, 'support', partner.slug)
  const [claim] = (await client.get('/api/Console/Claims')).json().items
  const reason = 'The receipt is of another restaurant.'
  await client.send('POST', `/api/Console/Claims/${claim.id}/Decision`, { approve: false, reason })
  expect((await scene.listed())[0]).toMatchObject({
    state: 'declined',
    answer: expect.stringContaining(reason),
  })
  expect((await client.get('/api/Console/Claims?state=answered')).json().items).toMatchObject([
    { id: claim.id },
  ])
})

test('two decide at once -> one of them; without a reason, or an amount that is none -> 400', async () => {
  const { client, ids, memberId } = await newQueue()
  const path = `/api/Console/Claims/${ids[0]}/Decision`
  for (const body of [
    { approve: true },
    { approve: true, reason: ' ' },
    { approve: true, reason: 'x', amount: '-1' },
    { approve: true, reason: 'x', amount: 'all' },
    { reason: 'x' },
  ])
    expect((await client.send('POST', path, body)).statusCode).toBe(400)
  const both = await Promise.all(
    [1, 2].map(() => client.send('POST', path, { approve: false, reason: 'No.' })),
  )
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const written = await app.database.db
    .selectFrom('auditLog')
    .where('subject', '=', memberId)
    .selectAll()
    .execute()
  expect(written).toHaveLength(1)
})

test('a receipt -> a file of our name; nothing runs in it, and no cache keeps it', async () => {
  const { partner, memberId, client } = await newQueue()
  const id = await newOpenClaim({ test: app, partner, memberId }, { receiptType: 'image/jpeg' })
  await app.context(partner).gateways.receipts.write(id, Buffer.from('a picture'))
  const response = await client.get(`/api/Console/Claims/${id}/Receipt`)
  expect([response.statusCode, response.body]).toEqual([200, 'a picture'])
  expect(response.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="receipt.jpg"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  })
})

describe('what one person may give by answering a claim', () => {
  async function newClaimOf(amountCents: number, count = 1) {
    const network = await newCardNetwork(app)
    const { partner, memberId } = network
    const ids: string[] = []
    for (let day = 0; day < count; day++)
      ids.push(
        await newOpenClaim({ test: app, partner, memberId }, { amountCents, dinedOn: `2026-02-1${day}` }),
      )
    const answerAs = async (role: string, id: string, amount?: number) => {
      const client = await consoleClient(app, role, partner.slug)
      return client.send('POST', `/api/Console/Claims/${id}/Decision`, {
        approve: true,
        amount,
        reason: 'Seen',
      })
    }
    return { network, ids, answerAs }
  }

  test('more than the member reported -> 400, and nothing is posted', async () => {
    const { network, ids, answerAs } = await newClaimOf(4_250)
    const response = await answerAs('admin', ids[0]!, 4_250)
    expect([response.statusCode, response.json().fieldErrors]).toEqual([
      400,
      [{ field: 'amount', message: 'The member reported $42.50. An answer cannot be above it.' }],
    ])
    expect(await network.balance()).toBe(0)
    expect((await answerAs('support', ids[0]!, 42.5)).statusCode).toBe(200)
  })

  test('more than the limit -> waits, with what is unusual about it; approved by another -> posted', async () => {
    const { network, ids, answerAs } = await newClaimOf(166_700)
    const support = await consoleClient(app, 'support', network.partner.slug)
    const { warnings } = (await support.get(`/api/Console/Claims/${ids[0]}`)).json()
    expect(warnings).toEqual(['There is no receipt.'])
    const response = await answerAs('support', ids[0]!)
    expect([response.statusCode, response.json().code]).toEqual([202, 'approval_needed'])
    expect(await network.balance()).toBe(0)
    const finance = await consoleClient(app, 'finance', network.partner.slug)
    const { approvalId } = response.json()
    const { approval } = (await finance.get(`/api/Console/Approvals/${approvalId}`)).json()
    expect(approval.title).toMatch(/^Approve a claim of \$1,667\.00 at .*: give 5,001 points$/)
    expect(approval.warnings).toContain('There is no receipt.')
    expect(await network.balance()).toBe(0)
    expect((await approveAs(finance, approvalId)).statusCode).toBe(200)
    expect(await network.balance()).toBe(5_001)
  })

  test('in parts, by one person in a day -> counted together, with adjustments', async () => {
    const { network, ids } = await newClaimOf(100_000, 2)
    const client = await consoleClient(app, 'support', network.partner.slug)
    const answer = async (id: string) =>
      (await client.send('POST', `/api/Console/Claims/${id}/Decision`, { approve: true, reason: 'Seen' }))
        .statusCode
    expect([await answer(ids[0]!), await network.balance()]).toEqual([200, 3_000])
    expect([await answer(ids[1]!), await network.balance()]).toEqual([202, 3_000])
  })
})

describe('among staff', () => {
  test('take it, give it to a colleague, leave it -> listed by who has it, audited', async () => {
    const { partner, memberId, ids, client } = await newQueue(2)
    const [id] = ids
    const colleague = await consoleClient(app, 'admin', partner.slug)
    const { staff: own } = (await client.get('/api/Console/Session')).json()
    const { staff: other } = (await colleague.get('/api/Console/Session')).json()
    const path = `/api/Console/Claims/${id}/Assignee`
    const assign = async (before: string | null, assignee: string | null) => {
      const { statusCode, json } = await client.send('POST', path, { before, assignee })
      return [statusCode, json().claim?.assignee?.email ?? json().code]
    }
    const listed = async (assignee: string, of = client) =>
      (await of.get(`/api/Console/Claims?assignee=${assignee}`))
        .json()
        .items.map((one: { id: string }) => one.id)
    expect(await assign(null, own.email)).toEqual([200, own.email])
    expect([await listed('me'), await listed('none')]).toEqual([[id], [ids[1]]])
    expect(await assign(null, other.email)).toEqual([409, 'changed_meanwhile'])
    expect(await assign(own.email, other.email)).toEqual([200, other.email])
    expect([await listed('me'), await listed('me', colleague)]).toEqual([[], [id]])
    expect(await assign(other.email, null)).toEqual([200, undefined])
    expect(await auditedActions(app, memberId)).toEqual(Array(3).fill('claim.assigned'))
  })

  test('given to someone who may not decide claims there, or after the answer -> refused', async () => {
    const { partner, ids, client } = await newQueue()
    const viewer = await consoleClient(app, 'viewer', partner.slug)
    const { staff } = (await viewer.get('/api/Console/Session')).json()
    const path = `/api/Console/Claims/${ids[0]}`
    const given = await client.send('POST', `${path}/Assignee`, { before: null, assignee: staff.email })
    expect([given.statusCode, given.json().fieldErrors[0].field]).toEqual([400, 'assignee'])
    expect((await viewer.send('POST', `${path}/Notes`, { text: 'x' })).statusCode).toBe(403)
    await client.send('POST', `${path}/Decision`, { approve: false, reason: 'Another evening.' })
    const late = await client.send('POST', `${path}/Assignee`, { before: null, assignee: null })
    expect(late.json().code).toBe('claim_decided')
  })

  test('notes -> kept in order with their author; the member’s list has none of them', async () => {
    const { partner, memberId, ids, client } = await newQueue()
    const path = `/api/Console/Claims/${ids[0]}`
    for (const text of ['Called the restaurant.', 'They look into it.'])
      expect((await client.send('POST', `${path}/Notes`, { text })).statusCode).toBe(200)
    expect((await client.send('POST', `${path}/Notes`, { text: ' ' })).statusCode).toBe(400)
    const { notes } = (await client.get(path)).json()
    expect(notes).toMatchObject([{ text: 'Called the restaurant.' }, { text: 'They look into it.' }])
    const member = await signedInClient(app, partner, memberId)
    expect((await member.get('/api/Member/Claims')).body).not.toContain('restaurant.')
    const elsewhere = await consoleClient(app, 'support', app.newPartner().slug)
    expect((await elsewhere.send('POST', `${path}/Notes`, { text: 'x' })).statusCode).toBe(404)
  })

  test('prepared answers of the program -> filled in for the claim', async () => {
    const claimAnswers = [{ name: 'Late', text: 'Dear {name}: {restaurant}, {date}, {amount}.' }]
    const partner = app.newPartner({ settings: { claimAnswers } })
    const { id: memberId } = await newMember(app, partner)
    const id = await newOpenClaim({ test: app, partner, memberId })
    const client = await consoleClient(app, 'support', partner.slug)
    const { answers, claim } = (await client.get(`/api/Console/Claims/${id}`)).json()
    expect(answers).toEqual([
      { name: 'Late', text: `Dear Ada: ${claim.merchantName}, February 20, 2026, $42.50.` },
    ])
  })
})

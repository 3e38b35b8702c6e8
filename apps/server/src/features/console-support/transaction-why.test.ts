import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newReward } from '../../testing/access/console-support-scene.ts'
import { auditedActions } from '../../testing/audit-entries.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { listMails } from '../mail/mail.service.ts'

const app = await createTestApp()

async function whyOf(
  network: CardNetwork,
  id: string,
  client = consoleClient(app, 'viewer', network.partner.slug),
) {
  const response = await (await client).get(`/api/Console/Transactions/${encodeURIComponent(id)}`)
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()])
  return response.json().transaction
}

test('a dine with a tip, reported twice -> events, decision, postings and history, and no card number', async () => {
  const network = await newCardNetwork(app)
  const id = `why-${network.memberId}`
  await network.deliver('transaction.auth', { id, amount: 36 })
  app.clock.advance(60_000)
  await network.deliver('transaction.clearing', { id })
  await network.deliver('transaction.clearing', { id, updated: '2026-03-10T01:00:00.000Z' })
  const why = await whyOf(network, id)
  expect(why).toMatchObject({
    id,
    kind: 'dine',
    partner: network.partner.slug,
    member: { id: network.memberId, name: 'Ada Moreau' },
    title: network.merchant.name,
    status: 'Awarded',
    units: 127,
    ticketCents: 4_250,
    parts: [{ kind: 'base', units: 127 }],
    events: [
      {
        event: 'transaction.auth',
        status: 'processed',
        report: { kind: 'authorization', amountCents: 3_600 },
      },
      {
        event: 'transaction.clearing',
        status: 'processed',
        report: { kind: 'clearing', amountCents: 4_250 },
      },
      { reason: { code: 'duplicate' } },
    ],
    postings: [
      {
        part: 'base',
        reason: { code: 'dine_cleared', text: 'Dine cleared' },
        entries: [
          { account: 'member_rewards', units: 127 },
          { account: 'program_rewards', units: -127 },
        ],
      },
    ],
    history: [{ status: 'Pending' }, { status: 'Awarded', units: 127 }],
  })
  expect(why.decision).toContainEqual({
    isDecisive: false,
    label: 'Bill',
    text: '$42.50 cleared, $36.00 authorized',
  })
  expect(why.decision).toContainEqual({
    isDecisive: false,
    label: 'Rate',
    text: '3 for each dollar, rounded down: 127 points',
  })
  expect(JSON.stringify(why)).not.toMatch(/lastNumbers|"card"|metadata|4242424242/)
})

test('a dine that earned nothing -> the reason in words', async () => {
  const network = await newCardNetwork(app, { card: { linkedAt: new Date('2026-03-10T00:00:00Z') } })
  const id = `late-${network.memberId}`
  await network.deliver('transaction.clearing', { id })
  expect(await whyOf(network, id)).toMatchObject({
    status: 'Forfeit',
    reason: { code: 'card_not_linked_at_dine', text: expect.stringContaining('linked this card after') },
    units: 0,
    postings: [],
  })
})

test('the fact that decided comes first; the zone, the code of a bonus and an answer are there', async () => {
  const network = await newCardNetwork(app, { card: { linkedAt: new Date('2026-03-10T00:00:00Z') } })
  const id = `marked-${network.memberId}`
  await network.deliver('transaction.clearing', { id })
  const why = await whyOf(network, id)
  expect(why.decision[0]).toMatchObject({ label: 'Card', isDecisive: true })
  expect(why.timezone).toBe('America/New_York')
  expect(why.answer).toMatch(
    /^Hello Ada, you dined at .+ and paid \$42\.50\. You earned nothing on it\. You linked/,
  )
})

test('every status of a dine -> a sentence that says why', async () => {
  const network = await newCardNetwork(app)
  await network.deliver('transaction.clearing', { id: `full-${network.memberId}` })
  const client = await consoleClient(app, 'viewer', network.partner.slug)
  const { data } = (await client.get(`/api/Console/Members/${network.memberId}/Transactions`)).json()
  expect(data[0]).toMatchObject({
    awardStatus: 'Awarded',
    reason: { code: 'Awarded', text: 'This visit is final and counted.' },
  })
})

test('answer -> mailed once for the same text, audited; not by who may only read, nor to another program', async () => {
  const network = await newCardNetwork(app)
  const { partner, memberId } = network
  const id = `asked-${memberId}`
  await network.deliver('transaction.clearing', { id })
  const { answer } = await whyOf(network, id)
  const path = `/api/Console/Transactions/${encodeURIComponent(id)}/Answer`
  const body = { text: `${answer}\n\nBest wishes`, reason: 'The member asked by phone.' }
  const support = await consoleClient(app, 'support', partner.slug)
  expect((await support.send('POST', path, body)).json()).toEqual({ sent: true })
  expect((await support.send('POST', path, body)).json()).toEqual({ sent: true })
  expect((await support.send('POST', path, { ...body, text: ' ' })).statusCode).toBe(400)
  const viewer = await consoleClient(app, 'viewer', partner.slug)
  expect((await viewer.send('POST', path, body)).statusCode).toBe(403)
  const elsewhere = await consoleClient(app, 'support', app.newPartner().slug)
  expect((await elsewhere.send('POST', path, body)).statusCode).toBe(404)
  const mails = await listMails(app.context(partner))
  const answers = mails.filter(({ textBody }) => textBody.includes('Best wishes'))
  expect(answers).toHaveLength(1)
  expect(answers[0]!.textBody).toContain('You earned 127 points.')
  expect((await whyOf(network, id)).mails).toMatchObject([{ kind: 'why' }])
  const audited = await app.database.db
    .selectFrom('auditLog')
    .select(['subject', 'reason', 'after'])
    .where('action', '=', 'dine.answered')
    .where('subject', '=', memberId)
    .execute()
  expect(audited[0]).toEqual({ subject: memberId, reason: body.reason, after: { transactionId: id } })
})

test('answer to a member whose address is not confirmed -> not sent, and no audit entry', async () => {
  const network = await newCardNetwork(app)
  const { partner, memberId } = network
  const { db } = app.database
  await db.updateTable('members').set({ emailConfirmedAt: null }).where('id', '=', memberId).execute()
  const id = `silent-${memberId}`
  await network.deliver('transaction.clearing', { id })
  const support = await consoleClient(app, 'support', partner.slug)
  const path = `/api/Console/Transactions/${encodeURIComponent(id)}/Answer`
  const answer = await support.send('POST', path, { text: 'Hello', reason: 'Asked.' })
  expect(answer.json()).toEqual({ sent: false })
  expect(await auditedActions(app, memberId)).toEqual([])
})

const reasonsOf = (why: { postings: { part: string; reason: { text: string } }[] }) =>
  why.postings.map(({ part, reason }) => [part, reason.text])

test('a refund that moved to another dine -> both postings say which', async () => {
  const network = await newCardNetwork(app)
  const of = (id: string) => `${id}-${network.memberId}`
  await network.deliver('transaction.clearing', { id: of('older'), datetime: '2026-03-02T19:30:00' })
  await network.deliver('transaction.refund', {
    id: of('back'),
    amount: -10,
    datetime: '2026-03-09T20:00:00',
  })
  await network.deliver('transaction.clearing', { id: of('newer'), datetime: '2026-03-05T19:30:00' })
  const moved = `the refund of $10.00 on Mar 9, 2026 (${of('back')})`
  expect(reasonsOf(await whyOf(network, of('older')))).toEqual([
    ['base', 'Dine cleared'],
    ['base', expect.stringContaining('refund')],
    ['base', `Refund moved: ${moved} is of this dine no longer`],
  ])
})

test('a late report that makes a VIP -> the posting says which tier, and when', async () => {
  const settings = {
    hasVIP: true,
    vipQualification: { dinesRequired: 2, dollarsRequired: 0 },
    rewards: { earnRates: { '3': { numerator: 10, denominator: 100 } } },
  }
  const network = await newCardNetwork(app, { settings })
  const id = `last-${network.memberId}`
  await network.deliver('transaction.clearing', { datetime: '2026-03-06T12:00:00' })
  await network.deliver('transaction.clearing', { id, datetime: '2026-03-08T12:00:00' })
  await network.deliver('transaction.clearing', { datetime: '2026-03-07T12:00:00' })
  expect(reasonsOf(await whyOf(network, id))).toEqual([
    ['base', 'Dine cleared'],
    ['base', 'Tier changed: VIP (tier 3) on Mar 8, 2026, not Opted in (tier 2)'],
  ])
})

test('two bonuses of one dine -> each line and posting has its name, also for the member', async () => {
  const bonus = (code: string, units: number) => ({
    code,
    description: `{reward} for ${code}`,
    needsRegistration: false,
    minimumSpendCents: 3_000,
    reward: { kind: 'fixed', units },
  })
  const network = await newCardNetwork(app, {
    settings: { bonuses: [bonus('SPRING', 250), bonus('FIRST', 500)] },
  })
  const id = `two-${network.memberId}`
  await network.deliver('transaction.clearing', { id })
  const why = await whyOf(network, id)
  expect(reasonsOf(why)).toEqual(
    expect.arrayContaining([
      ['bonus', '250 points for SPRING'],
      ['bonus', '500 points for FIRST'],
    ]),
  )
  const lines = ['Bonus: 500 points for FIRST', 'Bonus: 250 points for SPRING']
  expect(why.parts.map(({ text }: { text: string }) => text)).toEqual([expect.anything(), ...lines])
  await network.deliver('transaction.refund', { amount: -20, originalTransactionId: id })
  const [dine] = (await network.activity()) as { components: { reason: string }[] }[]
  const taken = lines.map(line => line.replace('Bonus', 'Taken back after a refund'))
  expect(dine!.components.map(({ reason }) => reason)).toEqual([
    expect.anything(),
    lines[0],
    taken[0],
    lines[1],
    taken[1],
  ])
})

test('a refund’s id -> its dine, with both movements posted', async () => {
  const network = await newCardNetwork(app)
  const [id, refund] = [`paid-${network.memberId}`, `refund-${network.memberId}`]
  await network.deliver('transaction.clearing', { id })
  await network.deliver('transaction.refund', { id: refund, amount: -10, originalTransactionId: id })
  const why = await whyOf(network, refund)
  expect(why).toMatchObject({ id, ticketCents: 3_250, reason: { code: 'partly_refunded' } })
  expect(why.postings).toHaveLength(2)
})

test('a reward without a dine -> what it is for; a refund that waits -> the event', async () => {
  const network = await newCardNetwork(app)
  const { partner, memberId } = network
  const reward = await newReward({ test: app, partner, memberId })
  expect(await whyOf(network, reward)).toMatchObject({ kind: 'reward', title: 'A thank-you', units: 100 })
  const id = `early-${memberId}`
  await network.deliver('transaction.refund', { id, amount: -10 })
  expect(await whyOf(network, id)).toMatchObject({
    kind: 'event',
    status: 'parked',
    member: { id: memberId },
    reason: { code: 'refund_waits' },
  })
})

test('unknown, of another program, or no text for a database -> not found', async () => {
  const network = await newCardNetwork(app)
  const id = `own-${network.memberId}`
  await network.deliver('transaction.clearing', { id })
  const elsewhere = await consoleClient(app, 'support', app.newPartner().slug)
  for (const asked of [id, 'unknown', '%00', "' or 1=1"]) {
    const response = await elsewhere.get(`/api/Console/Transactions/${encodeURIComponent(asked)}`)
    expect([asked, response.statusCode]).toEqual([asked, 404])
  }
  expect((await elsewhere.get('/api/Console/Transactions/%00')).statusCode).toBe(404)
})

import { describe, expect, test } from 'vitest'
import type { Db } from '../../db/open-database.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { ledgerProblems } from '../ledger/ledger-checks.read.ts'
import { approveClaim, declineClaim } from './claim-decisions.service.ts'
import { advance, claimContext, dinedOn, newClaimScene } from './claims-for-test.ts'

const app = await createTestApp()
const { db } = app.database

describe('staff', () => {
  const audited = (memberId: string) =>
    db.selectFrom('auditLog').select(['action', 'actor']).where('subject', '=', memberId).execute()

  test('approve, with another amount -> that amount earns, audited; not twice', async () => {
    const scene = await newClaimScene(app)
    const { id } = (await scene.report()).json().claim
    const ctx = claimContext(app, scene)
    await approveClaim(ctx, { claimId: id, amountCents: 2_000 })
    expect(await scene.network.balance()).toBe(60)
    await expect(approveClaim(ctx, { claimId: id })).rejects.toThrow('answered already')
    await expect(declineClaim(ctx, { claimId: id, reason: 'no' })).rejects.toThrow('answered already')
    expect(await audited(scene.network.memberId)).toEqual([{ action: 'claim.approved', actor: 'ada' }])
  })

  test('decline -> the member reads why; another partner cannot', async () => {
    const [scene, elsewhere] = [await newClaimScene(app), await newClaimScene(app)]
    const { id } = (await scene.report()).json().claim
    const decision = { claimId: id, reason: 'The receipt is of another place.' }
    await expect(declineClaim(claimContext(app, elsewhere), decision)).rejects.toThrow('has no claim')
    await declineClaim(claimContext(app, scene), decision)
    expect((await scene.listed())[0]?.answer).toMatch(/The receipt is of another place\.$/)
    const mails = await db
      .selectFrom('outgoingMails')
      .select(['subject', 'textBody'])
      .where('cause', '=', `claim:${id}`)
      .execute()
    expect(mails).toEqual([
      {
        subject: 'About your dinner at Casa Lumen',
        textBody: expect.stringMatching(/February 20, 2026[\s\S]*The receipt is of another place\./),
      },
    ])
    expect(await audited(scene.network.memberId)).toMatchObject([{ action: 'claim.declined' }])
    expect(await scene.network.balance()).toBe(0)
  })
})

test.each<[string, (id: string, trx: Db) => Promise<unknown>, string]>([
  [
    'approved without a dine',
    (id, trx) => trx.updateTable('claims').set({ transactionId: 'gone' }).where('id', '=', id).execute(),
    'an approved claim has no dine',
  ],
  [
    'that counts and is open',
    (id, trx) =>
      trx
        .updateTable('claims')
        .set({ state: 'checking', decidedAt: null, nextBy: '2026-03-15' })
        .where('id', '=', id)
        .execute(),
    'a claimed charge counts that was not approved',
  ],
])('a claim %s -> the check of the books names it', async (_case, damage, rule) => {
  const scene = await newClaimScene(app)
  const { id } = (await scene.report()).json().claim
  await approveClaim(claimContext(app, scene), { claimId: id })
  await db.transaction().execute(async trx => {
    await damage(id, trx)
    expect((await ledgerProblems(trx)).filter(problem => problem.includes(id))).toEqual([
      expect.stringContaining(rule),
    ])
    // As it was: others read this database too.
    const undone = { state: 'approved', decidedAt: app.clock.now(), nextBy: null } as const
    await trx
      .updateTable('claims')
      .set({ ...undone, transactionId: `claim-${id}` })
      .where('id', '=', id)
      .execute()
  })
  expect(await ledgerProblems(db)).toEqual([])
})

test('the payment that a claim waits for is not collected in time -> a person looks', async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  const scene = await newClaimScene(app)
  await scene.network.deliver('transaction.auth', { datetime: `${dinedOn}T19:30:00` })
  await scene.report()
  const stateAt = async (time: string) => {
    app.clock.set(time)
    await advance(app, scene)
    return (await scene.listed())[0]?.state
  }
  expect(await stateAt('2026-04-10T18:00:00Z')).toBe('waiting_for_network')
  expect(await stateAt('2026-04-11T18:00:00Z')).toBe('checking')
})

test.each([
  ['Amex', '2026-02-08', 'waiting_for_network'],
  ['Amex', '2026-02-07', 'checking'],
  ['Visa', '2026-02-07', 'waiting_for_network'],
] as const)(
  'a dine with %s of %s -> %s, as long as its network can be asked',
  async (cardType, dinedOn, state) => {
    app.clock.set('2026-03-10T18:00:00Z')
    const scene = await newClaimScene(app, { card: { cardType } })
    expect((await scene.report({ dinedOn })).json().claim).toMatchObject({ state })
  },
)

describe('a dine that earned, claimed with a date two days off', () => {
  async function newScene() {
    app.clock.set('2026-03-10T18:00:00Z')
    const scene = await newClaimScene(app)
    await scene.network.deliver('transaction.clearing', { datetime: '2026-02-18T19:30:00' })
    expect(await scene.network.balance()).toBe(127)
    return scene
  }

  test('-> answered with that dine, and the network is not asked', async () => {
    const scene = await newScene()
    expect((await scene.report()).json().claim).toMatchObject({
      state: 'approved',
      nextBy: null,
      answer: expect.stringMatching(/We found this visit: \$42\.50.* It earned 127 points/),
    })
    await advance(app, scene, { status: 'successful' })
    expect(await scene.network.balance()).toBe(127)
  })

  test('the member insists -> a person, whatever the network says; approved -> nothing is paid twice', async () => {
    const scene = await newScene()
    await scene.report()
    app.clock.advance(1_000)
    const insisted = (await scene.report({ note: 'I was there twice.' })).json().claim
    expect(insisted).toMatchObject({
      state: 'checking',
      answer: expect.stringMatching(/Our team is reviewing/),
    })
    await advance(app, scene, { status: 'successful' })
    expect((await scene.listed()).map(({ state }) => state)).toEqual(['checking', 'approved'])
    const { answer } = await approveClaim(claimContext(app, scene), { claimId: insisted.id })
    expect([answer, await scene.network.balance()]).toEqual(['already_earned', 127])
  })

  test('the network reports it after the claim was approved -> one dine', async () => {
    app.clock.set('2026-03-10T18:00:00Z')
    const scene = await newClaimScene(app)
    await scene.report()
    await advance(app, scene, { status: 'successful' })
    expect(await scene.network.balance()).toBe(127)
    await scene.network.deliver('transaction.clearing', { datetime: '2026-02-18T19:30:00' })
    expect(await scene.network.balance()).toBe(127)
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { days } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../db/open-database.ts'
import { answerAccrualFiles } from '../../gateways/accruals/sandbox-accruals.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { processInbox } from '../card-events/inbox.service.ts'
import { receiveEvent } from '../card-events/receive-event.service.ts'
import { ledgerProblems } from '../ledger/ledger-checks.read.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import { newSettlement } from './partner-for-test.ts'
import { receiveAnswers } from './receive-answers.service.ts'
import { sendAccruals } from './send-accruals.service.ts'
import { settleWithPartners } from './settlement.service.ts'

const app = await createTestApp()
const { db } = app.database
const clearing = 'transaction.clearing'

/** Ends the connection at a statement; within a transaction nothing of it stays. */
function killedAt(statement: number): { db: Db; isKilled: () => boolean } {
  let count = 0
  return {
    isKilled: () => count >= statement,
    db: db.withPlugin({
      transformQuery({ node }) {
        if (++count === statement) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  }
}

describe('a crash between two steps', () => {
  test(
    'at any statement of sending and of receiving -> nothing is sent or settled twice',
    longTest,
    async () => {
      const partner = await newSettlement(app)
      const { ctx } = partner
      const services = { db, clock: app.clock, partners: app.partners }
      const untilUnharmed = async (
        prepare: () => Promise<unknown>,
        work: (killable: typeof ctx) => unknown,
      ) => {
        for (let statement = 1; ; statement++) {
          const killed = killedAt(statement)
          const body = Buffer.from(JSON.stringify(partner.body()))
          await receiveEvent(services, 'fidel', { event: clearing, body })
          await processInbox(services)
          await prepare()
          await Promise.resolve(work({ ...ctx, db: killed.db })).catch(() => {})
          if (!killed.isKilled()) return statement
        }
      }
      const sends = await untilUnharmed(
        async () => {},
        killable => sendAccruals(killable),
      )
      const receives = await untilUnharmed(() => sendAccruals(ctx).then(partner.answer), receiveAnswers)
      expect([sends, receives].map(count => count > 8)).toEqual([true, true])
      const ids = partner.rowsSent().map(({ id }) => id)
      expect([ids.length, new Set(ids).size]).toEqual([sends + receives, sends + receives])
      expect(await partner.receive()).toEqual([])
      expect([await partner.balance(), new Set(await partner.statuses())]).toEqual([0, new Set(['Paid'])])
    },
  )

  const fail = () => Promise.reject(new Error('killed'))

  test('after an answer is taken, before it is put away -> taken once', async () => {
    const partner = await newSettlement(app)
    const { accruals } = partner.ctx.gateways
    await partner.deliver(clearing)
    await partner.send()
    await partner.answer()
    const gateways = { ...partner.ctx.gateways, accruals: { ...accruals, archive: fail } }
    expect(await partner.receive({ gateways })).toMatchObject([{ failure: 'killed' }])
    expect(await partner.statuses()).toEqual(['Paid'])
    expect(await partner.receive()).toMatchObject([{ confirmed: 0, problems: [] }])
    expect([await partner.balance(), partner.list('in')]).toEqual([0, []])
    expect(await partner.mails()).toHaveLength(1)
  })

  test('two senders and two receivers at once, while dines arrive -> each posting in one file, settled once', async () => {
    const partner = await newSettlement(app)
    for (let count = 0; count < 3; count++) await partner.deliver(clearing)
    await Promise.all([partner.send(), partner.deliver(clearing), partner.send(), partner.deliver(clearing)])
    await partner.send()
    await partner.answer()
    await Promise.all([partner.receive(), partner.receive()])
    const ids = partner.rowsSent().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
    expect([await partner.balance(), new Set(await partner.statuses())]).toEqual([0, new Set(['Paid'])])
  })

  test('two answers that differ, taken at once -> the first counts', async () => {
    const partner = await newSettlement(app)
    const { ctx, memberId } = partner
    await partner.deliver(clearing)
    await partner.send()
    const { id, units } = partner.rowsSent()[0]!
    const rows = [
      { line: 2, id, units, result: 'accepted' as const, code: null },
      { line: 2, id, units, result: 'rejected' as const, code: 'not_eligible' },
    ]
    const receivers = rows.map((row, index) => {
      const content = { answer: { fileId: `${partner.partner.slug}-000001`, rows: [row] } }
      const accruals = {
        ...ctx.gateways.accruals,
        listAnswers: async () => [`${index}.csv`],
        readAnswer: async (_: unknown, name: string) => ({ name, content }),
        archive: async () => {},
      }
      return { ...ctx, gateways: { ...ctx.gateways, accruals } }
    })
    let taken: Promise<unknown> = Promise.resolve()
    // Both have read that the row is open before either may go on.
    await db.transaction().execute(async trx => {
      await trx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute()
      taken = Promise.all(receivers.map(each => receiveAnswers(each)))
      await sleep(300)
    })
    await taken
    expect(await ledgerProblemsOf(db, partner.partner.slug)).toEqual([])
    const answered = await db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'settlement.receive')
      .where('partnerId', '=', partner.partner.slug)
      .execute()
    expect(answered).toHaveLength(1)
  })
})

test('ledger check: an accrual, its file or its dine differs from the ledger -> found', async () => {
  const partner = await newSettlement(app)
  await partner.deliver(clearing)
  await partner.send()
  const slug = partner.partner.slug
  const problemsAfter = async (spoil: () => Promise<unknown>, repair: () => Promise<unknown>) => {
    await spoil()
    const problems = await ledgerProblems(db)
    await repair()
    return problems.map(problem => problem.split(':')[0])
  }
  const set = (changes: object) => () =>
    db.updateTable('accruals').set(changes).where('partnerId', '=', slug).execute()
  const setFile = (rowCount: number) => () =>
    db.updateTable('accrualFiles').set({ rowCount }).where('id', '=', `${slug}-000001`).execute()
  const setDine = (changes: object) => () =>
    db.updateTable('dines').set(changes).where('partnerId', '=', slug).execute()
  const paidAt = new Date(app.clock.now().getTime() + 1_000)
  expect(await problemsAfter(set({ state: 'confirmed' }), set({ state: 'sent' }))).toEqual([
    'a confirmed accrual is not settled, or another one is',
  ])
  expect(await problemsAfter(set({ units: 128 }), set({ units: 127 }))).toEqual([
    'an accrual is not its posting',
    'an accrual file is not the sum of its rows',
  ])
  expect(await problemsAfter(setFile(2), setFile(1))).toEqual(['an accrual file is not the sum of its rows'])
  expect(
    await problemsAfter(setDine({ status: 'Paid', paidAt }), setDine({ status: 'Deferred', paidAt: null })),
  ).toEqual(['a dine is Paid before the partner confirmed all of it'])
})

test('job: one partner that cannot be told -> the others are settled, and the run says so', async () => {
  const [broken, partner] = [await newSettlement(app), await newSettlement(app)]
  for (const one of [broken, partner]) await one.deliver(clearing)
  const { accruals } = partner.ctx.gateways
  const run = (isDown: boolean) =>
    settleWithPartners({
      ...partner.ctx,
      partners: { ...app.partners, all: () => [broken.partner, partner.partner] },
      gateways: {
        ...partner.ctx.gateways,
        accruals: {
          ...accruals,
          send: async (to, file) => {
            if (isDown && to === broken.partner) throw new Error('connection refused')
            await accruals.send(to, file)
          },
          answerAsPartner: (to, now) => answerAccrualFiles(app.exchangeDir, to, now),
        },
      },
    })
  await expect(run(true)).rejects.toThrow('connection refused')
  expect([broken.rowsSent().length, partner.rowsSent().length]).toEqual([0, 1])
  expect(await run(false)).toBe('rows: 1 sent, 0 confirmed, 0 rejected; 0 problems in answers')
  app.clock.advance(days(2))
  expect(await run(false)).toBe('rows: 0 sent, 2 confirmed, 0 rejected; 0 problems in answers')
  expect([await broken.statuses(), await partner.statuses()]).toEqual([['Paid'], ['Paid']])
})

test('sandbox that never answers -> Deferred for a year; a command answers for it', async () => {
  const sandbox = { answerAfterMinutes: null, refusals: {} }
  const partner = await newSettlement(app, { settings: { settlement: { sandbox } } })
  await partner.deliver(clearing)
  await partner.send()
  const inAYear = new Date(app.clock.now().getTime() + days(365))
  expect(await answerAccrualFiles(app.exchangeDir, partner.partner, inAYear)).toEqual([])
  expect(await partner.statuses()).toEqual(['Deferred'])
  await partner.answer()
  await partner.receive()
  expect(await partner.statuses()).toEqual(['Paid'])
})

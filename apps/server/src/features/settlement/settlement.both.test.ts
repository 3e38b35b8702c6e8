import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { auditedActions } from '../../testing/audit-entries.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { changeMemberNumber } from '../members/members.service.ts'
import { listOpenAccruals } from './accruals.repository.ts'
import { newSettlement } from './partner-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const clearing = 'transaction.clearing'

describe('settlement with the partner', () => {
  test('dine -> in a file once, Deferred; accepted -> settled, Paid, and mailed', async () => {
    const partner = await newSettlement(app, { member: { memberNumber: '402815637' } })
    await partner.deliver(clearing)
    const fileId = `${partner.partner.slug}-000001`
    expect(await partner.send()).toEqual([{ fileId, rows: 1, units: 127 }])
    expect(await partner.statuses()).toEqual(['Deferred'])
    expect(await partner.balance()).toBe(127)
    const [row] = partner.rowsSent()
    expect(partner.read('out', `accruals-${fileId}.csv`)).toBe(
      `accruals,1,${fileId},${app.clock.now().toISOString()},Point\n` +
        `row,${row!.id},402815637,${partner.memberId},127,dine_reward,2026-03-10\ntrailer,1,127\n`,
    )
    expect(await partner.send()).toEqual([])

    await partner.answer()
    expect(await partner.receive()).toMatchObject([{ confirmed: 1, rejected: 0, problems: [] }])
    const paid = { awardStatus: 'Paid', paidAt: app.clock.now().toISOString(), benefitAmount: 127 }
    expect(await partner.activity()).toMatchObject([paid])
    expect(await partner.balance()).toBe(0)
    expect([partner.list('out'), partner.list('in')]).toEqual([[], []])
    expect(partner.list('done')).toEqual([`accruals-${fileId}.csv`, `answer-${fileId}.csv`])
    const [mail, ...more] = await partner.mails()
    expect(mail!.textBody).toMatch(/127 points[\s\S]*\/unsubscribe/)
    expect(mail!.textBody + mail!.subject).not.toMatch(/\{[a-z ]+\}/)
    expect(more).toEqual([])
    expect(await auditedActions(app, fileId)).toEqual(['settlement.send', 'settlement.receive'])
  })

  test('a dine refunded between file and answer -> Paid only when the refund is confirmed (edge case 24)', async () => {
    const [partner, id] = [await newSettlement(app), randomUUID()]
    await partner.deliver(clearing, { id })
    await partner.send()
    await partner.answer()
    await partner.deliver(clearing, { amount: -10, originalTransactionId: id })
    expect(await partner.statuses()).toEqual(['Deferred'])
    await partner.receive()
    expect(await partner.statuses()).toEqual(['Deferred'])
    expect(await partner.balance()).toBe(-30)
    expect(await partner.send()).toMatchObject([{ rows: 1, units: -30 }])
    await partner.answer()
    await partner.receive()
    expect(await partner.activity()).toMatchObject([{ awardStatus: 'Paid', benefitAmount: 97 }])
    expect(await partner.balance()).toBe(0)
    expect(await partner.mails()).toHaveLength(1)
  })

  test('refunded in full after it was Paid -> taken back by the next file', async () => {
    const [partner, id] = [await newSettlement(app), randomUUID()]
    await partner.deliver(clearing, { id })
    const round = async () => {
      await partner.send()
      await partner.answer()
      await partner.receive()
    }
    await round()
    await partner.deliver(clearing, { amount: -42.5, originalTransactionId: id })
    expect([await partner.balance(), await partner.statuses()]).toEqual([-127, ['Forfeit']])
    await round()
    expect([await partner.balance(), await partner.statuses()]).toEqual([0, ['Forfeit']])
    expect(partner.rowsSent().map(({ units }) => units)).toEqual([127, -127])
  })

  test('killed before or after a file is delivered -> sent twice, the same file, no posting in two (edge case 24)', async () => {
    const partner = await newSettlement(app)
    const { accruals } = partner.ctx.gateways
    const fail = () => Promise.reject(new Error('killed'))
    const killed = (send: typeof accruals.send) => ({
      gateways: { ...partner.ctx.gateways, accruals: { ...accruals, send } },
    })
    await partner.deliver(clearing)
    await expect(partner.send(killed(fail))).rejects.toThrow('killed')
    expect(partner.list('out')).toEqual([])
    await partner.deliver(clearing)
    const delivered = killed(async (...input) => accruals.send(...input).then(fail))
    await expect(partner.send(delivered)).rejects.toThrow('killed')
    const name = `accruals-${partner.partner.slug}-000001.csv`
    const first = partner.read('out', name)
    app.clock.advance(60_000)
    expect(await partner.send()).toHaveLength(2)
    expect(partner.read('out', name)).toBe(first)
    const ids = partner.rowsSent().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 2])
  })

  test('answered twice -> nothing changes (edge case 24)', async () => {
    const partner = await newSettlement(app)
    await partner.deliver(clearing)
    await partner.send()
    const [name] = await partner.answer()
    const text = partner.read('in', name!)
    await partner.receive()
    app.clock.advance(60_000)
    const before = await partner.activity()
    for (const again of [name!, 'copy.csv']) {
      partner.putAnswer(again, text)
      expect(await partner.receive()).toMatchObject([{ confirmed: 0, rejected: 0, problems: [] }])
    }
    expect(await partner.activity()).toEqual(before)
    expect(await partner.balance()).toBe(0)
    const base = name!.replace('.csv', '')
    expect(partner.list('done')).toEqual(expect.arrayContaining([name, `${base}-2.csv`, 'copy.csv']))
  })

  test('unknown member number -> a mail asks for it once; sent again when it has changed', async () => {
    const member = { memberNumber: '402815637', emailOptIn: false }
    const settings = { settlement: { sandbox: { refusals: { '402815637': 'unknown_member_number' } } } }
    const partner = await newSettlement(app, { member, settings })
    await partner.deliver(clearing)
    await partner.deliver(clearing)
    await partner.send()
    await partner.answer()
    expect(await partner.receive()).toMatchObject([{ confirmed: 0, rejected: 2 }])
    expect([await partner.balance(), await partner.statuses()]).toEqual([254, ['Deferred', 'Deferred']])
    const text = expect.stringMatching(/SkyPass number[\s\S]*dining@skyward.example/)
    expect((await partner.activity())[0]).toMatchObject({ reason: { code: 'member_number_unknown', text } })
    const [mail, ...more] = await partner.mails()
    expect(mail!.textBody).toMatch(/SkyPass number 402815637[\s\S]*dining@skyward.example/)
    expect(mail!.textBody + mail!.subject).not.toMatch(/\{[a-z ]+\}/)
    expect(more).toEqual([])
    expect(await partner.send()).toEqual([])

    const fileId = `${partner.partner.slug}-000001`
    const open = { fileId, state: 'rejected', code: 'unknown_member_number', rows: 2, units: 254 }
    expect(await listOpenAccruals(db, partner.partner.slug)).toMatchObject([open])
    expect(
      await inTransaction(db, trx =>
        changeMemberNumber({ ...partner.ctx, db: trx }, partner.memberId, '402815638'),
      ),
    ).toBe(true)
    expect(await partner.send()).toMatchObject([{ rows: 2, units: 254 }])
    expect(await listOpenAccruals(db, partner.partner.slug)).toMatchObject([{ state: 'sent', rows: 2 }])
    expect((await partner.activity())[0]).toMatchObject({ awardStatus: 'Deferred', reason: null })
    partner.putAnswer('again.csv', partner.read('done', `answer-${fileId}.csv`))
    await partner.receive()
    await partner.answer()
    await partner.receive()
    expect([await partner.balance(), await partner.statuses()]).toEqual([0, ['Paid', 'Paid']])
  })

  test('closed or erased meanwhile -> a closed account is settled, an erased one is no longer sent', async () => {
    const [closed, erased, unsent] = [
      await newSettlement(app),
      await newSettlement(app),
      await newSettlement(app),
    ]
    for (const partner of [closed, erased, unsent]) await partner.deliver(clearing)
    await db
      .updateTable('members')
      .set({ memberType: 'ClosedAccountMember', closedAt: app.clock.now() })
      .where('id', '=', closed.memberId)
      .execute()
    await closed.send()
    await erased.send()
    await eraseMember(erased.ctx, erased.memberId)
    await eraseMember(unsent.ctx, unsent.memberId)
    expect(await unsent.send()).toEqual([])
    for (const partner of [closed, erased]) {
      await partner.answer()
      expect(await partner.receive()).toMatchObject([{ confirmed: 1 }])
      expect(await partner.balance()).toBe(0)
    }
    expect(await erased.mails()).toEqual([])
  })

  test.each([
    ['pays rewards itself', { like: 'harbor' }],
    ['is not told', { settings: { settlement: { via: 'none' } } }],
  ])('partner that %s -> no file', async (_case, options) => {
    const partner = await newSettlement(app, options)
    await partner.deliver(clearing)
    expect([await partner.send(), await partner.receive(), partner.list('out')]).toEqual([[], [], []])
    expect(await partner.statuses()).toEqual(['Awarded'])
  })
})

describe('an answer that is wrong (edge case 24)', () => {
  async function sent() {
    const partner = await newSettlement(app)
    await partner.deliver(clearing)
    await partner.deliver(clearing, { amount: 20 })
    await partner.send()
    const [file, other] = [`${partner.partner.slug}-000001`, await newSettlement(app)]
    await other.deliver(clearing)
    await other.send()
    const [first, second] = partner.rowsSent().map(({ id }) => id)
    const fill = (text: string) =>
      text
        .replaceAll('FILE', file)
        .replaceAll('OTHER', `${other.partner.slug}-000001`)
        .replaceAll('ONE', first!)
        .replaceAll('TWO', second!)
    return { ...partner, other, fill }
  }
  /** For answers that change nothing. */
  let unchanged: ReturnType<typeof sent> | undefined

  test.each([
    [
      'wrong totals',
      'answer,1,FILE\nrow,ONE,127,accepted\nrow,TWO,60,accepted\ntrailer,2,188\n',
      /^line 4: the totals/,
    ],
    ['cut off', 'answer,1,FILE\nrow,ONE,127,accepted\n', /^line 2: there is no trailer/],
    [
      'file of another partner',
      'answer,1,OTHER\nrow,ONE,127,accepted\ntrailer,1,127\n',
      /^line 1: "\w+-000001" is not a file that was sent to/,
    ],
    ['not text', '\0\ufffd', /^line 1: the file is not UTF-8 text/],
    ['broken quotes', 'answer,1,"FILE\n', /^line \d+: Quote/],
  ])('%s -> refused whole with line and reason, nothing posted', async (_case, text, reason) => {
    unchanged ??= sent()
    const partner = await unchanged
    const name = `${randomUUID()}.csv`
    partner.putAnswer(name, partner.fill(text))
    expect(await partner.receive()).toMatchObject([{ refused: true, confirmed: 0 }])
    expect([partner.list('in'), partner.list('done')]).toEqual([[], []])
    expect(partner.list('refused')).toEqual(expect.arrayContaining([name, `${name}.errors.txt`]))
    expect(partner.read('refused', `${name}.errors.txt`)).toMatch(reason)
    expect([await partner.balance(), await partner.statuses()]).toEqual([187, ['Deferred', 'Deferred']])
  })

  test('a row never sent, another amount -> their lines are refused, the others count', async () => {
    const partner = await sent()
    const [foreign] = partner.other.rowsSent()
    const rows = `row,ONE,127,accepted\nrow,TWO,61,accepted\nrow,${foreign!.id},127,accepted\n`
    partner.putAnswer('a.csv', partner.fill(`answer,1,FILE\n${rows}trailer,3,315\n`))
    expect(await partner.receive()).toMatchObject([{ refused: false, confirmed: 1 }])
    expect(partner.list('done')).toEqual(['a.csv'])
    expect(partner.read('refused', 'a.csv.errors.txt')).toBe(
      partner.fill('line 3: row TWO was sent with 60 units, not 61\n') +
        partner.fill(`line 4: row ${foreign!.id} was not sent in FILE\n`),
    )
    expect(await partner.balance()).toBe(60)
    expect(await partner.other.balance()).toBe(127)
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, testSecrets } from '../../testing/test-app.ts'
import { newTable, type Table } from './card-network-for-test.ts'
import { planSandboxDine, type SandboxDine, sendSandboxDine } from './sandbox-dine.ts'

const app = await createTestApp()
const services = { db: app.database.db, clock: app.clock }
const publicUrl = await app.app.listen({ host: 'localhost', port: 0 })
const network = { publicUrl, webhookSecret: testSecrets.fidelWebhook }
afterAll(() => app.app.close())

async function dine(table: Table, fields: Partial<SandboxDine> = {}) {
  const { email } = await app.database.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', table.memberId)
    .executeTakeFirstOrThrow()
  const requests = await planSandboxDine(services, network, {
    partner: table.partner.slug,
    memberEmail: email.toUpperCase(),
    merchantId: table.merchant.id,
    amountCents: 4_250,
    tipCents: 0,
    ...fields,
  })
  await sendSandboxDine(requests)
  await table.settle()
  return requests.map(({ url }) => url.split('/').at(-1))
}

describe('the sandbox of the card network', () => {
  test('sends an authorisation and a clearing with the tip', async () => {
    const table = await newTable(app)
    expect(await dine(table, { tipCents: 800 })).toEqual(['transaction.auth', 'transaction.clearing'])
    expect(await table.activity()).toMatchObject([
      { awardStatus: 'Awarded', benefitAmount: 151, ticketAmount: 50.5, date: '2026-03-10T14:00:00' },
    ])
  })

  test('leaves the clearing out when told to', async () => {
    const table = await newTable(app)
    expect(await dine(table, { noClearing: true })).toEqual(['transaction.auth'])
    expect(await table.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 127 }])
  })

  test.each([
    [1_000, 97],
    [4_250, 0],
  ])('sends a refund of %i cents as its two events', async (refundCents, balance) => {
    const table = await newTable(app)
    expect(await dine(table, { refundCents })).toHaveLength(4)
    expect(await table.balance()).toBe(balance)
  })

  test('says who is not there', async () => {
    const table = await newTable(app)
    const cardless = await newMember(app, table.partner)
    await expect(dine(table, { memberEmail: 'nobody@example.com' })).rejects.toThrow(
      'no member with the e-mail',
    )
    await expect(dine(table, { memberEmail: cardless.email })).rejects.toThrow('has no linked card')
    await expect(dine(table, { merchantId: 'nowhere' })).rejects.toThrow('no restaurant with the id nowhere')
  })

  test('a member of another partner is not found', async () => {
    const [table, other] = [await newTable(app), await newTable(app)]
    await expect(dine(table, { partner: other.partner.slug })).rejects.toThrow('no member with the e-mail')
  })

  test('fails when the server refuses the events', async () => {
    const table = await newTable(app)
    app.clock.advance(0)
    const requests = await planSandboxDine(
      services,
      { ...network, webhookSecret: 'another' },
      {
        partner: table.partner.slug,
        memberEmail: (
          await app.database.db
            .selectFrom('members')
            .select('email')
            .where('id', '=', table.memberId)
            .executeTakeFirstOrThrow()
        ).email,
        merchantId: table.merchant.id,
        amountCents: 100,
        tipCents: 0,
      },
    )
    await expect(sendSandboxDine(requests)).rejects.toThrow('401')
  })
})

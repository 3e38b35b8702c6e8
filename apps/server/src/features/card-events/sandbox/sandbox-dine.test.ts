import { afterAll, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp, testSecrets } from '../../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-network-for-test.ts'
import { planSandboxDine, type SandboxDine, sendSandboxDine } from './sandbox-dine.service.ts'

const app = await createTestApp()
const services = { db: app.database.db, clock: app.clock }
const publicUrl = await app.app.listen({ host: 'localhost', port: 0 })
const sandbox = { name: 'fidel', publicUrl, webhookSecrets: [testSecrets.fidelWebhook] } as const
const kard = { name: 'kard', publicUrl, webhookSecrets: [testSecrets.kardWebhook] } as const
afterAll(() => app.app.close())

async function dine(
  network: CardNetwork,
  fields: Partial<SandboxDine> = {},
  sender: typeof sandbox | typeof kard = sandbox,
) {
  const { email } = await app.database.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', network.memberId)
    .executeTakeFirstOrThrow()
  const requests = await planSandboxDine(services, sender, {
    partner: network.partner.slug,
    memberEmail: email.toUpperCase(),
    merchantId: network.merchant.id,
    amountCents: 4_250,
    tipCents: 0,
    ...fields,
  })
  await sendSandboxDine(requests)
  await network.processAll()
  return requests.map(({ event }) => event)
}

describe('the sandbox of the card network', () => {
  test('sends an authorization and a clearing with the tip', async () => {
    const network = await newCardNetwork(app)
    expect(await dine(network, { tipCents: 800 })).toEqual(['transaction.auth', 'transaction.clearing'])
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Awarded', benefitAmount: 151, ticketAmount: 50.5, date: '2026-03-10T14:00:00' },
    ])
  })

  test('noClearing -> sends the authorization only', async () => {
    const network = await newCardNetwork(app)
    expect(await dine(network, { noClearing: true })).toEqual(['transaction.auth'])
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 127 }])
  })

  test.each([
    [1_000, 97],
    [4_250, 0],
  ])('sends a refund of %i cents as its two events', async (refundCents, balance) => {
    const network = await newCardNetwork(app)
    expect(await dine(network, { refundCents })).toHaveLength(4)
    expect(await network.balance()).toBe(balance)
  })

  test('of Kard: approved, settled with the tip, returned in part', async () => {
    const network = await newCardNetwork(app)
    const sent = await dine(network, { tipCents: 800, refundCents: 1_000 }, kard)
    expect(sent).toEqual(['APPROVED', 'SETTLED', 'RETURNED'])
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Awarded', benefitAmount: 121, ticketAmount: 40.5, date: '2026-03-10T14:00:00' },
    ])
  })

  test('unknown member, card or restaurant -> an error that names it', async () => {
    const network = await newCardNetwork(app)
    const cardless = await newMember(app, network.partner)
    await expect(dine(network, { memberEmail: 'unknown@example.com' })).rejects.toThrow(
      'no member with the e-mail',
    )
    await expect(dine(network, { memberEmail: cardless.email })).rejects.toThrow('has no linked card')
    await expect(dine(network, { merchantId: 'nowhere' })).rejects.toThrow(
      'no restaurant with the id nowhere',
    )
  })

  test('a member of another partner is not found', async () => {
    const [network, other] = [await newCardNetwork(app), await newCardNetwork(app)]
    await expect(dine(network, { partner: other.partner.slug })).rejects.toThrow('no member with the e-mail')
  })

  test('fails when the server refuses the events', async () => {
    const network = await newCardNetwork(app)
    app.clock.advance(0)
    const requests = await planSandboxDine(
      services,
      { ...sandbox, webhookSecrets: ['another'] },
      {
        partner: network.partner.slug,
        memberEmail: (
          await app.database.db
            .selectFrom('members')
            .select('email')
            .where('id', '=', network.memberId)
            .executeTakeFirstOrThrow()
        ).email,
        merchantId: network.merchant.id,
        amountCents: 100,
        tipCents: 0,
      },
    )
    await expect(sendSandboxDine(requests)).rejects.toThrow('401')
  })

  test('while no server runs -> says so', async () => {
    const gone = { url: 'http://127.0.0.1:1/hooks/fidel', event: 'transaction.auth', headers: {}, body: '{}' }
    await expect(sendSandboxDine([gone])).rejects.toThrow(
      'The server does not answer at http://127.0.0.1:1. Start it, or look at PUBLIC_URL.',
    )
  })
})

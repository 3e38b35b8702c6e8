import * as z from 'zod/mini'
import { callOut } from '../outgoing-calls.ts'
import type { PayoutAnswer, PayoutOrder, PayoutProvider } from './payout-provider.ts'

export interface TremendousSettings {
  /** An example is https://www.tremendous.com/api/v2. */
  readonly url: string
  readonly apiKey: string
  /** Which products a recipient may choose from. */
  readonly campaignId: string
  readonly fundingSourceId: string
}

const answerSchema = z.object({
  order: z.object({
    external_id: z.nullish(z.string()),
    status: z.string(),
    rewards: z.optional(z.array(z.object({ delivery: z.optional(z.object({ status: z.string() })) }))),
  }),
})

/**
 * Orders have one reward each, sent by email (developers.tremendous.com). `external_id` makes an order idempotent and
 * finds it again. `waitMs` ends a call that hangs.
 */
export function tremendousPayoutProvider(settings: TremendousSettings, waitMs = 10_000): PayoutProvider {
  const { url, apiKey, campaignId, fundingSourceId } = settings
  const call = (path: string, body?: object) =>
    callOut(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(waitMs),
    })
  return {
    deliveries: ['Email'],
    async send(order) {
      const response = await call('/orders', orderOf(order, { campaignId, fundingSourceId }))
      // The order itself is wrong; no order was created. Keys and funds (401, 402, 403) are for an operator.
      if (response.status === 400 || response.status === 422) {
        await response.body?.cancel()
        return { state: 'refused', reason: 'refused' }
      }
      return readAnswer(response, order.externalId)
    },
    async find(externalId) {
      const response = await call(`/orders/${encodeURIComponent(externalId)}`)
      if (response.status !== 404) return readAnswer(response, externalId)
      await response.body?.cancel()
      return null
    },
  }
}

function orderOf(
  { externalId, amountCents, target, recipient, programName }: PayoutOrder,
  { campaignId, fundingSourceId }: Pick<TremendousSettings, 'campaignId' | 'fundingSourceId'>,
) {
  return {
    external_id: externalId,
    payment: { funding_source_id: fundingSourceId },
    reward: {
      campaign_id: campaignId,
      value: { denomination: amountCents / 100, currency_code: 'USD' },
      delivery: { method: 'EMAIL', meta: { sender_name: programName } },
      recipient: { name: recipient.name, email: target },
    },
  }
}

async function readAnswer(response: Response, externalId: string): Promise<PayoutAnswer> {
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new Error(`Tremendous answered ${response.status}`)
  const { data } = z.safeParse(answerSchema, body)
  if (!data) throw new Error('Tremendous answered something else than an order')
  const { external_id: id, status, rewards } = data.order
  if (id && id !== externalId) throw new Error(`Tremendous answered about ${id} instead of ${externalId}`)
  if (status === 'CANCELED' || status === 'FAILED') return { state: 'refused', reason: 'refused' }
  const delivery = rewards?.[0]?.delivery?.status
  if (delivery === 'FAILED') return { state: 'refused', reason: 'email_undeliverable' }
  return { state: delivery === 'SUCCEEDED' ? 'paid' : 'received' }
}
